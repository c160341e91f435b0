import TestSupport
import ThemeProject

extension BadConfigurationTests {
    /// 30 nested keys of 255 bytes, and 3,000 members in the innermost object: 56 KB whose key paths take 23 MB.
    private static let longPaths: String = {
        let nested = String(repeating: "{\"\(String(repeating: "k", count: 255))\": ", count: 30)
        let members = (0..<3000).map { "\"\($0)\": 1" }.joined(separator: ", ")
        return nested + "{" + members + "}" + String(repeating: "}", count: 30)
    }()

    static let configs: [BadInput] = [
        config("empty", "", position: (1, 1)),
        config("a list", "[]"),
        config("an empty key", "{\"a\": 1,\n \"\": 2}", position: (2, 2)),
        config("an empty key of an object", "{\"\": {\"a\": 1}}", position: (1, 2)),
        config("trailing comma", "{\n  \"a\": 1,\n}", position: (3, 1)),
        config("trailing comma in a list", "{\"List\": [1,\n2, ]}", position: (2, 4)),
        config("no comma", "{\"a\": 1\n \"b\": 2}", position: (1, 8)),
        config("no colon", "{\"a\" 1}", position: (1, 6)),
        config("no closing brace", "{\"a\": 1\n", position: (1, 1)),
        config("no value", "{\"a\": }", position: (1, 7)),
        config("no end of a string", "{\"a\": \"b}", position: (1, 7)),
        config("a line break in a string", "{\"a\": \"b\nc\"}", position: (1, 9)),
        config("a control character", "{\"a\": \"\u{1}\"}", position: (1, 8)),
        config("after non-ASCII, columns count characters", "{\"é图\": x}", position: (1, 8)),
        config("unquoted key", "{a: 1}", position: (1, 2)),
        config("single quotes", "{'a': 1}", position: (1, 2)),
        config("comment", "{} // x", position: (1, 4)),
        config("two documents", "{}{}", position: (1, 3)),
        config("leading zero", "{\"a\": 01}", position: (1, 7)),
        config("plus sign", "{\"a\": +1}", position: (1, 7)),
        config("hexadecimal", "{\"a\": 0x10}", position: (1, 7)),
        config("bare fraction", "{\"a\": .5}", position: (1, 7)),
        config("NaN", "{\"a\": NaN}", position: (1, 7)),
        config("number out of a double's range", "{\"a\": 1e400}", position: (1, 7)),
        config(
            "whole number that a double cannot hold", "{\"a\": 9007199254740993}", position: (1, 7)),
        config("True", "{\"a\": True}", position: (1, 7)),
        config("unknown escape", "{\"a\": \"\\x\"}", position: (1, 7)),
        config("lone high surrogate", "{\"a\": \"\\ud800\"}", position: (1, 7)),
        config("lone low surrogate", "{\"a\": \"\\udc00x\"}", position: (1, 7)),
        config("nested 100,000 deep", deep),
        config(
            "duplicate key", "{\"Font\": \"a\",\n\"Font\": \"b\"}", key: "Font", position: (2, 1)),
        config(
            "duplicate key below", "{\"Color\": {\"title\": \"FFF\", \"title\": \"000\"}}", key: "Color.title",
            position: (1, 28)),
        config(
            "duplicate key in another Unicode form", "{\"\u{E9}\": 1, \"e\u{301}\": 2}", key: "\u{E9}"),
        config(
            "a key with dots repeats a nested one", "{\"a\": {\"b\": 1},\n\"a.b\": 2}", key: "a.b", position: (2, 1)),
        config(
            "a nested key repeats one with dots", "{\"a.b\": 1,\n\"a\": {\"b\": 2}}", key: "a.b", position: (2, 7)),
        config(
            "an object twice", "{\"a.b\": {\"x\": 1},\n\"a\": {\"b\": {\"x\": 2}}}", key: "a.b", position: (2, 7)),
        config("a setting below a value", "{\"a\": 1,\n\"a.b\": 2}", key: "a.b", position: (2, 1)),
        config("a setting below a list", "{\"a.0\": 1,\n\"a\": [2]}", key: "a.0", position: (1, 2)),
        config("a key that begins with a dot", "{\".a\": 1}", position: (1, 2)),
        config("a key of 33 levels", "{\"\(String(repeating: "a.", count: 32))a\": 1}"),
        config(
            "no color", "{\"Color\": {\n  \"title\": \"F8582\"\n}}", .configColor, key: "Color.title",
            position: (2, 12)),
        config(
            "sign in a color", "{\"Color\": {\"title\": \"+F5825\"}}", .configColor, key: "Color.title",
            position: (1, 21)),
        config(
            "full-width digits in a color", "{\"Color\": {\"title\": \"ＦＦＦ\"}}", .configColor, key: "Color.title"),
        config(
            "color by a word", "{\"Color\": {\"title\": \"red\"}}", .configColor, key: "Color.title"),
        config(
            "string for a number", "{\"Metrics\": {\"radius\": \"6\"}}", .configType, key: "Metrics.radius",
            position: (1, 24)),
        config(
            "number for a color", "{\"Color\": {\"title\": 16316453}}", .configType, key: "Color.title"),
        config(
            "list for an object", "{\"Color\": []}", .configType, key: "Color"),
        config(
            "number for a boolean", "{\"Metrics\": {\"enabled\": 1}}", .configType, key: "Metrics.enabled"),
        config(
            "unknown key", "{\"Colour\": {}}", .configUnknownKey, key: "Colour", position: (1, 2)
        ),
        config(
            "unknown key below", "{\"Color\": {\"tilte\": \"FFF\"}}", .configUnknownKey, key: "Color.tilte"),
        BadInput(
            "a key of the default in another Unicode form", .configUnknownKey, at: configPath, key: "e\u{301}",
            position: (1, 2)
        ) {
            $0["themes/default/config.json"] = "{\"\u{E9}\": 1}"
            $0[configPath] = "{\"e\u{301}\": 1}"
        },
        config(
            "a state missing", "{\"Button\": {\"titleColor\": {\"normal\": \"FFF\"}}}", .configState,
            key: "Button.titleColor"),
        BadInput("not UTF-8", .configSyntax, at: configPath, position: (1, 8)) {
            $0.files[configPath] = Array("{\"a\": \"".utf8) + [0xFF] + Array("\"}".utf8)
        },
        config(
            "combining marks", "{\"a\": \"b\(HostileText.marks(40_000))\"}", position: (1, 39)),
        config(
            "escaped combining marks", "{\"a\": \"\(HostileText.escapedMarks(31))\"}", position: (1, 7)),
        config(
            "a key of combining marks", "{\n\"\(HostileText.escapedMarks(31))\": 1}", position: (2, 1)),
        BadInput("long keys with many members", .configSyntax, at: configPath) {
            $0[configPath] = longPaths
        },
        BadInput("larger than the limit when packed", .configSyntax, at: configPath) {
            $0[configPath] = "{\"List\": [" + String(repeating: "1,", count: 1 << 20) + "1]}"
        },
        BadInput("larger than the limit", .configSyntax, at: configPath) {
            $0[configPath] = "{}" + String(repeating: " ", count: 4 << 20)
        },
    ]
}
