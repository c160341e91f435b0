import PackFormat
import Testing
import ThemeModel

@Suite("Canonical JSON")
struct CanonicalJSONTests {
    private func text(_ value: SettingValue, spreadDepth: Int = .max) -> String {
        String(decoding: CanonicalJSON.encode(value, spreadDepth: spreadDepth), as: UTF8.self)
    }

    @Test(
        "Each value has one form",
        arguments: [
            (.null, "null"), (.boolean(true), "true"), (.boolean(false), "false"), (.number(0), "0"),
            (.number(-0.0), "0"),
            (.number(1), "1"), (.number(-12), "-12"), (.number(0.25), "0.25"), (.number(1e21), "1e+21"),
            (.number(9_007_199_254_740_992), "9007199254740992"), (.number(0.1), "0.1"),
            (.number(1.5e-300), "1.5e-300"),
            (.string(""), "\"\""), (.string("a\"b\\c/"), "\"a\\\"b\\\\c/\""), (.string("\n\r\t"), "\"\\n\\r\\t\""),
            (.string("\u{0}\u{1F}\u{7F}"), "\"\\u0000\\u001f\u{7F}\""), (.string("é图👍"), "\"é图👍\""), (.list([]), "[]"),
            (.object([:]), "{}"),
        ] as [(SettingValue, String)])
    func scalars(_ value: SettingValue, _ expected: String) {
        #expect(text(value) == expected + "\n")
    }

    @Test("Keys are in the order of their bytes, indented by two spaces")
    func layout() {
        let value = SettingValue.object([
            "b": .list([.number(1), .number(2)]), "B": .object(["x": .null]), "é": .boolean(true),
        ])
        #expect(
            text(value) == "{\n  \"B\": {\n    \"x\": null\n  },\n  \"b\": [\n    1,\n    2\n  ],\n  \"é\": true\n}\n")
        #expect(text(value, spreadDepth: 1) == "{\n  \"B\": {\"x\": null},\n  \"b\": [1, 2],\n  \"é\": true\n}\n")
        #expect(text(value, spreadDepth: 0) == "{\"B\": {\"x\": null}, \"b\": [1, 2], \"é\": true}\n")
    }

    @Test("Xcode's style has a space before the colon, lines in empty containers, and escaped slashes")
    func xcode() {
        let value = SettingValue.object([
            "a/b": .list([.number(1), .string("c/d")]), "e": .object([:]), "f": .object(["g": .list([])]),
        ])
        #expect(
            String(decoding: CanonicalJSON.encode(value, style: .xcode), as: UTF8.self)
                == """
                {
                  "a\\/b" : [
                    1,
                    "c\\/d"
                  ],
                  "e" : {

                  },
                  "f" : {
                    "g" : [

                    ]
                  }
                }

                """)
    }
}
