import PackFormat
import TestSupport
import Testing
import ThemeDevelopment
import ThemeModel
import ThemeRuntime

/// Keys as `themepack keys` writes them.
extension Setting {
    fileprivate enum Color {
        static var title: Setting<ThemeColor> {
            Setting<ThemeColor>(SettingKey("Color.title", hash: XXHash64.hash("Color.title")))
        }
        enum Bar { static var tint: Setting<ThemeColor> { Setting<ThemeColor>("Color.Bar.tint") } }
    }
    fileprivate enum Images { static var main: Setting<String> { Setting<String>("Images.main") } }
    fileprivate enum Metrics {
        static var radius: Setting<Double> { Setting<Double>("Metrics.radius") }
        static var steps: Setting<[Double]> { Setting<[Double]>("Metrics.steps") }
        static var colors: Setting<[ThemeColor]> { Setting<[ThemeColor]>("Metrics.colors") }
        static var shadow: Setting<Shadow> { Setting<Shadow>("Metrics.shadow") }
    }
}

/// A type of the app's own.
private struct Shadow: SettingConvertible {
    static let settingFormat = "a shadow: {\"radius\"}"
    var radius: Double

    init(radius: Double) { self.radius = radius }

    init?(setting: ResolvedSetting) {
        guard case .number(let radius)? = setting.value.object?["radius"] else { return nil }
        self.init(radius: radius)
    }
}

@Suite("Typed settings")
struct TypedSettingTests {
    private let black = ThemeColor(red: 0, green: 0, blue: 0)

    private func theme() throws -> Theme {
        try SettingsTests.theme(
            #"{"Color": {"title": "F85825", "Bar": {"tint": "1238"}}, "Metrics": {"shadow": {"radius": 2}}}"#,
            default: #"{"Color": {"title": "222"}, "Metrics": {"radius": "big", "steps": [1, 2], "colors": ["1238"]}}"#,
            more: #", "colorOrder": "rgba""#)
    }

    @Test("A typed key reads a setting of its type; nested names work as in a literal path")
    func read() throws {
        let theme = try theme()
        #expect(try theme[.Color.title] == ThemeColor("F85825"))
        #expect(try theme[.Color.Bar.tint]?.alpha == 0x88)
        #expect(try theme[.Metrics.steps] == [1, 2])
        #expect(try theme[.Metrics.shadow] == Shadow(radius: 2))
        #expect(try theme[Setting<String>("nothing")] == nil)
        // The default theme sets the list, so its order counts.
        #expect(try theme[.Metrics.colors]?.map(\.alpha) == [0x11])
    }

    @Test("Every type reads what its accessor reads")
    func accessors() throws {
        let theme = try SettingsTests.theme(
            #"{"a": "F85825", "b": 1.5, "c": true, "d": "12 Avenir", "e": "1x2", "f": {"top": 1}, "g": ["a", "b"]}"#)
        #expect(try theme[Setting<ThemeColor>("a")] == theme.color("a"))
        #expect(try theme[Setting<String>("a")] == theme.string("a"))
        #expect(try theme[Setting<Double>("b")] == theme.number("b"))
        #expect(try theme[Setting<Bool>("c")] == theme.boolean("c"))
        #expect(try theme[Setting<ThemeFont>("d")] == theme.font("d"))
        #expect(try theme[Setting<PointSize>("e")] == theme.size("e"))
        #expect(try theme[Setting<CapInsets>("f")] == theme.capInsets("f"))
        #expect(try theme[Setting<[String: SettingValue]>("f")] == theme.object("f"))
        #expect(try theme[Setting<SettingValue>("g")] == theme.value("g"))
        #expect(try theme[Setting<[String]>("g")] == ["a", "b"])
        #expect(throws: ThemeError.self) { try theme[Setting<[Double]>("g")] }
    }

    @Test("A read with a default does not throw: the default replaces an unset and a wrong setting")
    func defaults() throws {
        let theme = try theme()
        #expect(theme[.Color.title, default: black] == ThemeColor(red: 0xF8, green: 0x58, blue: 0x25))
        #expect(theme[Setting<ThemeColor>("Color.none"), default: black] == black)
        #expect(throws: ThemeError.self) { try theme[.Metrics.radius] }
        #expect(theme[.Metrics.radius, default: 4] == 4)
    }

    @Test("A typed key names an image, and has an origin")
    func images() throws {
        let project = try TestProject()
        try project.image("assets/common/a.png")
        try project.theme("default", config: #"{"Images": {"main": "common/a"}}"#)
        let theme = try ThemeLibrary(default: ThemePack(theme: .default, inProject: project.root)).defaultTheme
        #expect(try theme.image(forKey: .Images.main, at: .one)?.name == "common/a")
        #expect(try theme.image(forKey: Setting<String>("Images.none"), at: .one) == nil)
        #expect(try theme.origin(of: .Images.main)?.theme == .default)
    }

    @Test("A key with a given hash equals the key of its path")
    func hash() throws {
        let key = SettingKey("Color.title", hash: XXHash64.hash("Color.title"))
        #expect(key == "Color.title" && key.description == "Color.title")
        #expect(try theme().color(key) == ThemeColor("F85825"))
    }
}
