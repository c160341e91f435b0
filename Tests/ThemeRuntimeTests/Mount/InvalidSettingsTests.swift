import Testing
import ThemeModel

@testable import ThemeRuntime

@Suite("Settings that cannot be read")
struct InvalidSettingsTests {
    @Test(
        "An error names line and column",
        arguments: [
            ("{\n  \"a\": 1,\n  \"b\": x\n}", 3, 8, "expected a value"),
            ("{\"a\": 1,\n\"a\": 2}", 2, 1, "the key \"a\" stands twice"),
            ("[]", 1, 1, "is not a JSON object"),
        ])
    func position(_ text: String, _ line: Int, _ column: Int, _ reason: String) {
        let expected = ThemeError.invalidSettings(
            path: "p", entry: "config.json", line: line, column: column, reason: reason)
        #expect(throws: expected) {
            try Array(text.utf8).withUnsafeBytes { try SettingValue(settings: $0, path: "p", entry: "config.json") }
        }
    }
}
