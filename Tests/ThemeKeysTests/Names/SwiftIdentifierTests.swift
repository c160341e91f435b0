import Testing

@testable import ThemeKeys

@Suite("Swift identifiers")
struct SwiftIdentifierTests {
    @Test(
        "A name is split into words, and written in camel case",
        arguments: [
            ("buttonImage", "buttonImage", "ButtonImage"), ("ButtonImage", "buttonImage", "ButtonImage"),
            ("button-image", "buttonImage", "ButtonImage"), ("button_image", "buttonImage", "ButtonImage"),
            ("home icon.small", "homeIconSmall", "HomeIconSmall"), ("URL", "url", "URL"),
            ("URLSession", "urlSession", "URLSession"), ("UIControlStateNormal", "uiControlStateNormal", nil),
            ("ThemeMode_Button_NavBarRight", "themeModeButtonNavBarRight", "ThemeModeButtonNavBarRight"),
            ("2x-on", "_2xOn", "_2xOn"), ("icon-24", "icon24", "Icon24"), ("$price", "price", "Price"),
            ("★", "u2605", "U2605"), ("-", "u002D", "U002D"), ("", "empty", "Empty"), ("$", "u0024", "U0024"),
            ("图", "图", "图"), ("😀", "😀", "😀"), ("straße", "straße", "Straße"), ("ßa", "ßa", "ßa"),
            ("Éclair", "éclair", "Éclair"), ("\u{301}a", "_\u{301}a", "_\u{301}a"), ("a\u{200D}b", "aB", "AB"),
            ("__", "u005Fu005F", nil), ("\u{1F3FB}", "_\u{1F3FB}", nil), ("a\nb", "aB", "AB"), ("a`b", "aB", "AB"),
            ("x\\(y)", "xY", "XY"),
        ] as [(String, String, String?)])
    func camelCase(_ name: String, _ property: String, _ type: String?) {
        #expect(SwiftIdentifier(propertyFor: name).text == property)
        if let type { #expect(SwiftIdentifier(typeFor: name).text == type) }
    }

    @Test("Words of the language are in backticks", arguments: ["default", "init", "self", "class", "in", "nil"])
    func keywords(_ name: String) {
        #expect(SwiftIdentifier(propertyFor: name).source == "`\(name)`")
    }

    @Test(
        "So are types that every type has",
        arguments: [("self", "`Self`"), ("type", "`Type`"), ("protocol", "`Protocol`")])
    func keywordTypes(_ name: String, _ source: String) {
        #expect(SwiftIdentifier(typeFor: name).source == source)
    }

    @Test("Two spellings of one text are one identifier")
    func canonical() {
        #expect(SwiftIdentifier(propertyFor: "\u{E9}") == SwiftIdentifier(propertyFor: "e\u{301}"))
    }

    @Test(
        "A chosen name has to be an identifier",
        arguments: [
            ("twoOn", true), ("_x", true), ("图", true), ("default", true), ("2x", false), ("a-b", false), ("", false),
            ("_", false), ("__ImageKey", false), ("`a`", false), ("a b", false), ("$0", false), ("a\u{202E}", false),
            ("x{}", false),
        ])
    func chosen(_ text: String, _ isOne: Bool) {
        #expect((SwiftIdentifier(chosen: text) != nil) == isOne)
    }
}
