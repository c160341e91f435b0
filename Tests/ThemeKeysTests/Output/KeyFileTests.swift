import PackFormat
import TestSupport
import Testing
import ThemeProject

@testable import ThemeKeys

@Suite("Generated keys")
struct KeyFileTests {
    @Test("ME17: Folders are enums, images and settings are properties with path, size, scales, type and hash")
    func sound() throws {
        let hash = String(XXHash64.hash("common/button"), radix: 16, uppercase: true)
        let padded = String(repeating: "0", count: 16 - hash.count) + hash
        let text = try ProjectFiles.sound.keys().text
        #expect(
            text.contains(
                """
                nonisolated extension __ImageKey {
                    enum Common {
                        /// `common/button`: 44 x 22 points, @1x @2x @3x
                        static var button: __ImageKey { .init("common/button", hash: 0x\(padded)) }
                    }
                }
                """))
        #expect(
            try ProjectFiles.sound.keys().declarations == [
                "enum Common {", "static var button: __ImageKey { .init(\"common/button\"",
                "enum Button {", "enum TitleColor {",
                "static var highlighted: __ColorSetting { .init(\"Button.titleColor.highlighted\"",
                "static var normal: __ColorSetting { .init(\"Button.titleColor.normal\"",
                "enum Color {", "static var background: __ColorSetting { .init(\"Color.background\"",
                "static var title: __ColorSetting { .init(\"Color.title\"",
                "enum Metrics {", "static var enabled: __BooleanSetting { .init(\"Metrics.enabled\"",
                "static var radius: __NumberSetting { .init(\"Metrics.radius\"",
                "static var font: __StringSetting { .init(\"Font\"", "static var list: __ListSetting { .init(\"List\"",
                "static var year: __ThemeID { \"year\" }",
            ])
        #expect(text.contains("typealias Color = __SettingKey.Color\n"))
    }

    @Test(
        "Keys do not ask how other themes name each other or the axes: an app can have the folder of the themes alone")
    func otherThemes() throws {
        var files = ProjectFiles.sound
        let alone = try files.keys().text
        files["themes/year/theme.json"] =
            #"{"id": "year", "version": "1.0.0", "imageNamePrefix": "year_", "axis": "brand", "extends": "base"}"#
        let text = try files.keys().text
        #expect(text.replacing("/// `year`, on the axis `brand`", with: "/// `year`") == alone, "\(text)")
    }

    @Test("AX5: axes are keys that name their themes; a theme's key names its axis or its members")
    func axes() throws {
        var files = ProjectFiles.sound
        files["themepack.json"] = #"{"axes": ["brand", "mode"]}"#
        for (id, place) in [("acme", #""axis": "brand""#), ("dark", #""axis": "mode""#), ("night", #""axis": "mode""#)]
        {
            files["themes/\(id)/theme.json"] = "{\"id\": \"\(id)\", \"version\": \"1.0.0\", \(place)}"
        }
        files["themes/acme-dark/theme.json"] = #"{"id": "acme-dark", "version": "1.0.0", "for": ["acme", "dark"]}"#
        let text = try files.keys().text
        #expect(
            text.contains(
                """
                nonisolated extension __ThemeID {
                    /// `acme`, on the axis `brand`
                    static var acme: __ThemeID { "acme" }
                    /// `acme-dark`, for `acme` and `dark`
                    static var acmeDark: __ThemeID { "acme-dark" }
                """), "\(text)")
        #expect(
            text.hasSuffix(
                """
                nonisolated extension __ThemeAxis {
                    /// `brand`: `acme`
                    static var brand: __ThemeAxis { "brand" }
                    /// `mode`: `dark`, `night`
                    static var mode: __ThemeAxis { "mode" }
                }

                """), "\(text)")
    }

    /// Compares the message and the hint with a case of `Tests/Sentences`.
    private func expect(_ error: UserError?, _ name: String) throws {
        #expect(try Sentences.mismatch(error?.sentence, of: name, in: "keys") == nil)
    }

    @Test("The same input gives the same bytes")
    func deterministic() throws {
        let files = ProjectFiles.project(
            (0..<200).map { "f\($0 % 7)/image\($0)" }, config: #"{"b": {"y": 1, "x": 2}, "a": "F00"}"#)
        let first = try files.keys().text
        for _ in 0..<3 { #expect(try files.keys().text == first) }
    }

    @Test("Every declaration has the access level", arguments: KeyAccess.allCases)
    func access(_ level: KeyAccess) throws {
        let text = try ProjectFiles.sound.keys(level).text
        let modifier = level == .internal ? "" : level.rawValue + " "
        let declarations = text.split(separator: "\n").map { line in line.drop { $0 == " " } }.filter {
            $0.contains("static var ") || $0.contains("enum ") || $0.contains("typealias ")
        }
        #expect(declarations.count == 18)
        for line in declarations {
            #expect(["static", "enum", "typealias"].contains { line.hasPrefix(modifier + $0) })
        }
    }

    @Test("Folders and images of one name, and a folder in a folder of its name, are different keys")
    func sameNames() throws {
        let keys = try ProjectFiles.project(["common", "common/common", "common/x", "common/common/x"]).keys()
        #expect(
            keys.declarations == [
                "static var common: __ImageKey { .init(\"common\"", "enum Common {",
                "static var common: __ImageKey { .init(\"common/common\"", "enum Common {",
                "static var x: __ImageKey { .init(\"common/common/x\"",
                "static var x: __ImageKey { .init(\"common/x\"",
            ])
    }

    @Test(
        "Two names with one identifier are an error that names both and the way out",
        arguments: [
            (["common/a-b", "common/a_b"], "common/a_b"), (["a-b/x", "a_b/y"], "a_b/"), (["图", "图/x"], "图/"),
            (["icon-1-1", "icon-11"], "icon-11"),
        ])
    func collisions(_ images: [String], _ other: String) throws {
        try expect(ProjectFiles.project(images).keyError(), images.joined(separator: ", "))
        let rules = "{\"names\": {\"\(other)\": \"other\"}}"
        #expect(try ProjectFiles.project(images, rules: rules).keys().declarations.count >= 2)
    }

    @Test("Settings that are Unicode twins collide")
    func twins() throws {
        let two = ProjectFiles.project(config: "{\"a\": {\"\u{E9}-x\": 1}, \"a \": {\"e\u{301}_x\": 1}}")
        try expect(two.keyError(), "Unicode twins in folders that are twins")
        let one = ProjectFiles.project(config: "{\"a\": {\"\u{E9}-x\": 1, \"e\u{301}_x\": 1}}")
        try expect(one.keyError(), "Unicode twins")
    }

    @Test("A name of Setting itself collides")
    func taken() throws {
        try expect(ProjectFiles.project(config: #"{"value": {"a": 1}}"#).keyError(), "a name of Setting itself")
    }

    @Test("A theme whose key would hide ThemeID.default collides", arguments: ["default_", "year"])
    func takenByDefault(_ id: String) throws {
        var files = ProjectFiles.project(rules: id == "year" ? #"{"names": {"year": "default"}}"# : nil)
        files["themes/\(id)/theme.json"] = #"{"id": "\#(id)", "version": "1.0.0"}"#
        try expect(files.keyError(), "a theme's key that hides ThemeID.default: \(id)")
    }

    @Test("Resources are keys, with their extension")
    func resources() throws {
        var files = ProjectFiles.project()
        files["themes/default/theme.json"] = #"{"id": "default", "version": "1.0.0", "resources": ["fonts/*"]}"#
        files["assets/fonts/Title-Bold.ttf"] = "font"
        #expect(
            try files.keys().declarations == [
                "enum Fonts {", "static var titleBoldTtf: __ResourceKey { .init(\"fonts/Title-Bold.ttf\"",
            ])
    }

    @Test("A project without default settings has keys for images alone")
    func noSettings() throws {
        var files = ProjectFiles.project(["a"])
        files["themes/default/theme.json"] = nil
        files["themes/year/theme.json"] = #"{"id": "year", "version": "1.0.0", "imageNamePrefix": "year_"}"#
        #expect(try files.keys().declarations.count == 2)
    }

    @Test("A broken default theme, or a broken theme.json that might hide a name, is an error with its position")
    func broken() throws {
        let config = try #require(ProjectFiles.project(["a"], config: "{\n  \"a\": }").keyError())
        #expect(config.path?.hasSuffix("themes/default/config.json") == true && config.position?.line == 2)
        var files = ProjectFiles.sound
        files["themes/year/theme.json"] = "{"
        #expect(files.keyError()?.path?.hasSuffix("themes/year/theme.json") == true)
        files = ProjectFiles.project(["a"])
        files.files["assets/a@1x.png"] = PNGFile(8, 4).bytes
        #expect(files.keyError()?.message.contains("second file") == true)
    }

    @Test("A file of another format that is named .png is an error, unless it is exempt: then it has no key")
    func otherFormat() throws {
        var files = ProjectFiles.project(["a", "b"])
        files["assets/a.png"] = "GIF89a" + String(repeating: "x", count: 60)
        let error = try #require(files.keyError())
        #expect(error.path?.hasSuffix("assets/a.png") == true)
        try expect(error, "a GIF that is named .png")
        files["themepack.json"] = #"{"exemptions": [{"rule": "image-format", "path": "assets/a.png"}]}"#
        let text = try files.keys().text
        #expect(text.contains("var b:") && !text.contains("var a:"))
        files["themepack.json"] = #"{"baseline": "b.json"}"#
        files["b.json"] = """
            {"version": 1, "findings": [{"rule": "image-format", "path": "assets/a.png", "actual": "a GIF"}]}
            """
        #expect(try files.keys().text == text)
    }

    @Test("All mistakes are reported at once, each with its place, and hints as notes")
    func allMistakes() throws {
        var files = ProjectFiles.project(["a", "b-c", "b_c"], config: #"{"x": 1, "y": 2}"#)
        files["themepack.json"] = """
            {"keys": {"types": {"x": "color", "z": "number"},
                      "names": {"a": "__a", "d": "e"},
                      "renamed": {"old": "none"}}}
            """
        let report = try #require(files.keyError()).report
        let lines = report.split(separator: "\n")
        for place in ["1:26: error: keys.types.x: ", "2:26: error: keys.names.a: ", "themepack.json:1:26: note: "] {
            #expect(lines.contains { $0.contains(place) }, "\(place) in \(report)")
        }
        #expect(lines.count { $0.contains(" error: ") || $0.hasPrefix("error: ") } == 6, "\(report)")
        #expect(try Sentences.mismatch(report, of: "all mistakes at once", in: "keys") == nil)
    }

    @Test("All files with errors are reported at once")
    func allFiles() throws {
        var files = ProjectFiles.sound
        files["assets/x.png"] = "GIF89a" + String(repeating: "x", count: 60)
        files["themes/year/theme.json"] = "{"
        let error = try #require(files.keyError())
        #expect(error.others.count == 1 && error.report.contains("x.png: note: "), "\(error.report)")
    }

    @Test("An image whose header cannot be read is a key without a size")
    func unreadable() throws {
        var files = ProjectFiles.project(["a"])
        files["assets/a.png"] = ""
        #expect(try files.keys().text.contains("/// `a`: @1x\n"))
    }
}
