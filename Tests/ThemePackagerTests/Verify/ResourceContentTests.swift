import TestSupport
import Testing
import ThemeProject

@testable import ThemePackager

@Suite("Resources that are not the files themselves")
struct ResourceContentTests {
    private static let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n"

    private static func project(_ path: String, _ bytes: [UInt8]) -> ProjectFiles {
        ProjectFiles.sound.with {
            $0["themes/year/theme.json"] = #"""
                {"id": "year", "version": "1.2.0", "imageNamePrefix": "year_", "config": "config.json",
                 "resources": ["r/**"]}
                """#
            $0.files["themes/year/\(path)"] = bytes
        }
    }

    private static func run(_ files: ProjectFiles, packs: Bool) throws -> Verification {
        let build = ProjectRun(of: try Project(at: ProjectFiles.root, in: files.memory), jobs: 1)
        return try packs ? build.verifyForPackaging() : build.verify()
    }

    @Test(
        "A resource that a tool did not bring is an error of a verification and of a build",
        arguments: [
            ("r/a.ttf", Array(pointer.utf8)), ("r/a.wav", Array("version https://hawser.github.com/spec/v1\n".utf8)),
            ("r/a.json", Array(pointer.replacing("\n", with: "\r\n").utf8)), ("r/a.txt", Array(pointer.utf8)),
            ("r/a.mp3", Array("/annex/objects/SHA256E-s9--00.mp3\n".utf8)),
            ("r/a.otf", Array("<!DOCTYPE html>\n<html>".utf8)), ("r/a.m4a", Array("\u{FEFF}  <HTML>".utf8)),
            ("r/a.woff2", []), ("r/a.pdf", []), ("r/a.ttc", Array("../../shared/a.ttc".utf8)),
            ("r/b.caf", Array("a.caf\n".utf8)), ("r/b", Array("../shared/b".utf8)),
            ("r/c.ttf", Array("{\"error\": \"not found\"}".utf8)),
            ("r/c.mp3", Array("<?xml version=\"1.0\"?>\n<Error><Code>AccessDenied</Code></Error>".utf8)),
            ("r/a.aiff", Array("!<symlink>../a.aiff\0".utf8)),
            ("r/a.gif", [0x4C, 0, 0, 0, 1, 0x14, 2, 0, 0, 0, 0, 0, 0xC0]),
        ] as [(String, [UInt8])], [true, false])
    func reported(_ file: (path: String, bytes: [UInt8]), packs: Bool) throws {
        let verification = try Self.run(Self.project(file.path, file.bytes), packs: packs)
        let findings = verification.findings
        #expect(findings.map(\.rule) == [.resourceContent] && findings.map(\.path) == ["themes/year/\(file.path)"])
        #expect(verification.themes.isEmpty)
        let mismatch = try Sentences.mismatch(findings.first?.sentence, of: "resource \(file.path)", in: "project-tree")
        #expect(mismatch == nil)
    }

    @Test(
        "Other contents are packed without a word",
        arguments: [
            ("r/a.html", "<!DOCTYPE html>"), ("r/a.xhtml", "<html>"), ("r/a.md", "<body>"), ("r/a.txt", ""),
            ("r/empty", ""), ("r/VERSION", "release/1.2"), ("r/a.txt", "fonts/a.ttf"),
            ("r/a.json", "\"a.json\""), ("r/a.json", "{\"file\": \"../a.json\"}"), ("r/a.ttf", "font"),
            ("r/b.ttf", "year a.ttf"),
            ("r/a.url", "https://example.org/a.url"), ("r/list.txt", "a.txt\nb.txt\n"),
        ])
    func accepted(_ path: String, _ text: String) throws {
        let verification = try Self.run(Self.project(path, Array(text.utf8)), packs: true)
        #expect(verification.findings.map(\.line) == [] && verification.themes.count == 2)
    }

    @Test("An exempt resource is packed as it is")
    func exempt() throws {
        var project = Self.project("r/a.bin", [])
        project["themepack.json"] =
            #"{"exemptions": [{"rule": "resource-content", "path": "themes/year/r/a.bin", "reason": "empty"}]}"#
        let verification = try Self.run(project, packs: true)
        #expect(verification.findings.map(\.line) == [])
        #expect(verification.themes.flatMap(\.resources).map(\.path.string) == ["r/a.bin"])
    }
}
