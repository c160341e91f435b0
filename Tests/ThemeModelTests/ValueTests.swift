import Testing
import ThemeModel

@Suite("Canonical JSON")
struct CanonicalJSONTests {
    private func text(_ value: SettingValue, openDepth: Int = .max) -> String {
        String(decoding: CanonicalJSON.encode(value, openDepth: openDepth), as: UTF8.self)
    }

    @Test(
        "Each kind of value has one form",
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

    @Test("Keys stand in the order of their bytes, two spaces deeper a level")
    func layout() {
        let value = SettingValue.object([
            "b": .list([.number(1), .number(2)]), "B": .object(["x": .null]), "é": .boolean(true),
        ])
        #expect(
            text(value) == "{\n  \"B\": {\n    \"x\": null\n  },\n  \"b\": [\n    1,\n    2\n  ],\n  \"é\": true\n}\n")
        #expect(text(value, openDepth: 1) == "{\n  \"B\": {\"x\": null},\n  \"b\": [1, 2],\n  \"é\": true\n}\n")
        #expect(text(value, openDepth: 0) == "{\"B\": {\"x\": null}, \"b\": [1, 2], \"é\": true}\n")
    }
}

@Suite("Contract")
struct ContractTests {
    @Test("What is digested is written in order, whatever the order of making")
    func canonical() throws {
        let images = try ["b/x", "a"].flatMap { name in
            try [3, 1].map { factor in
                let size = PixelSize(width: UInt32(4 * factor), height: UInt32(2 * factor))
                return Contract.Image(try LogicalName(name), try #require(Scale(factor)), size)
            }
        }
        let contract = Contract(
            images: images, settings: [SettingPath(["Color", "title"]): .colour, SettingPath(["Color"]): .object])
        let expected = """
            {
              "contract": 1,
              "images": [
                ["a", 1, 4, 2],
                ["a", 3, 12, 6],
                ["b/x", 1, 4, 2],
                ["b/x", 3, 12, 6]
              ],
              "settings": [
                ["Color", "object"],
                ["Color.title", "colour"]
              ]
            }

            """
        #expect(String(decoding: contract.canonicalBytes, as: UTF8.self) == expected)
    }
}

@Suite("Near misses")
struct NearMissTests {
    @Test(
        "A name within a third of its length is suggested, another is not",
        arguments: [
            ("buttonImgae", ["buttonImage", "badge"], "buttonImage"), ("Badge", ["badge"], "badge"),
            ("bagde", ["badge"], "badge"),
            ("verfy", ["verify", "build"], "verify"), ("xyz", ["badge"], nil), ("a", ["b"], "b"), ("ab", [], nil),
            ("badge", ["badge"], nil), ("baddge", ["badger", "badge"], "badge"), ("", ["verify"], nil),
        ] as [(String, [String], String?)])
    func suggestions(_ name: String, _ candidates: [String], _ expected: String?) {
        #expect(NearMiss.suggestion(for: name, among: candidates) == expected)
    }

    @Test("Suggesting stops when its budget is used up")
    func budget() {
        var search = NearMiss(budget: 10)
        #expect(search.suggestion(for: "abcdefgh", among: ["abcdefgi"]) == nil)
        var larger = NearMiss(budget: 64)
        #expect(larger.suggestion(for: "abcdefgh", among: ["abcdefgi"]) == "abcdefgi")
        #expect(larger.suggestion(for: "abcdefgh", among: ["abcdefgi"]) == nil)
    }
}

@Suite("Types of settings")
struct SettingTypeTests {
    @Test(
        "A value's type follows from it, a colour's from its notation or its key",
        arguments: [
            (["a"], .null, nil), (["a"], .string(""), nil), (["a"], .boolean(true), .boolean),
            (["a"], .number(1), .number),
            (["a"], .string("x"), .string), (["a"], .string("#FFF"), .colour), (["a"], .string("rgb(1,2,3)"), .colour),
            (["a"], .string("RGBA(1,2,3,1)"), .colour), (["a"], .string("rgbx"), .string),
            (["Color", "x"], .string("F85825"), .colour),
            (["titleColor", "UIControlStateNormal"], .string("nonsense"), .colour),
            (["colours", "x"], .string("x"), .colour),
            (["Colorful", "x"], .string("x"), .string), (["a"], .list([]), .list), (["Color"], .object([:]), .object),
        ] as [([String], SettingValue, SettingType?)])
    func types(_ keys: [String], _ value: SettingValue, _ type: SettingType?) {
        #expect(SettingType(of: value, at: SettingPath(keys)) == type)
    }

    @Test("A tree is walked from the parent down, in the order of keys")
    func walking() {
        var paths: [String] = []
        SettingValue.object(["b": .number(1), "a": .object(["c": .null]), "B": .list([.number(1)])]).forEach {
            path, _ in
            paths.append(path.description)
        }
        #expect(paths == ["", "B", "a", "a.c", "b"])
    }
}

@Suite("Digests")
struct ContentDigestTests {
    static let hex = "00ff0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1dfe"

    @Test("Hexadecimal digits, bytes and memory are three ways to one digest")
    func forms() throws {
        let digest = try #require(ContentDigest(hex: Self.hex))
        #expect(digest.description == Self.hex)
        #expect(ContentDigest(digest.bytes) == digest)
        #expect(digest.bytes.withUnsafeBytes { ContentDigest(reading: $0) } == digest)
        #expect(digest.bytes[1] == 0xFF)
    }

    @Test(
        "Anything else than 32 bytes or 64 digits is none",
        arguments: ["", String(hex.dropLast()), hex + "0", String(hex.dropLast()) + "g", String(hex.dropLast()) + "Ｆ"])
    func refused(_ text: String) {
        #expect(ContentDigest(hex: text) == nil)
        #expect(ContentDigest([UInt8](repeating: 0, count: text.utf8.count)) == nil)
    }
}
