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
