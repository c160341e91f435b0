import Foundation
import TestSupport
import Testing

@testable import ThemeModel

@Suite("Reading property lists")
struct PropertyListReaderTests {
    static let limits = SettingsLimits(bytes: 100_000, depth: 8, pathBytes: 10_000)

    static func value(_ text: String) throws(SettingsError) -> SettingValue {
        try PropertyListReader.value(of: Array(text.utf8), limits)
    }

    @Test("Settings that Foundation writes are read as they were")
    func foundation() throws {
        var random = SeededRandom(seed: 3)
        for _ in 0..<500 {
            let value = SettingValue.object(["root": Self.random(&random, depth: 0)])
            let encoder = PropertyListEncoder()
            encoder.outputFormat = .xml
            #expect(try PropertyListReader.value(of: Array(encoder.encode(value)), Self.limits) == value)
        }
    }

    private static func random(_ random: inout SeededRandom, depth: Int) -> SettingValue {
        func text() -> String {
            let parts = ["a", "ü", "<", ">", "&", "\"", "'", " ", "\n", "\t", "]]>", "&amp;", "😀", "e\u{301}"]
            return (0..<Int.random(in: 0...5, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }
                .joined()
        }
        switch Int.random(in: 0..<(depth < 4 ? 7 : 5), using: &random) {
        case 0: return .boolean(.random(using: &random))
        case 1: return .number(Double(Int.random(in: -1000...1_000_000_000, using: &random)))
        case 2: return .number(Double(bitPattern: UInt64.random(in: 0x3000...0x4FFF, using: &random) << 48 | 0xABCDEF))
        case 3, 4: return .string(text())
        case 5: return .list((0..<3).map { _ in Self.random(&random, depth: depth + 1) })
        default:
            return .object(
                Dictionary((0..<3).map { _ in (text(), Self.random(&random, depth: depth + 1)) }) { $1 })
        }
    }

    @Test(
        "It agrees with Foundation about every form of a value",
        arguments: [
            "<true/>", "<true></true>", "<false/>", "<string/>", "<string> a </string>", "<string>a\r\nb</string>",
            "<string><![CDATA[<a>]]>b</string>", "<string>&#65;&#x42;</string>", "<integer>12</integer>",
            "<integer>-12</integer>", "<integer>+12</integer>", "<integer>0x1F</integer>",
            "<integer>007</integer>", "<real>1.5</real>", "<real>-1e3</real>", "<real>12</real>", "<real>.5</real>",
            "<array/>", "<dict/>", "<array><dict/><array/></array>",
            "<dict><key>a&lt;</key><true/></dict>", "<integer></integer>", "<integer>x</integer>",
            "<integer>1.5</integer>", "<integer>1 2</integer>", "<real></real>", "<real>x</real>", "<real>nan</real>",
            "<real>inf</real>", "<real>1,5</real>", "<dict><true/></dict>", "<dict><key>a</key></dict>",
            "<foo/>", "<array>", "<array></dict>", "",
        ])
    func forms(_ form: String) {
        for text in ["<plist version=\"1.0\"><array>\(form)</array></plist>", "<array>\(form)</array>"] {
            let expected = try? PropertyListDecoder().decode(SettingValue.self, from: Data(text.utf8))
            #expect((try? Self.value(text)) == expected)
        }
    }

    @Test("Foundation's decoder refuses these three, and reads the fourth as a string")
    func differences() throws {
        #expect(try Self.value("<integer> 7\n</integer>") == .number(7))
        #expect(try Self.value("<dict><key/><true/></dict>") == .object(["": .boolean(true)]))
        #expect(try Self.value("<dict><key>a<!-- b -->c</key><true/></dict>") == .object(["ac": .boolean(true)]))
        #expect(throws: SettingsError(offset: 18, defect: .unexpectedElement("key"))) {
            try Self.value("<dict><key>a</key><key>b</key></dict>")
        }
    }

    @Test(
        "Every defect has its place",
        arguments: [
            ("bplist00", 0, .binary), ("", 0, .xml(.noRoot)), ("<plist/>", 8, .noValue),
            ("<plist><true/><true/></plist>", 14, .unexpectedElement("true")),
            ("<plist>x<true/></plist>", 7, .textBetweenElements), ("<dict>x</dict>", 6, .textBetweenElements),
            ("<true>x</true>", 6, .textBetweenElements), ("<true><true/></true>", 6, .unexpectedElement("true")),
            ("<string><b/></string>", 8, .unexpectedElement("b")), ("<html/>", 0, .unexpectedElement("html")),
            ("<dict><key>a</key></dict>", 18, .keyWithoutValue("a")), ("<dict><true/></dict>", 6, .valueWithoutKey),
            ("<dict><key>a</key><true/><key>&#97;</key><true/></dict>", 25, .duplicateKey("a")),
            ("<!DOCTYPE a [<!ENTITY b 'c'>]><true/>", 13, .xml(.declaration)),
            ("<array><date/></array>", 7, .dateOrData), ("<real>nan</real>", 0, .notANumber),
            ("<integer>9007199254740993</integer>", 0, .inexactInteger),
            ("<integer>99999999999999999999</integer>", 0, .inexactInteger),
            (String(repeating: "<array>", count: 10), 63, .tooDeep(limit: 8)),
            ("<true>", 6, .xml(.endOfFile)), ("<true/></true>", 7, .xml(.endWithoutStart("true"))),
        ] as [(String, Int, SettingsError.Defect)])
    func defects(_ text: String, _ offset: Int, _ defect: SettingsError.Defect) {
        var limits = Self.limits
        limits.integerMax = 9_007_199_254_740_991
        #expect(throws: SettingsError(offset: offset, defect: defect)) {
            try PropertyListReader.value(of: Array(text.utf8), limits)
        }
    }

    @Test("Limits hold, and nothing is copied beyond them")
    func bounds() {
        var limits = SettingsLimits(bytes: 1000, depth: 8, pathBytes: 40)
        func defect(_ text: String) -> SettingsError.Defect? {
            do throws(SettingsError) {
                _ = try PropertyListReader.placedValue(of: Array(text.utf8), limits)
                return nil
            } catch {
                return error.defect
            }
        }
        #expect(defect(String(repeating: " ", count: 1001)) == .tooLong(1001, limit: 1000))
        let member = "<key>abcdefgh</key>"
        #expect(defect("<dict>\(member)<true/></dict>") == nil)
        #expect(defect("<dict>\(member)<dict>\(member)<dict>\(member)<true/></dict></dict></dict>") == .longPaths)
        limits.keyBytes = 7
        #expect(defect("<dict>\(member)<true/></dict>") == .longKey(limit: 7))
        limits.values = 2
        #expect(defect("<array><true/><true/></array>") == .tooManyValues(limit: 2))
    }

    @Test("Places are those of the tags, also of duplicate keys")
    func places() throws {
        let text = "<plist><dict><key>a</key><array><true/></array><key>a</key><real>1</real></dict></plist>"
        let (value, places) = try PropertyListReader.placedValue(of: Array(text.utf8), Self.limits)
        #expect(value == .object(["a": .number(1)]))
        #expect(places.keys == [SettingPath(["a"]): 47])
        #expect(places.values[.root] == 7 && places.values[SettingPath(["a", "0"])] == 32)
        #expect(places.values[SettingPath(["a"])] == 59)
        #expect(places.duplicates.map(\.offset) == [47] && places.duplicates.map(\.first) == [13])
    }
}
