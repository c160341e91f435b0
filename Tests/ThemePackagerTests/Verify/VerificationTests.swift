import Foundation
import TestSupport
import Testing
import ThemeProject

@testable import ThemePackager

@Suite("Verification of projects")
struct VerificationTests {
    @Test(
        "Unreadable files are reported, and the rest is verified",
        arguments: [
            (FileError.notPermitted, Rule.fileKind), (.system("Input/output error"), .fileKind),
            (.changed, .fileKind),
            (.tooLarge(bytes: 1 << 40, limit: 1), .imageLimits), (.missing, .fileKind),
        ])
    func unreadable(_ problem: FileError, _ rule: Rule) throws {
        var memory = ProjectFiles.sound.memory
        memory["/project/\(BadInput.imagePath)"] = .refused(problem)
        memory["/project/themes/year/closed/x"] = .file([])
        memory["/project/themes/year/closed"] = .refusedFolder(.notPermitted)
        let findings = try ProjectFiles.verify(memory).filter { $0.rule != .imageScaleMissing }
        #expect(
            findings.map(\.rule) == [.fileKind, rule].sorted { _, _ in false } && findings.count == 2,
            "\(findings.map(\.line))")
        #expect(findings.map(\.path) == ["themes/year/closed", BadInput.imagePath])
        #expect(findings.allSatisfy { $0.hint != nil && $0.severity == .error }, "\(findings.map(\.line))")
    }

    @Test("Progress ends at the number of images that the summary names", arguments: [nil, "default", "year"])
    func progress(_ theme: String?) throws {
        let project = try Project(at: ProjectFiles.root, in: ProjectFiles.sound.memory)
        var run = ProjectRun(of: project, theme.map { .folders([$0]) } ?? .everything, jobs: 2)
        let counted = Lock<[[Int]]>([])
        run.events.inspected = { done, all in counted.withLock { $0.append([done, all]) } }
        let count = try run.verify().imageCount
        #expect(count > 0 && counted.withLock { $0.max { $0[0] < $1[0] } } == [count, count])
        #expect(counted.withLock { $0.allSatisfy { $0[1] == count } })
    }

    @Test("Files without read permission are reported", .enabled(if: geteuid() != 0, "root reads everything"))
    func unreadableOnDisk() throws {
        let sandbox = try Sandbox()
        try ProjectFiles.sound.write(to: sandbox)
        #expect(chmod("\(sandbox.path)/\(BadInput.imagePath)", 0) == 0)
        let findings = try ProjectRun(of: Project(at: sandbox.path), jobs: 2).verify().findings
        #expect(findings.contains { $0.path == BadInput.imagePath && $0.message.contains("permission denied") })
    }

    @Test("An empty asset tree is one error, not one for each themed image")
    func emptyAssets() throws {
        let sandbox = try Sandbox()
        try ProjectFiles.sound.with { files in
            files.files = files.files.filter { !$0.key.hasPrefix("assets/") }
        }.write(to: sandbox)
        try FileManager.default.createDirectory(atPath: "\(sandbox.path)/assets", withIntermediateDirectories: true)
        let verification = try ProjectRun(of: Project(at: sandbox.path), jobs: 2).verifyForPackaging()
        #expect(verification.findings.map(\.path) == ["assets"] && verification.themes.isEmpty)
    }

    @Test("A theme without images can be packed", arguments: [true, false])
    func empty(hasFolders: Bool) throws {
        var project = ProjectFiles.sound
        project.files = project.files.filter { !$0.key.hasPrefix("themes/year/") }
        if hasFolders { project.files["themes/year/common/.gitkeep"] = [] }
        project["themes/year/theme.json"] = #"{"id": "year", "version": "1.0.0"}"#
        let verification = try ProjectRun(
            of: Project(at: ProjectFiles.root, in: project.memory), .folders(["year"]), jobs: 1
        ).verifyForPackaging()
        #expect(verification.findings.map(\.line) == [] && verification.imageCount == 0)
        #expect(verification.themes.count == 1)
        _ = try PackPlan(for: try #require(verification.themes.first))
    }

    @Test("Of a theme's files, only its theme.json and its settings are read elsewhere")
    func ownFiles() throws {
        let project = ProjectFiles.sound.with { project in
            project["themes/year/theme.json"] =
                #"{"id": "year", "version": "1.2.0", "imageNamePrefix": "year_", "config": "sub/config.json"}"#
            for path in ["sub/config.json", "config.json", "sub/theme.json", "sub/sub/config.json"] {
                project["themes/year/\(path)"] = "{}"
            }
        }
        let unlisted = try project.verify().filter { $0.rule == .imageFormat }.map(\.path)
        #expect(unlisted == ["config.json", "sub/sub/config.json", "sub/theme.json"].map { "themes/year/\($0)" })
    }
}
