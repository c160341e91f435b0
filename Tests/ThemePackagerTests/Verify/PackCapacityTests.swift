import Foundation
import TestSupport
import Testing
import ThemeModel

@testable import PackFormat
@testable import ThemePackager
@testable import ThemeProject

@Suite("Themes that no pack can hold")
struct PackCapacityTests {
    private static func findings(_ project: ProjectFiles, _ theme: String, packBytes: UInt64) throws -> [Finding] {
        let build = ProjectRun(
            of: try Project(at: ProjectFiles.root, in: project.memory), .folders([theme]), jobs: 2)
        let (inspection, _) = try build.inspection(keeping: nil)
        return PackCapacity(inspection: inspection, packBytes: packBytes).findings()
    }

    /// Themes of which little but names is packed: images of all scales, a long prefix, and resources with long paths.
    private static let names = ProjectFiles.sound.with { project in
        project["themepack.json"] = #"{"limits": {"configBytes": 400}, "rules": {"image-default-missing": "off"}}"#
        let prefix = String(repeating: "p", count: 64)
        let resources = #""resources": ["**/*.txt"]"#
        project["themes/default/config.json"] = "{}"
        project["themes/default/theme.json"] = "{\"id\": \"default\", \"version\": \"1.0.0\", \(resources)}"
        project["themes/year/theme.json"] =
            "{\"id\": \"year\", \"version\": \"1.2.0\", \"imageNamePrefix\": \"\(prefix)\", \(resources)}"
        for path in project.files.keys where path.hasSuffix(".png") { project.files[path] = nil }
        let folder = (0..<4).map { String(repeating: "\($0)", count: 180) }.joined(separator: "/")
        for number in 0..<30 {
            for scale in 1...9 {
                let suffix = scale == 1 ? "" : "@\(scale)x"
                let (png, name) = (PNGFile(scale, scale, shade: UInt8(number)).bytes, "\(number)\(suffix).png")
                project.files["assets/\(folder)/\(name)"] = png
                project.files["themes/year/\(folder)/\(prefix)\(name)"] = png
            }
        }
        for number in 0..<50 {
            for tree in ["themes/default", "themes/year"] { project["\(tree)/\(folder)/\(number).txt"] = "x" }
        }
    }

    @Test(
        "A pack of a byte too many is a finding with its exact length, one of the largest length is none",
        arguments: [ProjectFiles.sound, Packs.rich, names], ["default", "year"])
    func lengths(_ project: ProjectFiles, _ theme: String) throws {
        let length = try Packs.plan(project, theme).length
        #expect(try Self.findings(project, theme, packBytes: length).map(\.line) == [])
        let findings = try Self.findings(project, theme, packBytes: length - 1)
        #expect(findings.map(\.rule) == [.packStructure] && findings.first?.path == "themes/\(theme)")
        let lengths = findings.first?.message.matches(of: /\d+/).compactMap { UInt64($0.output) }
        #expect(lengths == [length, length - 1])
        let sentence = findings.first?.sentence.replacing(/\d+/, with: "N")
        let name = "a byte more than can be packed in \(theme)"
        #expect(try Sentences.mismatch(sentence, of: name, in: "bad-packs") == nil)
        #expect(findings.first?.hint != nil && findings.first?.severity == .error)
    }

    @Test("verify reports a theme of more than 4 GiB, and one of less is fine", arguments: [(5, true), (3, false)])
    func largest(_ count: Int, _ isTooLarge: Bool) throws {
        let sandbox = try Sandbox()
        try ProjectFiles.writeLarge(count, to: sandbox)
        let findings = try ProjectRun(of: Project(at: sandbox.path), jobs: 2).verify().findings
        #expect(findings.map(\.rule) == (isTooLarge ? [.packStructure] : []), "\(findings.map(\.line))")
        if isTooLarge {
            let length = #/have 53687\d+/#
            let message = findings.first?.message.replacing(length, with: "have 5368709120")
            #expect(message == Rule.packStructure.facts.example)
        }
    }

    /// Names whose hashes have the same lowest bits.
    private static func crowded(_ count: Int, slotCount: UInt64) -> [String] {
        var names: [String] = []
        var number = 0
        while names.count < count {
            let name = "crowd/\(number).txt"
            if XXHash64.hash(name) & (slotCount - 1) == 0 { names.append(name) }
            number += 1
        }
        return names
    }

    @Test("More names in a hash slot than a block holds are a finding; as many as it holds can be packed")
    func slots() throws {
        func project(_ names: [String]) -> ProjectFiles {
            ProjectFiles.sound.with { project in
                project["themes/year/theme.json"] =
                    #"{"id": "year", "version": "1.2.0", "imageNamePrefix": "year_", "resources": ["crowd/*"]}"#
                for name in names { project["themes/year/\(name)"] = "x" }
            }
        }
        // With the button, the index has 128 slots.
        let names = Self.crowded(66, slotCount: 128)
        let findings = try project(names).verify()
        #expect(findings.map(\.rule) == [.packStructure] && findings.first?.path == "themes/year")
        #expect(
            try Sentences.mismatch(
                findings.first?.sentence, of: "more names in a hash slot than a block holds", in: "bad-packs") == nil)
        let sound = project(Array(names.dropLast(3)))
        #expect(try sound.verify().map(\.line) == [])
        #expect(try Packs.plan(sound).contents.resources.count == 63)
    }
}
