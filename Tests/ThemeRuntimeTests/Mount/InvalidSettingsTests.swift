import TestSupport
import Testing
import ThemeModel

@testable import ThemeRuntime

@Suite("Settings that cannot be read")
struct InvalidSettingsTests {
    @Test(
        "An error names line and column",
        arguments: [
            ("{\n  \"a\": 1,\n  \"b\": x\n}", 3, 8), ("{\"a\": 1,\n\"a\": 2}", 2, 1), ("[]", 1, 1),
        ])
    func position(_ text: String, _ line: Int, _ column: Int) throws {
        let error = #expect(throws: ThemeError.self) {
            try Array(text.utf8).withUnsafeBytes {
                try SettingValue.members(ofSettings: $0, path: "p", entry: "config.json")
            }
        }
        guard case .invalidSettings("p", "config.json", line, column, let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try Sentences.mismatch(reason, of: "settings: \(text)", in: "runtime") == nil)
    }
}
