import Foundation
import TestSupport
import Testing
import ThemeDevelopment
import ThemeModel

@testable import ThemeRuntime

@Suite("Reading JSON")
struct JSONReaderTests {
    private func read(_ text: [UInt8]) throws(JSONReader.SyntaxError) -> SettingValue {
        try text.withUnsafeBytes { bytes in
            Result { () throws(JSONReader.SyntaxError) in try JSONReader.value(of: bytes) }
        }.get()
    }

    @Test(
        "Parses what Foundation parses",
        arguments: [
            "{}", "[]", "null", " true ", "-0", "0.5e-3", "1E+2", "\"\"", #""\u00e9\n\t\"\\\/\b\f\r""#,
            #""\ud83d\ude00""#,
            #"{"a": [1, {"b": null}], "c": "é"}"#, "[[[[]]]]", "[1,\n2\t,\r3]",
        ])
    func sound(_ text: String) throws {
        #expect(try read(Array(text.utf8)) == JSONDecoder().decode(SettingValue.self, from: Data(text.utf8)))
    }

    @Test(
        "Rejects text that is not JSON",
        arguments: [
            "", " ", "{", "[1,]", "{\"a\":1,}", "{\"a\" 1}", "{a: 1}", "01", "1.", ".5", "-", "+1", "1e", "nul", "tru",
            "NaN",
            "\"", "\"\\x\"", "\"\\u12\"", "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\\udc00\"", "\"a\nb\"", "1 2",
            "1e999",
            "{\"a\": 1, \"a\": 2}", "[1 2]", "\u{FEFF}{}", "\"\\u+123\"",
        ])
    func broken(_ text: String) {
        #expect(throws: JSONReader.SyntaxError.self) { try read(Array(text.utf8)) }
    }

    @Test("Rejects bytes that are not UTF-8")
    func notUTF8() {
        #expect(throws: JSONReader.SyntaxError.self) { try read([0x22, 0xFF, 0x22]) }
    }

    @Test("Depth, length and key paths have limits")
    func bounds() {
        #expect(throws: Never.self) {
            try read(Array((String(repeating: "[", count: 32) + String(repeating: "]", count: 32)).utf8))
        }
        for mark in ["[", "{\"a\":"] {
            #expect(throws: JSONReader.SyntaxError.self) {
                try read(Array(String(repeating: mark, count: 100_000).utf8))
            }
        }
        #expect(throws: JSONReader.SyntaxError.self) {
            try read([UInt8](repeating: 0x20, count: ReadingLimits().settingsBytes + 1))
        }
        let key = String(repeating: "k", count: 1_000_000)
        let members = (0..<100_000).map { "\"\($0)\":0" }.joined(separator: ",")
        #expect(throws: JSONReader.SyntaxError.self) { try read(Array("{\"\(key)\":{\(members)}}".utf8)) }
    }

    @Test("An error names line and column")
    func position() {
        let text = Array("{\n  \"a\": 1,\n  \"b\": x\n}".utf8)
        #expect {
            try read(text)
        } throws: { error in
            guard let problem = error as? JSONReader.SyntaxError else { return false }
            let error = text.withUnsafeBytes { ThemeError(problem, path: "p", entry: "config.json", in: $0) }
            return error
                == .invalidSettings(
                    path: "p", entry: "config.json", line: 3, column: 8, reason: "expected a value")
        }
    }

    @Test("Any bytes are parsed or rejected")
    func random() throws {
        var random = SeededRandom(seed: 5)
        let sound = Array(#"{"a": [1.5, true, null, "\u00e9x"], "b": {"c": -2e3}}"#.utf8)
        for _ in 0..<20_000 {
            var bytes = sound
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            _ = try? read(Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random))))
        }
    }
}
