import PackFormat
import TestSupport
import Testing
import ThemeModel
import ThemeProject

@testable import ThemePackager

@Suite("Baselines")
struct BaselineTests {
    static let image = "themes/year/common/year_button.png"
    static let config = "themes/year/config.json"

    /// An image of the wrong size, a color that is none, and an unknown key.
    static let spoiled = ProjectFiles.sound.with { project in
        project.files[image] = PNGFile(45, 22).bytes
        project[config] = #"{"Color": {"title": "F8582"}, "Fnot": 1}"#
    }

    /// The project with a baseline that accepts all findings of `project`.
    static func accepting(_ project: ProjectFiles) throws -> ProjectFiles {
        let findings = try project.allFindings()
        return project.with {
            $0["themepack.json"] = #"{"baseline": "baseline.json"}"#
            $0.files["baseline.json"] = CanonicalJSON.encode(
                Baseline.contents(accepting: findings) { project.files[$0].map { ContentDigest(of: $0) } }.value)
        }
    }

    @Test("A baseline accepts exactly the findings that it was written for")
    func accepts() throws {
        #expect(
            Set(try Self.spoiled.allFindings().map(\.rule)) == [
                .imageDimensions, .imageScale, .configColor, .configUnknownKey,
            ])
        let accepted = try Self.accepting(Self.spoiled)
        #expect(try accepted.verify().map(\.line) == [])
        let more = try accepted.with { $0.files["themes/year/common/year_new.png"] = PNGFile(1, 1).bytes }.verify()
        #expect(more.map(\.rule) == [.imageDefaultMissing])
    }

    @Test(
        "A file that gets worse is reported, and the hint has the value of the baseline",
        arguments: [
            (image, Rule.imageDimensions, "'45x22'", PNGFile(46, 22).bytes),
            (config, .configColor, "'F8582'", Array(#"{"Color": {"title": "F858X"}, "Fnot": 1}"#.utf8)),
        ])
    func worse(_ path: String, _ rule: Rule, _ old: String, _ contents: [UInt8]) throws {
        let findings = try Self.accepting(Self.spoiled).with { $0.files[path] = contents }.verify()
        let finding = try #require(findings.first { $0.rule == rule })
        #expect(finding.path == path && finding.hint?.contains(old) == true)
        #expect(!findings.contains { $0.rule == .baselineUnused && $0.message.contains(rule.rawValue) })
    }

    @Test("A missing scale more is another finding")
    func scales() throws {
        let path = "themes/year/common/year_button@3x.png"
        let accepted = try Self.accepting(ProjectFiles.sound.with { $0.files[path] = nil })
        #expect(try accepted.verify().isEmpty)
        let worse = try accepted.with { $0.files["themes/year/common/year_button@2x.png"] = nil }.verify()
        #expect(worse.map(\.rule) == [.imageScaleMissing] && worse.first?.hint?.contains("'@1x, @2x'") == true)
    }

    @Test("An entry without a finding is a warning: the file is fixed, or it is gone")
    func unused() throws {
        let fixed = try Self.accepting(Self.spoiled).with { $0[Self.config] = #"{"Fnot": 1}"# }.verify()
        #expect(fixed.map(\.rule) == [.baselineUnused] && fixed.first?.severity == .warning)
        #expect(fixed.first?.message.contains("'Color.title' in '\(Self.config)'") == true)
        #expect(fixed.first?.path == "baseline.json" && fixed.first?.position != nil)
        let gone = try Self.accepting(Self.spoiled).with { $0.files[Self.image] = nil }.verify()
        let entry = try #require(gone.first { $0.message.contains("image-dimensions") })
        #expect(entry.rule == .baselineUnused && entry.message.contains("'\(Self.image)'"))
        let sentences = [fixed.first?.sentence ?? "", entry.sentence].joined(separator: "\n")
        #expect(try Sentences.mismatch(sentences, of: "unused entries of a baseline", in: "project-file") == nil)
        let project = try Self.accepting(Self.spoiled).with { $0[Self.config] = #"{"Fnot": 1}"# }
        #expect(try project.verify(.folders(["year"])).isEmpty)
        #expect(
            try project.with {
                $0["themepack.json"] = #"{"baseline": "baseline.json", "rules": {"baseline-unused": "error"}}"#
            }.verify().map(\.severity) == [.error])
    }

    @Test("The baseline of another project, and one that does not exist, are one warning each")
    func otherProject() throws {
        let other = try Self.accepting(Self.spoiled).with { project in
            project["baseline.json"] = project["baseline.json"]?.replacing("themes/year", with: "themes/other")
        }
        let found = try other.verify().filter { $0.rule == .baselineUnused }
        #expect(found.count == 1)
        #expect(try other.verify().contains { $0.rule == .imageDimensions })
        let missing = try other.with { $0["baseline.json"] = nil }.verify().filter { $0.rule == .baselineUnused }
        #expect(missing.count == 1 && missing.first?.message.contains("'baseline.json'") == true)
        #expect(missing.first?.position == SourcePosition(line: 1, column: 14))
        let sentences = (found + missing).map(\.sentence).joined(separator: "\n")
        #expect(try Sentences.mismatch(sentences, of: "baselines of nothing in the project", in: "project-file") == nil)
    }

    @Test("The findings of structural rules that cannot be exempted are in no baseline")
    func structural() throws {
        let damaged = ProjectFiles.sound.with { $0.files[Self.config] = Array("{".utf8) }
        let contents = Baseline.contents(accepting: try damaged.verify()) { _ in nil }
        #expect(contents.leftOut == 1)
        #expect(try Self.accepting(damaged).verify().map(\.rule) == [.configSyntax])
    }

    @Test(
        "A file that breaks a structural rule is left out of the pack; other bytes are another finding",
        arguments: [[], [1], Array("GIF89a".utf8)] as [[UInt8]])
    func leftOut(_ bytes: [UInt8]) throws {
        let accepted = try Self.accepting(ProjectFiles.sound.with { $0.files[Self.image] = bytes })
        let findings = try accepted.verify()
        #expect(findings.map(\.severity) == [.note] && findings.first?.path == Self.image, "\(findings)")
        let other = try accepted.with { $0.files[Self.image] = bytes + [7] }.verify()
        #expect(other.contains { $0.severity == .error && $0.path == Self.image }, "\(other)")
        let fixed = try accepted.with { $0.files[Self.image] = PNGFile(44, 22).bytes }.verify()
        #expect(fixed.map(\.rule).contains(.baselineUnused) && !fixed.contains { $0.severity == .error })
    }

    @Test(
        "A damaged baseline is an error with its place",
        arguments: [
            "{", "[]", "{}", #"{"version": 2, "findings": []}"#, #"{"version": 1, "findings": [{}]}"#,
            #"{"version": 1, "findings": [{"rule": "image-alfa", "path": "a"}]}"#,
            #"{"version": 1, "findings": [{"rule": "config-syntax", "path": "a"}]}"#,
            #"{"version": 1, "findings": [], "x": 1}"#,
        ])
    func damaged(_ text: String) throws {
        let project = ProjectFiles.sound.with {
            $0["themepack.json"] = #"{"baseline": "baseline.json"}"#
            $0["baseline.json"] = text
        }
        let error = #expect(throws: UserError.self) { try project.verify() }
        #expect(error?.path?.hasSuffix("/baseline.json") == true && error?.position != nil)
        #expect(try Sentences.mismatch(error?.sentence, of: "baseline.json: \(text)", in: "project-file") == nil)
    }

    @Test("An entry is for one Unicode form of a path")
    func unicodeForms() throws {
        let accepted = Finding(.imageAlpha, path: "assets/\u{E9}.png", "has no alpha")
        let contents = Baseline.contents(accepting: [accepted]) { _ in nil }
        let project = ProjectFiles.sound.with {
            $0["themepack.json"] = #"{"baseline": "baseline.json"}"#
            $0["baseline.json"] = String(decoding: CanonicalJSON.encode(contents.value), as: UTF8.self)
        }
        let rules = try Project(at: ProjectFiles.root, in: project.memory).configuration.ruleBook
        #expect(rules.judge([accepted], isComplete: false) == [])
        let other = Finding(.imageAlpha, path: "assets/e\u{301}.png", "has no alpha")
        #expect(rules.judge([other], isComplete: false).count == 1)
    }

    @Test(
        "The path of a baseline leads nowhere else",
        arguments: ["1", "\"\"", "\"../x.json\"", "\"/x.json\"", "\".themepack/x.json\"", "\".ThemePack/x.json\""])
    func paths(_ path: String) throws {
        let text = "{\"baseline\": \(path)}"
        let error = #expect(throws: UserError.self) {
            try ProjectFiles.sound.with { $0["themepack.json"] = text }.verify()
        }
        #expect(try Sentences.mismatch(error?.sentence, of: text, in: "project-file") == nil)
    }
}
