import TestSupport
import Testing
import ThemeExchange

@Suite("Export of design tokens")
struct TokenExportTests: TokenTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    @Test(
        "The judge of exports finds what the standard forbids",
        arguments: [
            ("t.json", #"{"a.b": {"$type": "number", "$value": 1}}"#), ("t.json", #"{"a": {"$value": 1}}"#),
            ("t.json", #"{"a": {"$type": "number", "$value": true}}"#), ("t.json", #"{"a": 1}"#),
            ("t.json", #"{"a": {"$type": "number", "$value": 1, "b": {}}}"#), ("t.json", #"{"$x": {}}"#),
            ("t.json", ##"{"a": {"$type": "color", "$value": "#ffffff"}}"##),
            ("t.json", #"{"a": {"$type": "color", "$value": {"colorSpace": "srgb", "components": [0, 0, 2]}}}"#),
            (
                "t.json",
                ##"{"a": {"$type": "color", "$value": {"colorSpace": "srgb", "components": [0, 0, 0], "##
                    + ##""hex": "#00000000"}}}"##
            ),
            ("t.resolver.json", #"{"version": "2025.10"}"#),
            (
                "t.resolver.json",
                ##"{"version": "1", "resolutionOrder": [{"$ref": "#/sets/a"}], "sets": {"a": {"sources": []}}}"##
            ),
            ("t.resolver.json", ##"{"version": "2025.10", "resolutionOrder": [{"$ref": "#/sets/b"}]}"##),
            (
                "t.resolver.json",
                ##"{"version": "2025.10", "resolutionOrder": [{"$ref": "#/sets/a"}], "##
                    + ##""sets": {"a": {"sources": [], "name": "a"}}}"##
            ),
        ])
    func judge(_ name: String, _ json: String) { #expect(TokenJudge([name: Array(json.utf8)]).problems.count == 1) }

    @Test("Export and import give the same settings; what tokens cannot have is reported")
    func roundTrip() throws {
        let source = try TestProject()
        try source.theme(
            "default",
            config:
                ##"{"Color": {"a": "80123456", "Brand/b": "FFF"}, "Metrics.gap": 4.5, "s": "x", "a{b": "#000"}"##)
        try source.theme("night", config: #"{"Color": {"a": "FEDCBA"}}"#)
        try source.image("assets/x.png")
        let themes = try ExportedProject.themes("default", "night", in: source.root)
        let export = TokenExport.files(of: themes)
        #expect(export.paths == ["default.tokens.json", "night.tokens.json", "themes.resolver.json"])
        let left = export.items.filter { $0.outcome == .notTaken }.map(\.name)
        #expect(left == ["s", "x"])
        #expect(export.items.first { $0.name == "a{b" }?.newName == "a-b", "\(export.items)")
        let files = Dictionary(export.files.map { ($0.path, $0.bytes) }, uniquingKeysWith: { $1 })
        #expect(TokenJudge(files).problems == [])
        try export.write(to: sandbox, "out")
        let change = try CatalogMaker.write(try read("out/themes.resolver.json"), into: project)
        #expect(change.contents.items.allSatisfy { $0.outcome == .taken }, "\(change.contents.items)")
        let again = ExportedProject.summary(try ExportedProject.themes("default", "night", in: project))
        let expected = ExportedProject.summary(themes).filter { line in
            !line.contains(" x ") && !line.contains(" s ")
        }
        #expect(again == expected.map { $0.replacing(" a{b ", with: " a-b ") })
    }

    @Test("Settings whose names become one, or a group's, are defects")
    func collisions() throws {
        let source = try TestProject()
        try source.theme(
            "default", config: ##"{"a{b": "#000000", "a-b": "#111111", "c}d": {"e": "#222222"}, "c{d": "#333333"}"##)
        let export = TokenExport.files(of: try ExportedProject.themes("default", in: source.root))
        let files = Dictionary(export.files.map { ($0.path, $0.bytes) }, uniquingKeysWith: { $1 })
        #expect(TokenJudge(files).problems == [])
        let defects = export.items.filter { $0.notes.contains(where: \.isDefect) }
        #expect(defects.count == 2 && defects.allSatisfy { !$0.isTaken }, "\(export.items)")
    }
}
