import TestSupport
import Testing

@testable import ThemePackager
@testable import ThemeProject

@Suite("Verification of selections")
struct SelectionTests {
    private func findings(
        _ themes: [(id: String, members: String, config: String)], _ more: String = "", axes: Int = 3
    ) throws -> [String] {
        try ProjectFiles.sound.with { project in
            let names = ["brand", "mode", "contrast"] + (3..<max(axes, 3)).map { "a\($0)" }
            project["themepack.json"] = """
                {"axes": [\(names.map { "\"\($0)\"" }.joined(separator: ", "))], "rules": {"config-unknown-key": "off"},
                "contrast": [{"text": "C.text", "on": "C.ground"}]\(more)}
                """
            project["themes/default/theme.json"] = #"{"id": "default", "version": "1.0.0"}"#
            project["themes/default/config.json"] = #"{"C": {"text": "000000", "ground": "FFFFFF"}}"#
            for (id, members, config) in themes {
                project["themes/\(id)/theme.json"] = "{\"id\": \"\(id)\", \"version\": \"1.0.0\", \(members)}"
                project["themes/\(id)/config.json"] = config
            }
        }.verify().filter { [.configContrast, .configType, .workLimit].contains($0.rule) }.map {
            "\($0.path) \($0.key ?? ""): \($0.message)"
        }
    }

    private static let brand = #""axis": "brand""#
    private static let mode = #""axis": "mode""#
    private static let contrast = #""axis": "contrast""#

    @Test("AX4: two colors that meet in a selection are reported once, for the smallest one")
    func contrast() throws {
        let found = try findings([
            ("acme", Self.brand, ##"{"C": {"text": "#333333"}}"##),
            ("dark", Self.mode, ##"{"C": {"ground": "#222222", "text": "#FFFFFF"}}"##),
            ("dim", Self.mode, ##"{"C": {"ground": "#444444"}}"##), ("high", Self.contrast, "{}"),
        ])
        let selections = found.filter { $0.contains(" + ") }
        #expect(selections.map { $0.hasPrefix("themes/dim/config.json C.ground: acme + dim: ") } == [true], "\(found)")
        #expect(try Sentences.mismatch(selections.first, of: "the contrast of a selection", in: "settings") == nil)
    }

    @Test("AX4: all colors that meet in any selection are judged", arguments: 0..<40)
    func all(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        let axes = [Self.brand, Self.mode, Self.contrast]
        let project = ProjectFiles.sound.with { project in
            project["themepack.json"] = #"""
                {"axes": ["brand", "mode", "contrast"], "contrast": [{"text": "C.text", "on": "C.ground"}],
                "rules": {"config-unknown-key": "off"}}
                """#
            project["themes/default/theme.json"] = #"{"id": "default", "version": "1.0.0"}"#
            project["themes/default/config.json"] = #"{"C": {"text": "000000", "ground": "FFFFFF"}}"#
            for number in 0..<9 {
                // In half of the projects, a parent can be on another axis.
                let step = seed % 2 == 0 ? 3 : Int.random(in: 1...3, using: &random)
                let parent = number >= step && Bool.random(using: &random) ? "t\(number - step)" : "default"
                project["themes/t\(number)/theme.json"] =
                    #"{"id": "t\#(number)", "version": "1.0.0", \#(axes[number % 3]), "extends": "\#(parent)"}"#
                let colors = ["text", "ground"].filter { _ in Bool.random(using: &random) }.map {
                    "\"\($0)\": \"\(Int.random(in: 100_000...999_999, using: &random))\""
                }
                project["themes/t\(number)/config.json"] = "{\"C\": {\(colors.joined(separator: ", "))}}"
            }
        }
        let survey = try ProjectSurvey(
            of: Project(at: ProjectFiles.root, in: project.memory), .everything, jobs: 1)
        let themes = survey.themes
        func failures(_ chain: [Int]) -> [ContrastResult] {
            ContrastResult.results(
                of: survey.project.configuration.contrast,
                in: MergedSetting(chain.map { themes[$0].settings }, survey.project.budget), survey.project.budget,
                layers: chain.map { (themes.name($0), .argb) }
            ).filter { $0.verdict == .fails }
        }
        var expected: Set<ContrastResult> = []
        themes.order.forEachSelection(of: themes.number) { selection in
            expected.formUnion(failures(themes.chain(selecting: selection.map { themes[$0].folderName })))
        }
        for theme in themes.indices { expected.subtract(failures(themes.chain(of: theme))) }
        let found = ContrastCheck(survey).findings().filter { $0.message.contains(" + ") }
        #expect(found.count == expected.count)
        for result in expected {
            let colors = [result.text.color, result.ground.color].compactMap { $0?.description }
            #expect(found.contains { finding in colors.allSatisfy(finding.message.contains) }, "\(colors)")
        }
    }

    @Test("AX4: a combination that repairs a selection ends its finding")
    func combination() throws {
        let themes = [
            ("acme", Self.brand, ##"{"C": {"text": "#333333"}}"##),
            ("dim", Self.mode, ##"{"C": {"ground": "#AAAAAA"}}"##),
            ("high", Self.contrast, ##"{"C": {"ground": "#444444"}}"##),
        ]
        let broken = try findings(themes).filter { $0.contains(" + ") }
        #expect(
            broken.count == 1 && broken[0].hasPrefix("themes/high/config.json C.ground: acme + high: "), "\(broken)")
        let fix = ("acme-high", #""for": ["acme", "high"]"#, ##"{"C": {"text": "#FFFFFF"}}"##)
        #expect(try findings(themes + [fix]).filter { $0.contains(" + ") } == [])
        let worse = ("acme-dim", #""for": ["acme", "dim"]"#, ##"{"C": {"text": "#999999"}}"##)
        let found = try findings(themes + [fix, worse]).filter { $0.contains(" + ") }
        #expect(found.contains { $0.hasPrefix("themes/acme-dim/config.json C.text: acme + dim: ") }, "\(found)")
    }

    @Test("AX4: a setting that two axes set with different types is reported for the two")
    func types() throws {
        let found = try findings([
            ("acme", Self.brand, #"{"x": 1}"#), ("dark", Self.mode, #"{"x": true}"#),
            ("night", Self.mode, #"{"x": 2}"#),
        ])
        #expect(found.map { $0.hasPrefix("themes/dark/config.json x: acme + dark: ") } == [true], "\(found)")
        #expect(try Sentences.mismatch(found.first, of: "the type of a setting in a selection", in: "settings") == nil)
    }

    @Test("AX4: too many selections are an error for people")
    func limit() throws {
        let themes = (0..<16).flatMap { axis in
            let name = axis < 3 ? ["brand", "mode", "contrast"][axis] : "a\(axis)"
            return [("t\(axis)x", "\"axis\": \"\(name)\"", "{}")]
        }
        let found = try findings(themes, axes: 16)
        #expect(found.map { $0.hasPrefix("themepack.json limits.work: ") } == [true], "\(found)")
        #expect(try Sentences.mismatch(found.first, of: "too many selections", in: "settings") == nil)
    }
}
