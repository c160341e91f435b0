import Foundation
import TestSupport
import Testing
import ThemeExchange

@Suite("Tokens that are imported, exported and imported again")
struct TokenRoundTripTests: TokenTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    /// The settings of each theme of a project, as `theme path value`, with the themes.
    private func settings(in project: String) throws -> (lines: Set<String>, themes: [ExportedTheme]) {
        let all = try FileManager.default.contentsOfDirectory(atPath: "\(project)/themes").sorted()
        let ids = ["default"] + all.filter { $0 != "default" }
        let themes = try ExportedProject.looks(ids, mounting: ids, in: project)
        return (Set(ExportedProject.summary(themes)), themes)
    }

    @Test("Nothing that was taken is lost without a line that says so, in any dialect", arguments: TokenDialect.all)
    func keepsAll(_ dialect: TokenDialect) throws {
        for (path, text) in dialect.files { try sandbox.write(path, text) }
        let sources = dialect.sources.map { "\(sandbox.path)/\($0)" }
        try CatalogMaker.write(try TokenImport.read(sources, ImportOptions()), into: project)
        let before = try settings(in: project)
        var export = TokenExport.files(of: before.themes)
        export.leaveRest(of: before.themes)
        let files = Dictionary(uniqueKeysWithValues: export.files.map { ($0.path, $0.bytes) })
        #expect(TokenJudge(files).problems == [])
        try export.write(to: sandbox, "out")
        let source = files["themes.resolver.json"] == nil ? "out/default.tokens.json" : "out/themes.resolver.json"
        let change = try CatalogMaker.write(try read(source), into: "\(sandbox.path)/again")
        #expect(change.contents.items.allSatisfy { $0.outcome == .taken }, "\(change.contents.items)")
        let left = export.items.filter { $0.outcome != .taken }
        #expect(left.map(\.name) == dialect.left, "\(export.items)")
        let after = try settings(in: "\(sandbox.path)/again")
        let told = before.lines.filter { line in left.contains { line.split(separator: " ")[1] == $0.name } }
        #expect(told.count >= left.count)
        #expect(after.lines == before.lines.subtracting(told))
        #expect(after.themes.map(\.label) == before.themes.map(\.label))
    }
}

/// Token files of one tool.
struct TokenDialect: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The texts by the names of the files.
    let files: [String: String]
    /// The arguments of the import.
    let sources: [String]
    /// The settings that tokens cannot have.
    var left: [String] = []

    private static func schema(_ type: String) -> String {
        #""$schema": "https://example.com/token-types/\#(type).json""#
    }

    private static let studio = ##"""
        "core": {"red": {"value": "#ff0000", "type": "color"}, "gap": {"value": "4px", "type": "spacing"},
          "fontFamilies": {"body": {"value": "Inter", "type": "fontFamilies"}},
          "case": {"value": "none", "type": "textCase"}},
        "mode/light": {"back": {"value": "#ffffff", "type": "color"}},
        "mode/dark": {"back": {"value": "{red}", "type": "color"}}
        """##

    private static let studioThemes = """
        [{"name": "Light", "selectedTokenSets": {"core": "source", "mode/light": "enabled"}},
         {"name": "Dark", "selectedTokenSets": {"core": "source", "mode/dark": "enabled"}}]
        """

    static let all = [
        TokenDialect(
            testDescription: "W3C",
            files: [
                "t.tokens.json": ##"""
                {"color": {"$type": "color", "base": {"$value": {"colorSpace": "srgb", "components": [0.1, 0.2, 0.3],
                    "alpha": 0.5}}, "on": {"$value": "{color.base}"}, "wide": {"$value": "oklch(70% 0.1 200deg)"}},
                 "gap": {"$type": "dimension", "$value": {"value": 1.5, "unit": "rem"}},
                 "time": {"$type": "duration", "$value": {"value": 0.2, "unit": "s"}},
                 "font": {"family": {"$type": "fontFamily", "base": {"$value": ["Inter", "sans-serif"]}}},
                 "curve": {"$type": "cubicBezier", "$value": [0, 0, 1, 1]},
                 "line": {"$type": "border", "$value": {"color": "{color.base}", "width": "1px", "style": "solid"}},
                 "body": {"$type": "typography", "$value": {"fontFamily": "{font.family.base}", "fontWeight": "bold"}}}
                """##
            ], sources: ["t.tokens.json"], left: ["curve", "line.style"]),
        TokenDialect(
            testDescription: "W3C with a resolver document",
            files: [
                "base.json":
                    ##"{"a": {"$type": "color", "$value": "#111111"}, "b": {"$type": "number", "$value": 1}}"##,
                "dark.json": ##"{"a": {"$type": "color", "$value": "#eeeeee"}}"##,
                "dense.json": #"{"b": {"$type": "number", "$value": 0.5}}"#,
                "t.resolver.json": ##"""
                {"version": "2025.10", "resolutionOrder": [{"$ref": "#/sets/base"}, {"$ref": "#/modifiers/mode"},
                   {"$ref": "#/modifiers/density"}], "sets": {"base": {"sources": [{"$ref": "base.json"}]}},
                 "modifiers": {"mode": {"contexts": {"light": [], "dark": [{"$ref": "dark.json"}]}, "default": "light"},
                   "density": {"contexts": {"plain": [], "dense": [{"$ref": "dense.json"}]}, "default": "plain"}}}
                """##,
            ], sources: ["t.resolver.json"]),
        TokenDialect(
            testDescription: "Style Dictionary",
            files: [
                "t.json": ##"""
                {"color": {"red": {"value": "#ff0000"}, "danger": {"value": "{color.red.value}"}},
                 "size": {"font": {"value": "12px"}}, "asset": {"font": {"value": "x.ttf"}},
                 "content": {"icon": {"value": "'E001'", "type": "content"}}}
                """##
            ], sources: ["t.json"], left: ["asset.font", "content.icon"]),
        TokenDialect(
            testDescription: "Tokens Studio, one file",
            files: [
                "t.json":
                    #"{\#(studio), "$themes": \#(studioThemes), "$metadata": {"tokenSetOrder": ["core"]}}"#
            ], sources: ["t.json"], left: ["case"]),
        TokenDialect(
            testDescription: "Tokens Studio, a folder",
            files: [
                "t/core.json": ##"{"red": {"value": "#ff0000", "type": "color"}}"##,
                "t/mode/light.json": ##"{"back": {"value": "#ffffff", "type": "color"}}"##,
                "t/mode/dark.json": #"{"back": {"value": "{red}", "type": "color"}}"#, "t/$themes.json": studioThemes,
            ], sources: ["t"]),
        TokenDialect(
            testDescription: "Spectrum",
            files: [
                "t.json": """
                {"gap": {\(schema("scale-set")), "sets": {"desktop": {\(schema("dimension")), "value": "32px"},
                    "mobile": {\(schema("dimension")), "value": "40px"}}},
                 "blue": {\(schema("color-set")), "sets": {"light": {"value": "rgb(0, 0, 255)"},
                    "dark": {"value": "rgba(1, 2, 3, 0.5)"}}},
                 "size": {\(schema("system-set")), "sets": {"spectrum": {"value": "1px"}, "express": {"value": "2px"}}},
                 "sans-font-family": {\(schema("font-family")), "value": "Clean"},
                 "style": {\(schema("font-style")), "value": "italic"},
                 "shadow": {\(schema("drop-shadow")), "value": [{"y": "{gap}", "color": "{blue}"}]}}
                """
            ], sources: ["t.json"], left: ["style"]),
        TokenDialect(
            testDescription: "Primer",
            files: [
                "t.json5": """
                { base: { ink: { $value: '#1f2328', $type: 'color', alpha: 0.2 }, // the text
                  on: { $value: '{base.ink}', $type: 'color' }, z: { $value: 2, $type: 'number' }, } }
                """
            ], sources: ["t.json5"]),
        TokenDialect(
            testDescription: "Carbon, a file for each theme",
            files: [
                "white.json": ##"{"bg": {"$type": "color", "$value": "#ffffff"}, "fg": {"$value": "#000000"}}"##,
                "g100.json": ##"{"bg": {"$type": "color", "$value": "#161616"}}"##,
                "g10.json": ##"{"bg": {"$type": "color", "$value": "#ffffff"}}"##,
            ], sources: ["white.json", "g10.json", "g100.json"]),
    ]
}
