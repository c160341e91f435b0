import Foundation
import Testing
import ThemeModel

@Suite("Settings as JSON")
struct SettingValueTests {
    @Test(
        "A value is encoded as it is in a configuration file",
        arguments: [
            ("null", .null), ("true", .boolean(true)), ("1.5", .number(1.5)), ("3", .number(3)),
            (#""a \"é\"""#, .string("a \"é\"")), ("[1,[],null]", .list([.number(1), .list([]), .null])),
            (#"{"a":{"b":""}}"#, .object(["a": .object(["b": .string("")])])),
        ] as [(String, SettingValue)])
    func encoding(_ text: String, _ value: SettingValue) throws {
        let bytes = try JSONEncoder().encode(value)
        #expect(String(decoding: bytes, as: UTF8.self) == text)
        #expect(try JSONDecoder().decode(SettingValue.self, from: bytes) == value)
    }
}
