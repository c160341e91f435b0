import Foundation
import TestSupport
import Testing

@testable import ThemeModel

@Suite("Reading JSON")
struct JSONReaderTests {
    /// The default limits of packs and projects.
    static let limits = SettingsLimits(bytes: 4_194_304, depth: 32, pathBytes: 16_777_216)

    private func read(
        _ text: some Sequence<UInt8>, _ limits: SettingsLimits = limits
    ) throws(SettingsError) -> SettingValue {
        try Array(text).withUnsafeBytes { bytes in
            Result { () throws(SettingsError) in try JSONReader.value(of: bytes, limits) }
        }.get()
    }

    private func readWithPlaces(
        _ text: some Sequence<UInt8>, _ limits: SettingsLimits = limits
    ) throws(SettingsError) -> (value: SettingValue, places: SettingsPlaces) {
        try JSONReader.placedValue(of: Array(text), limits)
    }

    /// Expects the same defect with and without places.
    private func expectDefect(
        _ defect: SettingsError.Defect, at offset: Int? = nil, in text: some Sequence<UInt8>,
        _ limits: SettingsLimits = limits, _ location: SourceLocation = #_sourceLocation
    ) {
        let errors = [
            #expect(throws: SettingsError.self, sourceLocation: location) { try read(text, limits) },
            #expect(throws: SettingsError.self, sourceLocation: location) { try readWithPlaces(text, limits) },
        ]
        for error in errors {
            #expect(error?.defect == defect, sourceLocation: location)
            if let offset { #expect(error?.offset == offset, sourceLocation: location) }
        }
    }

    static let sound = [
        "{}", "[]", "null", " true ", "false", "-0", "0", "0.5e-3", "1E+2", "-12.25", "9007199254740993",
        "9223372036854775807", "9223372036854775808", "-9223372036854775809", "18446744073709551616",
        "123456789012345678901234567890", "1.7976931348623157e308", "5e-324",
        "0." + String(repeating: "3", count: 1000),
        "\"\"", #""\u00e9\n\t\"\\\/\b\f\r""#, #""\u0000\u001F\uFFFF""#, #""\ud83d\ude00""#, #""\uD83D\uDE00x""#,
        "\"\u{7F}\u{2028}é图👍\"", #""a\u0041\\u0041""#,
        #"{"a": [1, {"b": null}], "c": "é"}"#, "[[[[]]]]", "[1,\n2\t,\r3]", #"{"": {"": ""}}"#, #"{"\u0061": 1}"#,
        String(repeating: "[", count: 32) + String(repeating: "]", count: 32),
        "[" + String(repeating: "7,", count: 1500) + "{\"a\": [1, \"x\"]}]",
    ]

    @Test("Parses what Foundation parses, with and without places", arguments: sound)
    func parses(_ text: String) throws {
        let expected = try JSONDecoder().decode(SettingValue.self, from: Data(text.utf8))
        #expect(try read(text.utf8) == expected)
        #expect(try readWithPlaces(text.utf8).value == expected)
    }

    @Test("A number that no double is near becomes zero, and keeps its sign")
    func zero() throws {
        #expect(try read("1e-400".utf8) == .number(0))
        for text in ["-0", "-0.0", "-1e-400"] {
            guard case .number(let number) = try read(text.utf8) else { Issue.record("\(text)"); continue }
            #expect(number == 0 && number.sign == .minus, "\(text)")
        }
    }

    static let broken: [(String, SettingsError.Defect, Int)] = [
        ("", .endOfFile, 0), (" ", .endOfFile, 1), ("[", .endOfFile, 1), ("[1,", .endOfFile, 3),
        ("{\"a\":", .endOfFile, 5), ("{", .expectedKey(followsComma: false), 1),
        ("{\"a\":1,}", .expectedKey(followsComma: true), 7), ("{a: 1}", .expectedKey(followsComma: false), 1),
        ("{\"a\":1,", .expectedKey(followsComma: false), 7), ("[1,]", .expectedValue, 3),
        ("{\"a\" 1}", .expectedColon(key: "a"), 5), ("{\"a\":1 2}", .expectedCommaOr("}"), 7),
        ("[1 2]", .expectedCommaOr("]"), 3), ("[1", .expectedCommaOr("]"), 2), ("[1}", .expectedCommaOr("]"), 2),
        ("1 2", .expectedEnd, 2), ("{}{", .expectedEnd, 2), ("null,", .expectedEnd, 4),
        ("01", .notAValue(word: "01"), 0), ("-", .notAValue(word: "-"), 0), ("+1", .notAValue(word: "+1"), 0),
        ("1.", .notAValue(word: "1."), 0), (".5", .notAValue(word: ".5"), 0), ("1e", .notAValue(word: "1e"), 0),
        ("1e+", .notAValue(word: "1e+"), 0), ("-01", .notAValue(word: "-01"), 0), ("0x1", .notAValue(word: "0x1"), 0),
        ("1.5x", .notAValue(word: "1.5x"), 0), ("1_000", .notAValue(word: "1_000"), 0),
        ("1e400", .inexactInteger, 0), ("-1e400", .inexactInteger, 0),
        ("00", .notAValue(word: "00"), 0), ("-00", .notAValue(word: "-00"), 0), ("- 1", .notAValue(word: "-"), 0),
        ("1e99999999999999999999", .inexactInteger, 0),
        ("NaN", .notAValue(word: "NaN"), 0), ("Infinity", .notAValue(word: "Infinity"), 0),
        ("nul", .notAValue(word: "nul"), 0), ("tru", .notAValue(word: "tru"), 0),
        ("nulll", .notAValue(word: "nulll"), 0),
        ("True", .notAValue(word: "True"), 0), ("'a'", .notAValue(word: "'a'"), 0), ("[,]", .notAValue(word: ""), 1),
        ("\u{FEFF}{}", .notAValue(word: "\u{FEFF}"), 0), ("1\u{A0}", .notAValue(word: "1\u{A0}"), 0),
        ("\u{661}", .notAValue(word: "\u{661}"), 0), ("\u{0}", .notAValue(word: "\u{0}"), 0),
        ("1\u{0}", .notAValue(word: "1\u{0}"), 0),
        ("[\"", .unclosedString, 1), ("\"a\\\"", .unclosedString, 0), ("\"\\", .unclosedString, 0),
        ("\"a\nb\"", .controlCharacter, 2), ("\"\t\"", .controlCharacter, 1), ("\"\u{0}\"", .controlCharacter, 1),
        ("\"\\x\"", .unknownEscape, 0), ("\"\\U0041\"", .unknownEscape, 0), ("\"\\\n\"", .unknownEscape, 0),
        ("\"\\u12\"", .expectedHexDigits, 0), ("\"\\u+123\"", .expectedHexDigits, 0),
        ("\"\\u00g0\"", .expectedHexDigits, 0), ("\"\\ud83d\\u12\"", .expectedHexDigits, 0),
        ("\"\\ud800\"", .halfSurrogatePair, 0), ("\"\\ud800\\u0041\"", .halfSurrogatePair, 0),
        ("\"\\ud800x\"", .halfSurrogatePair, 0), ("\"\\ud800\\n\"", .halfSurrogatePair, 0),
        ("\"\\udc00\"", .halfSurrogatePair, 0), ("\"\\ude00\\ud83d\"", .halfSurrogatePair, 0),
    ]

    @Test("Rejects text that is not JSON, at its place", arguments: broken)
    func rejects(_ text: String, _ defect: SettingsError.Defect, _ offset: Int) {
        expectDefect(defect, at: offset, in: text.utf8)
        guard text != "", text != " ", defect != .expectedEnd else { return }
        expectDefect(defect, at: offset + 6, in: "{\"b\": \(text)".utf8)
    }

    @Test(
        "Rejects bytes that are not UTF-8: stray, overlong, surrogates, beyond Unicode, cut",
        arguments: [
            [0xFF], [0x80], [0xC0, 0xAF], [0xE0, 0x80, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
            [0xE2, 0x82],
        ] as [[UInt8]])
    func notUTF8(_ bytes: [UInt8]) {
        expectDefect(.invalidText(.notUTF8), at: 0, in: [0x22] + bytes + [0x22])
        expectDefect(.invalidText(.notUTF8), at: 0, in: Array("\"\\n".utf8) + bytes + [0x22])
        expectDefect(.invalidText(.notUTF8), at: 1, in: Array("{\"".utf8) + bytes + Array("\": 1}".utf8))
    }

    @Test("A duplicate key is a defect, or has places", arguments: ["a", "\\u0061"])
    func duplicates(_ key: String) throws {
        let text = "{\"x\": {\"a\": 1, \"\(key)\": 2}}"
        #expect(throws: SettingsError(offset: 15, defect: .duplicateKey("a"))) { try read(text.utf8) }
        let (value, places) = try readWithPlaces(text.utf8)
        #expect(value == .object(["x": .object(["a": .number(2)])]))
        #expect(places.duplicates.map(\.key) == [SettingPath(["x", "a"])])
        #expect(places.duplicates.map(\.offset) == [15] && places.duplicates.map(\.first) == [7])
    }

    @Test("Each key and value has a place")
    func places() throws {
        let places = try readWithPlaces("{\"a\": [1,  {\"b\": \"c\"}]}".utf8).places
        #expect(places.keys == [SettingPath(["a"]): 1, SettingPath(["a", "1", "b"]): 12])
        #expect(
            places.values == [
                .root: 0, SettingPath(["a"]): 6, SettingPath(["a", "0"]): 7, SettingPath(["a", "1"]): 11,
                SettingPath(["a", "1", "b"]): 17,
            ])
    }

    @Test("Depth and length have limits", arguments: ["[", "{\"a\":"])
    func depth(_ mark: String) {
        expectDefect(.tooDeep(limit: 32), in: String(repeating: mark, count: 100_000).utf8)
        let unlimited = SettingsLimits(bytes: .max, depth: .max, pathBytes: .max)
        expectDefect(.tooDeep(limit: 128), in: String(repeating: mark, count: 100_000).utf8, unlimited)
        expectDefect(
            .tooLong(4_194_305, limit: 4_194_304), at: 0, in: [UInt8](repeating: 0x20, count: 4_194_305))
    }

    @Test("The paths of members have a limit")
    func paths() {
        let key = String(repeating: "k", count: 1_000_000)
        let members = (0..<1000).map { "\"\($0)\":0" }.joined(separator: ",")
        expectDefect(.longPaths, in: "{\"\(key)\":{\(members)}}".utf8)
    }

    @Test("Keys, values and numbers have limits")
    func counts() throws {
        var limits = Self.limits
        limits.keyBytes = 3
        limits.values = 3
        limits.numberBytes = 5
        limits.integerMax = 99
        #expect(throws: Never.self) { try readWithPlaces("{\"éa\": [12.50]}".utf8, limits) }
        expectDefect(.longKeyBefore(limit: 3), at: 7, in: "{\"éab\": 1}".utf8, limits)
        expectDefect(.longNumber(limit: 5), at: 1, in: "[12.500]".utf8, limits)
        expectDefect(.longNumber(limit: 2048), at: 0, in: String(repeating: "1", count: 1_000_000).utf8)
        expectDefect(.inexactInteger, at: 0, in: "-100".utf8, limits)
        #expect(try read("100.0".utf8, limits) == .number(100))
        #expect(try read("1e2".utf8, limits) == .number(100))
        #expect(throws: SettingsError(offset: 5, defect: .tooManyValues(limit: 3))) {
            try readWithPlaces("[1,2,3]".utf8, limits)
        }
    }

    @Test("Any bytes are parsed or rejected, with places as without, and as Foundation parses them")
    func random() throws {
        var random = SeededRandom(seed: 5)
        let sound = Array(#"{"a": [1.5, true, null, "\u00e9x\ud83d\ude00"], "b": {"c": -2e3}}"#.utf8)
        for _ in 0..<20_000 {
            var bytes = sound
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            bytes = Array(bytes.prefix(Int.random(in: bytes.count / 2...bytes.count, using: &random)))
            let plain = Result { () throws(SettingsError) in try read(bytes) }
            let placed = Result { () throws(SettingsError) in try readWithPlaces(bytes) }
            switch (plain, placed) {
            case (.success(let value), .success(let other)):
                #expect(value == other.value)
                #expect(try value == JSONDecoder().decode(SettingValue.self, from: Data(bytes)))
            case (.failure(let error), .failure(let other)): #expect(error == other)
            case (.failure(let error), .success(let other)):
                guard case .duplicateKey = error.defect else { Issue.record("\(error)"); break }
                #expect(other.places.duplicates.first?.offset == error.offset)
            case (.success, .failure(let error)): Issue.record("\(error)")
            }
        }
    }
}
