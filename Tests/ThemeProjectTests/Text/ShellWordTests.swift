import TestSupport
import Testing
import ThemeProject

struct ShellWordTests {
    @Test(
        "A shell reads the word as the text",
        arguments: ["a", "themes/year", "c d", "it's", "$HOME", "a\"b", "", "-x", "~", "*", "ü/字", "a;b", "a\\b", "#x"])
    func read(_ text: String) throws {
        let result = try Tool.run("/bin/sh", ["-c", "printf %s \(text.shellWord)"])
        #expect(result.status == 0 && result.output == text, "\(result)")
    }

    @Test("Paths stay as they are, as far as a shell has no other use for them")
    func plain() {
        for text in ["themes/year", "../dist/year-1.2.0.themepack.zip", "a_b@2x.png", "HEAD:year", "ü/字"] {
            #expect(text.shellWord == text)
        }
    }
}
