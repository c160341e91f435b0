import Foundation
import TestSupport
import Testing
import ThemeModel

@testable import ThemeTrust

/// Signed bytes that two readers could take for two feeds.
@Suite("Odd feeds")
struct OddFeedTests {
    /// The sample, as this version writes it, or as a later one that old readers can read.
    private static func text(isNewer: Bool) throws -> String {
        let text = String(decoding: try FeedReadingTests.sample().bytes, as: UTF8.self)
        return isNewer ? text.replacing("\"formatVersion\": 1", with: "\"formatVersion\": 2") : text
    }

    @Test(
        "No key stands twice, no number is out of its range, and nothing follows the end, in any version",
        arguments: [
            ("\"sequence\": 7", "\"sequence\": 7,\n  \"sequence\": 8"),
            ("\"sequence\": 7", "\"sequence\": 7,\n  \"\\u0073equence\": 8"),
            ("\"year\": {", "\"year\": {}, \"year\": {"), ("\"stable\": [", "\"stable\": [], \"stable\": ["),
            ("\"rollout\": 20", "\"rollout\": -1"), ("\"rollout\": 20", "\"rollout\": -20"),
            ("\"rollout\": 20", "\"rollout\": 20.5"), ("\"rollout\": 20", "\"rollout\": 1e400"),
            ("\"rollout\": 20", "\"rollout\": 18446744073709551636"), ("\"rollout\": 20", "\"rollout\": null"),
            ("\"rollout\": 20", "\"rollout\": NaN"), ("\"rollout\": 20", "\"rollout\": 020"),
            ("\"sequence\": 7", "\"sequence\": 9007199254740994"), ("\"sequence\": 7", "\"sequence\": 1e17"),
            ("\"bytes\": 4567", "\"bytes\": 4294967295"), ("\"bytes\": 4567", "\"bytes\": -4567"),
            ("\"bytes\": 4567", "\"bytes\": 99999999999999999999999999"),
            ("\"minimumReader\": 1,\n            \"sha256", "\"minimumReader\": 65536,\n            \"sha256"),
            ("\"minimumReader\": 1,\n            \"sha256", "\"minimumReader\": 0,\n            \"sha256"),
            ("\"year\": {", "\"y\u{435}ar/../x\": {"), ("\"year\": {", "\"\": {"),
            ("\"year\": {", "\"year\\u0000\": {"),
            ("\"year\": {", "\"\u{212A}ear\": {"), ("\"stable\": [", "\"stab\u{202E}le\": ["),
            ("\"withdrawn\": [", "\"withdrawn\": [\"\","), ("\"expires\": \"2026", "\"expires\": \"+2026"),
            ("\"address\": \"sha256/0505", "\"address\": \"https://evil.example/sha256/0505"),
            ("\"address\": \"sha256/0505", "\"address\": \"//evil.example/sha256/0505"),
            ("\"address\": \"sha256/0505", "\"address\": \"SHA256/0505"),
            ("https://themes.example.org/app/", "https://themes.example.org@evil.example/app/"),
            ("https://themes.example.org/app/", "https://themes.example.org/app/\\u0000/"),
            ("{\n  \"base\"", "\u{FEFF}{\n  \"base\""), ("\n}\n", "\n}\n{}"), ("\n}\n", "\n}\n\u{0}"),
        ], [false, true])
    func refused(_ change: (String, String), isNewer: Bool) throws {
        let text = try Self.text(isNewer: isNewer)
        let range = try #require(text.range(of: change.0), "\(change.0)")
        let changed = text.replacingCharacters(in: range, with: change.1)
        #expect(throws: FeedError.self) { try ThemeFeed(unverified: Array(changed.utf8)) }
    }

    @Test("Brackets without end, and bytes that are no text, are refused", arguments: [false, true])
    func nonsense(isNewer: Bool) throws {
        let text = try Self.text(isNewer: isNewer)
        let nested = text.replacing(
            "\"sequence\": 7", with: "\"more\": \(String(repeating: "[", count: 100_000)),\n  \"sequence\": 7")
        #expect(throws: FeedError.self) { try ThemeFeed(unverified: Array(nested.utf8)) }
        let key = Array(text.utf8.prefix(5)) + [0xFF] + Array(text.utf8.dropFirst(5))
        #expect(throws: FeedError.self) { try ThemeFeed(unverified: key) }
    }
}
