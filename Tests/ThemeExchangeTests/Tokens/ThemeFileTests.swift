import TestSupport
import Testing
import ThemeExchange
import ThemeProject

@Suite("Token files that are themes, and folders of them")
struct ThemeFileTests: TokenTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    private func write(_ files: [(name: String, red: Double)]) throws {
        for (name, red) in files {
            try sandbox.write(
                name, #"{"bg": {"$type": "color", "$value": {"colorSpace": "srgb", "components": [\#(red), 0, 0]}}}"#)
        }
    }

    private func color(_ theme: String) throws -> String? {
        try? ExportedProject.themes(theme, in: project)[0].settings.first?.color?.description
    }

    @discardableResult
    private func importAll(_ files: [String], themes: [String] = []) throws -> ProjectChange {
        let options = ImportOptions(themes: try AppearanceThemes(themes))
        return try CatalogMaker.write(
            try TokenImport.read(files.map { "\(sandbox.path)/\($0)" }, options), into: project)
    }

    @Test(
        "Files named as looks are themes, the first one the default",
        arguments: [
            ["white.json", "g10.json", "g100.json"], ["light.json", "dark.json"], ["dark.json", "light.json"],
            ["theme-light.tokens.json", "theme-dark.tokens.json"], ["lightTheme.json", "darkHighContrast.json"],
            ["light/color.json", "dark/color.json"], ["default.json", "dark.json"],
            ["tokens.light.json", "tokens.dark.json"],
        ])
    func looks(_ names: [String]) throws {
        try write(names.enumerated().map { ($1, Double($0) / 2) })
        let change = try importAll(names)
        #expect(change.contents.items.filter { $0.kind == "context" }.map(\.outcome).allSatisfy { $0 == .taken })
        let themes = change.contents.items.filter { $0.kind == "context" }.map(\.name)
        #expect(themes.count == names.count - 1 && change.line("bg") == "taken")
        #expect(try color("default") == "#FF000000")
        #expect(try color(themes[0]) == "#FF800000")
    }

    @Test("Other files are merged in order: the names of one are words for no look, or they have other tokens")
    func merged() throws {
        try write([("base.json", 0), ("brand.json", 1), ("dark.json", 0.5)])
        #expect(try importAll(["base.json", "brand.json"]).line("bg").hasPrefix("in part"))
        #expect(try importAll(["base.json", "dark.json"]).contents.items.map(\.kind) == ["token"])
        // A folder for the second round, or for a year: not Carbon's g10.
        for folder in ["round-g2", "launch-g2020"] {
            let files = ["\(folder)/base.json", "\(folder)/dark.json"]
            try write([(files[0], 0), (files[1], 0.5)])
            #expect(try importAll(files).contents.items.map(\.kind) == ["token"])
        }
        try sandbox.write("black.json", ##"{"black": {"$value": "#000"}}"##)
        try sandbox.write("white.json", ##"{"white": {"$value": "#fff"}}"##)
        #expect(try importAll(["black.json", "white.json"]).contents.items.map(\.kind) == ["token", "token"])
    }

    @Test("What all themes share stays below them, whatever the order")
    func shared() throws {
        try write([("light.json", 0), ("dark.json", 0.5)])
        try sandbox.write("core.json", ##"{"ink": {"$value": "#111111"}}"##)
        try importAll(["light.json", "dark.json", "core.json"])
        #expect(try settings(of: "dark") == ["bg", "ink"])
    }

    private func settings(of theme: String) throws -> [String] {
        try ExportedProject.themes(theme, in: project)[0].settings.map(\.path.description)
    }

    @Test(
        "--themes names a file by its path, its name or its theme, and chooses the default",
        arguments: ["g100.json", "g100"])
    func named(_ name: String) throws {
        try write([("white.json", 0), ("g100.json", 1), ("a.json", 0), ("b.json", 1)])
        try importAll(["white.json", "g100.json"], themes: ["\(name)=night"])
        #expect(try color("default") == "#FF000000" && color("night") == "#FFFF0000")
        try importAll(["white.json", "g100.json"], themes: ["\(name)=default"])
        let change = try importAll(["a.json", "b.json"], themes: ["b.json=beta"])
        #expect(change.item("b.json")?.kind == "context")
        #expect(try color("beta") == "#FFFF0000")
        #expect(try importAll(["a.json"], themes: ["default="]).item("default")?.outcome == .notTaken)
        let left = try importAll(["white.json", "g100.json"], themes: ["\(name)="])
        #expect(left.item(name)?.outcome == .notTaken)
        #expect(throws: UserError.self) { try importAll(["white.json", "g100.json"], themes: ["g9=x"]) }
    }

    @Test("--themes default=ID puts a later import into a theme of its own")
    func second() throws {
        try write([("white.json", 0), ("g100.json", 1)])
        try importAll(["white.json"])
        try importAll(["g100.json"], themes: ["default=g100"])
        #expect(try color("default") == "#FF000000" && color("g100") == "#FFFF0000")
    }

    @Test("All JSON files of a folder are read, or only its resolver documents")
    func folders() throws {
        try write([("t/light.json", 0), ("t/dark.json", 1)])
        try sandbox.write("t/more/core.json5", "{ink: {$value: '#111111'}}")
        try sandbox.write("t/notes.txt", "x")
        let change = try importAll(["t"])
        #expect(try color("default") == "#FF000000" && color("dark") == "#FFFF0000")
        #expect(change.line("ink") == "taken")
        try change.check("notes.txt", are: .notTaken)
        try sandbox.write(
            "t/a.resolver.json", #"{"resolutionOrder": [{"name": "s", "sources": [{"$ref": "dark.json"}]}]}"#)
        #expect(try importAll(["t/"]).item("ink") == nil)
        try sandbox.write("empty/x.txt", "x")
        let error = #expect(throws: UserError.self) { try importAll(["empty"]) }
        try error.check()
    }

    @Test("YAML is not called broken JSON", arguments: ["a.yaml", "b.tokens.yml"])
    func yaml(_ name: String) throws {
        try sandbox.write(name, "red:\n  $value: '#f00'\n")
        let item = try #require(try importAll([name]).item(name))
        #expect(item.outcome == .notTaken && !item.hasDefect && item.line.contains("YAML"))
    }
}
