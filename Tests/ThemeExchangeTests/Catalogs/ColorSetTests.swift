import TestSupport
import Testing
import ThemeExchange
import ThemeModel

@Suite("Color sets of asset catalogs")
struct ColorSetTests {
    let maker: CatalogMaker

    init() throws { maker = try CatalogMaker() }

    @Test(
        "Each notation of components, and all of them in one color",
        arguments: [
            (#""red": "0.929", "green": "0.467", "blue": "0.302", "alpha": "1.000""#, "ED774D"),
            (#""red": 0.929, "green": 0.467, "blue": 0.302"#, "ED774D"),
            (#""red": "237", "green": "119", "blue": "77", "alpha": "1""#, "ED774D"),
            (#""red": "0xED", "green": "0x77", "blue": "0x4D", "alpha": 1"#, "ED774D"),
            (#""red": "0.929", "green": "119", "blue": "0x4d", "alpha": "0.500""#, "80ED774D"),
            (#""red": 237, "green": 119, "blue": 77, "alpha": "0.000""#, "00ED774D"),
            (#""red": "0x01", "green": "0x00", "blue": "0x00""#, "010000"),
            (#""red": "1", "green": "2", "blue": "0""#, "010200"),
        ])
    func components(_ components: String, _ expected: String) throws {
        try maker.colorSet("c", CatalogMaker.color(components))
        #expect(try maker.importAll().line("c") == "taken")
        #expect(try maker.settings("default").contains("\"c\": \"\(expected)\""))
    }

    @Test("A color space that is no name is unknown", arguments: ["7", "null", #""nonsense""#])
    func unknownSpace(_ space: String) throws {
        let components = #""components": {"red": 1, "green": 0.5, "blue": 0.5}"#
        try maker.colorSet("c", "{\"color\": {\"color-space\": \(space), \(components)}}")
        #expect(try maker.importAll().line("c").contains("is unknown"))
    }

    @Test("Ones alone are the whole, and the table says so")
    func ones() throws {
        try maker.colorSet("c", CatalogMaker.color(#""red": "1", "green": "1", "blue": "0", "alpha": "1""#))
        try maker.importAll().check("c", are: .changed)
        #expect(try maker.settings("default").contains("\"c\": \"FFFF00\""))
    }

    // The values of display-p3 were computed from the primaries of both spaces.
    @Test(
        "Other color spaces are converted, and the table says so",
        arguments: [
            ("display-p3", #""red": 0.5, "green": 0.5, "blue": 0.5"#, "808080"),
            ("display-p3", #""red": 0.8, "green": 0.4, "blue": 0.2"#, "DB5E1F"),
            ("display-p3", #""red": 1, "green": 0.0, "blue": 0.0"#, "FF0000"),
            ("gray-gamma-22", #""white": "0.500", "alpha": "1.000""#, "808080"),
            ("extended-srgb", #""red": 1.2, "green": -0.1, "blue": 0.5"#, "FF0080"),
            ("extended-linear-srgb", #""red": 0.5, "green": 0.25, "blue": 0.0"#, "BC8900"),
        ])
    func spaces(_ space: String, _ components: String, _ expected: String) throws {
        try maker.colorSet("c", CatalogMaker.color(components, space: space))
        try maker.importAll().check("c", are: .changed, of: "\(space), \(components)")
        let settings = try maker.settings("default")
        #expect(settings.contains("\"c\": \"\(expected)\""), "\(settings)")
    }

    @Test("A number above 1 in an extended space is no step of 255")
    func extendedInteger() throws {
        try maker.colorSet("c", CatalogMaker.color(#""red": 2, "green": -0.5, "blue": 0.2"#, space: "extended-srgb"))
        try maker.importAll().check("c", are: .changed)
        #expect(try maker.settings("default").contains("\"c\": \"FF0033\""))
    }

    @Test("An extended color within sRGB is taken as it is")
    func extended() throws {
        try maker.colorSet("c", CatalogMaker.color(#""red": 0.5, "green": 1.0, "blue": 0.0"#, space: "extended-srgb"))
        #expect(try maker.importAll().line("c") == "taken")
    }

    @Test("References to the system's colors are reported")
    func references() throws {
        try maker.colorSet(
            "c", #"{"idiom": "universal", "color": {"platform": "ios", "reference": "systemBackgroundColor"}}"#)
        let change = try maker.importAll()
        try change.check("c", are: .notTaken)
        #expect(!change.contents.items.contains { $0.notes.contains(where: \.isDefect) })
    }

    @Test(
        "Broken components are defects that name what is wrong",
        arguments: [
            (#""red": "NaN", "green": 0, "blue": 0"#, "red"), (#""red": "inf", "green": 0, "blue": 0"#, "red"),
            (#""red": "1e999", "green": 0, "blue": 0"#, "red"), (#""green": 0, "blue": 0"#, "red"),
            (#""red": 0, "green": "0xFFFF", "blue": 0"#, "green"), (#""red": 0, "green": 0, "blue": [1]"#, "blue"),
            (#""red": 0, "green": 0, "blue": 0, "alpha": "half""#, "alpha"),
            (#""red": 0, "green": 0, "blue": 99999"#, "blue"),
        ])
    func broken(_ components: String, _ named: String) throws {
        try maker.colorSet("c", CatalogMaker.color(components))
        let item = try #require(try maker.importAll().item("c"))
        #expect(item.outcome == .notTaken)
        #expect(item.notes.count == 1 && item.notes[0].isDefect && item.notes[0].text.contains("'\(named)'"), "\(item)")
    }

    @Test("Appearances set the color in the theme's settings")
    func appearances() throws {
        try maker.colorSet(
            "c", CatalogMaker.color(#""red": 0, "green": 0, "blue": 0.5"#),
            CatalogMaker.color(#""red": 0.5, "green": 0, "blue": 0.0"#, more: CatalogMaker.dark))
        #expect(try maker.importAll().line("c") == "taken")
        #expect(try maker.settings("default").contains("\"c\": \"000080\""))
        #expect(try maker.settings("dark").contains("\"c\": \"800000\""))
    }
}
