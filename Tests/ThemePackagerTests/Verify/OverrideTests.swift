import PackFormat
import TestSupport
import Testing
import ThemeModel
import ThemeProject

@testable import ThemePackager

@Suite("Ignored files, tolerance and overrides")
struct OverrideTests {
    static let wrongSize = ProjectFiles.sound.with {
        $0.files[BadInput.imagePath] = PNGFile(45, 22).bytes
        $0.files["themes/year/common/year_button@2x.png"] = PNGFile(90, 44).bytes
        $0.files["themes/year/common/year_button@3x.png"] = PNGFile(135, 66).bytes
    }

    private func findings(_ themepack: String, _ project: ProjectFiles = wrongSize) throws -> [Finding] {
        try project.with { $0["themepack.json"] = themepack }.verify()
    }

    // MARK: - Ignored files

    @Test(
        "An ignored file or folder is not read: neither its name nor its contents",
        arguments: [
            "themes/year/drafts/**", "themes/year/drafts", "**/drafts/**",
            "**/*.psd\", \"**/button.png\", \"**/a:b.png",
        ])
    func ignored(_ patterns: String) throws {
        let project = ProjectFiles.sound.with { project in
            project["themes/year/drafts/a.psd"] = "x"
            project["themes/year/drafts/inner/a:b.png"] = "x"
            project["themes/year/drafts/button.png"] = "x"
        }
        #expect(try project.verify().count == 3)
        #expect(try findings("{\"ignore\": [\"\(patterns)\"]}", project).map(\.line) == [])
    }

    @Test("A theme is ignored by its folder, and themepack's other commands do not know it")
    func ignoredTheme() throws {
        let project = ProjectFiles.sound.with {
            $0["themes/old/theme.json"] = "{"
            $0["themepack.json"] = #"{"ignore": ["themes/old/**"]}"#
        }
        #expect(try project.verify().map(\.line) == [])
        #expect(try Project(at: ProjectFiles.root, in: project.memory).themeFolders() == ["default", "year"])
    }

    @Test("An ignored default is none: its themed image lacks it")
    func ignoredDefault() throws {
        let rules = Set(try findings(#"{"ignore": ["assets/common/*@3x.png"]}"#, .sound).map(\.rule))
        #expect(rules == [], "points agree with another scale")
        let missing = try findings(#"{"ignore": ["assets/**"]}"#, .sound)
        #expect(Set(missing.map(\.rule)) == [.imageDefaultMissing])
    }

    // MARK: - Tolerance

    @Test(
        "RR3 An image may differ from its default by some points, at every scale",
        arguments: [("0", 3), ("0.99", 3), ("1", 0), ("1.5", 0)] as [(String, Int)])
    func tolerance(_ points: String, _ count: Int) throws {
        let found = try findings("{\"tolerance\": {\"points\": \(points)}}").filter { $0.rule == .imageDimensions }
        #expect(found.count == count)
    }

    @Test("Tolerance does not apply to the scales of one image, and not to other sizes")
    func toleranceLimits() throws {
        let project = ProjectFiles.sound.with { $0.files[BadInput.imagePath] = PNGFile(46, 22).bytes }
        #expect(try findings(#"{"tolerance": {"points": 1}}"#, project).contains { $0.rule == .imageDimensions })
        #expect(try findings(#"{"tolerance": {"points": 2}}"#, project).map(\.rule).contains(.imageScale))
    }

    // MARK: - Overrides

    @Test("RR3 An override sets the severity of a rule for the files of its patterns")
    func overrides() throws {
        func severities(_ rules: String, _ overrides: String) throws -> [Severity] {
            try findings("{\"rules\": {\(rules)}, \"overrides\": [\(overrides)]}").filter {
                $0.rule == .imageDimensions
            }.map(\.severity)
        }
        let off = #"{"paths": ["themes/year/**"], "rules": {"image-dimensions": "off"}, "reason": "by design"}"#
        #expect(try severities("", off) == [])
        let some = #"{"paths": ["**/*@2x.png", "**/*@3x.png"], "rules": {"image-dimensions": "warning"}}"#
        #expect(try severities("", some) == [.error, .warning, .warning])
        #expect(try severities(#""image-dimensions": "off""#, some) == [.warning, .warning])
        // The later one wins.
        #expect(try severities("", "\(off), \(some)") == [.warning, .warning])
        #expect(try severities("", "\(some), \(off)") == [])
        // Another rule of a later override does not hide it.
        let other = #"{"paths": ["themes/**"], "rules": {"image-alpha": "off"}}"#
        #expect(try severities("", "\(off), \(other)") == [])
    }

    @Test("A pattern that matches nothing is reported at its place, with the folder that was meant")
    func unused() throws {
        func unused(_ themepack: String, _ scope: ThemeScope = .everything) throws -> [Finding] {
            try ProjectFiles.sound.with { $0["themepack.json"] = themepack }.verify(scope)
        }
        let override =
            "{\"overrides\": [\n{\"paths\": [\"themes/year\", \"**/*.png\"], \"rules\": {\"image-alpha\": \"off\"}}]}"
        let found = try unused(override)
        #expect(found.map(\.rule) == [.exemptionUnused] && found.first?.key == "overrides.0.paths.0")
        #expect(found.first?.position == SourcePosition(line: 2, column: 12))
        #expect(found.first?.hint?.contains("'themes/year/**'") == true)
        #expect(try unused(override, .folders(["year"])).isEmpty)
        let ignored = try unused(#"{"ignore": ["**/*.psd", "themes/yaer/**"]}"#)
        #expect(ignored.map(\.key) == ["ignore.0", "ignore.1"] && ignored.map(\.severity) == [.warning, .warning])
        let sentences = (found + ignored).map(\.sentence).joined(separator: "\n")
        #expect(try Sentences.mismatch(sentences, of: "patterns that match nothing", in: "project-file") == nil)
    }

    @Test(
        "Mistakes are reported at their place",
        arguments: [
            (#"{"ignore": "x"}"#, 12), (#"{"ignore": []}"#, 12), (#"{"ignore": [""]}"#, 13),
            (#"{"ignore": ["/x"]}"#, 13), (#"{"ignore": ["./x"]}"#, 13), (#"{"ignore": ["x/"]}"#, 13),
            (#"{"tolerance": 1}"#, 15), (#"{"tolerance": {"pionts": 1}}"#, 16), (#"{"tolerance": {"points": -1}}"#, 26),
            (#"{"tolerance": {"points": "1"}}"#, 26), (#"{"overrides": {}}"#, 15),
            (#"{"overrides": [{"paths": ["x"]}]}"#, 16), (#"{"overrides": [{"paths": ["x"], "rules": {}}]}"#, 16),
            (#"{"overrides": [{"paths": ["x"], "rules": {"image-alfa": "off"}}]}"#, 43),
            (#"{"overrides": [{"paths": ["x"], "rules": {"image-corrupt": "off"}}]}"#, 60),
            (#"{"overrides": [{"paths": ["x"], "rules": {"image-alpha": "note"}}]}"#, 58),
            (
                #"{"overrides": [{"paths": ["a", "x"], "rules": {"image-alpha": "off"}}, "#
                    + #"{"paths": ["x"], "rules": {"image-alpha": "error"}}]}"#, 114
            ),
        ])
    func refused(_ text: String, _ column: Int) throws {
        let error = #expect(throws: UserError.self) { try findings(text) }
        #expect(error?.position == SourcePosition(line: 1, column: column))
        #expect(try Sentences.mismatch(error?.sentence, of: text, in: "project-file") == nil)
    }

    @Test("A contradiction names the other override by its place in the list, whatever is wrong with those before")
    func placeOfContradiction() {
        let overrides = [
            #"{"paths": ["x"]}"#, #"{"paths": ["x"], "rules": {"image-alpha": "off"}}"#,
            #"{"paths": ["x"], "rules": {"image-alpha": "error"}}"#,
        ]
        let error = #expect(throws: UserError.self) {
            try findings("{\"overrides\": [\(overrides.joined(separator: ", "))]}")
        }
        #expect(error?.others.map { $0.message.contains("overrides.1") } == [true])
    }

    // MARK: - Exempt files

    @Test("An exempt file that is left out of its pack is a note, once")
    func leftOut() throws {
        let project = ProjectFiles.sound.with {
            $0.files[BadInput.imagePath] = []
            $0["themes/year/notes.txt"] = "x"
            $0["themepack.json"] =
                #"{"exemptions": [{"rule": "image-corrupt", "path": "**"}, {"rule": "image-format", "path": "**"}]}"#
        }
        let notes = try project.verify().filter { $0.severity == .note }
        #expect(notes.map(\.path) == [BadInput.imagePath, "themes/year/notes.txt"])
        #expect(notes.map(\.rule) == [.imageCorrupt, .imageFormat])
        let sentences = notes.map(\.sentence).joined(separator: "\n")
        #expect(try Sentences.mismatch(sentences, of: "exempt files that are left out", in: "project-file") == nil)
        let plan = try Packs.plan(project)
        #expect(!plan.contents.entries.contains { $0.path.hasSuffix("year_button.png") })
    }

    @Test("A file that is exempt from another rule stays in its pack, without a note")
    func kept() throws {
        let text =
            #"{"exemptions": [{"rule": "image-dimensions", "path": "**"}, {"rule": "image-alpha", "path": "**"}]}"#
        let findings = try findings(text).filter { $0.rule != .exemptionUnused }
        #expect(findings.allSatisfy { $0.severity != .note && $0.rule != .imageDimensions })
    }

    @Test("Exempt folders of themes that differ only in letter case are packed, so there is no note")
    func clashingThemes() throws {
        let findings = try ProjectFiles.sound.with {
            $0["themes/Year/theme.json"] = #"{"id": "Year", "version": "1.0.0", "imageNamePrefix": "Y_"}"#
            $0["themepack.json"] = #"{"exemptions": [{"rule": "name-clash", "path": "themes/*"}]}"#
        }.verify()
        #expect(findings.map(\.line) == [])
    }

    @Test(
        "A pattern as other tools write it has a hint with the pattern that was meant",
        arguments: [
            ("*.psd", ["**/*.psd"]), ("drafts", ["**/drafts/**"]),
            ("assets/{common,other}/*.psd", ["assets/common/*.psd"]),
            ("assets/common/[ab].psd", ["assets/common/b.psd"]), ("assets/common/[a-z].psd", ["assets/common/?.psd"]),
            ("assets\\common\\*.psd", ["assets/common/*.psd"]), ("/assets/**/*.psd", ["assets/**/*.psd"]),
            ("./assets/common/b.psd", ["assets/common/b.psd"]), ("assets/common/drafts/", ["assets/common/drafts/**"]),
            ("!assets/common/b.psd", []),
        ])
    func otherTools(_ pattern: String, _ meant: [String]) throws {
        let project = ProjectFiles.sound.with {
            $0["assets/common/b.psd"] = "8BPS"
            $0["assets/common/drafts/x.txt"] = "x"
        }
        let text = pattern.replacing("\\", with: "\\\\")
        for members in [
            "\"ignore\": [\"\(text)\"]", "\"exemptions\": [{\"rule\": \"image-format\", \"path\": \"\(text)\"}]",
        ] {
            let configured = project.with { $0["themepack.json"] = "{\(members)}" }
            var hint: String?
            do {
                hint = try configured.verify().first { $0.rule == .exemptionUnused }?.hint
            } catch let error as UserError {
                hint = error.hint
            }
            for pattern in meant { #expect(hint?.contains(pattern) == true, "\(members): \(hint ?? "no hint")") }
            #expect(
                try Sentences.mismatch(hint, of: "a pattern of other tools: \(members)", in: "configuration") == nil)
            guard let first = meant.first else { continue }
            let fixed = project.with {
                $0["themepack.json"] = "{\(members.replacing(text, with: first))}"
            }
            #expect(try fixed.verify().allSatisfy { $0.rule != .exemptionUnused })
        }
    }
}
