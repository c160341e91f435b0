import Testing

@testable import ThemeKeys

@Suite("Texts in Swift source")
struct SwiftTextTests {
    @Test(
        "A literal has no quote, interpolation or invisible character of the text",
        arguments: [
            (#"a"b"#, #""a\"b""#), (#"a\(b)"#, #""a\\(b)""#), ("a\nb", #""a\u{A}b""#),
            ("a\u{202E}b", #""a\u{202E}b""#), ("a\u{0}", #""a\u{0}""#), ("é图😀", "\"é图😀\""),
            ("a\u{2028}", #""a\u{2028}""#), ("a\u{200D}", #""a\u{200D}""#),
        ])
    func literal(_ text: String, _ literal: String) { #expect(SwiftText.literal(text) == literal) }

    @Test(
        "A comment stays one line that shows what it contains",
        arguments: [
            ("a\nb", #"a\u{A}b"#), ("a\rb", #"a\u{D}b"#), ("*/ x", "*/ x"), ("`code`", #"\u{60}code\u{60}"#),
            ("a\u{2066}b\u{2069}", #"a\u{2066}b\u{2069}"#), ("\u{85}", #"\u{85}"#),
        ])
    func comment(_ text: String, _ comment: String) { #expect(SwiftText.comment(text) == comment) }
}
