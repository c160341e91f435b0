import TestSupport
import Testing
import ThemeModel

@testable import ThemeExchange

@Suite(
    "Reading JSON5 as Python does",
    .enabled(
        if: Tool.pythonHas("json5"), "json5 is not installed (THEMEPACK_PYTHON may name a Python that has it)"))
struct JSON5AgreementTests {
    /// Writes the value of each text as JSON, or `!` if it has none.
    private static let judge = """
        import json, json5, sys

        def read(text):
            try:
                return json.dumps(json5.loads(text))
            except (ValueError, RecursionError):
                return "!"

        texts = open(sys.argv[1], "rb").read().decode().split("\\0")
        sys.stdout.buffer.write("\\0".join(map(read, texts)).encode())
        """

    private static let rules: KeyValuePairs = [
        "o": "|||_|\n|/* c */|/* \n */|// c \n|\t",
        "number": "0|1|12|. 5|5 .|1 . 5|1 e 3|1 e - 3|1 E + 3|0x 1F|0X aB|. 5 e 1",
        "signed": "«number»|- «number»|+ «number»",
        "string": #"" a "|' b '|' it \' s '|" \n "|' " '|" \ \#n x "|' \u0041 '|" // "|' /* '|" , ] "|"""#,
        "leaf": "«signed»|«string»|true|null",
        "key": #"a|$b|c1|" d "|' e '|true"#,
        "pair": "«key» «o» : «o» «leaf» «o»",
        "list": "[ «o» ]|[ «leaf» «o» ]|[ «o» «leaf» , «leaf» «o» ]|[ «leaf» , «o» ]",
        "object": "{ «o» }|{ «o» «pair» }|{ «pair» , «o» «pair» }|{ «pair» , «o» }",
        "value": "«leaf»|«list»|«object»|[ «object» , «list» , ]|{ a : «object» , b : «list» }",
        "text": "«o» «value» «o»",
    ]

    /// Parts that no rule has.
    private static let oddities = [
        "0x0x", "0xZ1", "0xFFGG", "0x", "0x123456789", "00", "01", "1a", "-", "+", "--", "-+", ",", ":", "[", "]", "{",
        "}", "/*", "*/", "//", "/", "/**/", "\\", "'", "\"", ".", "..", "e", "x", "Infinity", "NaN", "undefined", "tru",
        "é", "\u{A0}", "\u{FEFF}", "\u{2028}", "\r", "\u{B}", "\\\r\n", "\\x41", "\\0", "\\v", "\\a", "\\u00", "\\\"",
    ]

    /// Whether only we refuse a text: JSON has no infinities, and names here have no escapes and no signs.
    private static func isStricter(_ text: String) -> Bool {
        text.contains(/Infinity|NaN|\\u\w+\s*:/)
    }

    @Test("Ten thousand texts have the same values as in Python's json5, or neither reads them")
    func texts() throws {
        var random = RandomText(of: "text", Self.rules, Self.oddities, seed: 63)
        let texts = (0..<10_000).map { _ in random.next() }
        let sandbox = try Sandbox()
        try sandbox.write("texts", texts.joined(separator: "\0"))
        let result = try Tool.run(try #require(Tool.python), ["-c", Self.judge, "\(sandbox.path)/texts"])
        let judged = result.output.utf8.split(separator: 0).map { Array($0) }
        try #require(result.status == 0, "\(result.errors)")
        try #require(judged.count == texts.count)
        var accepted = 0
        var stricter = 0
        for (text, expected) in zip(texts, judged) {
            if let own = Self.value(JSON5.json(of: Array(text.utf8))) {
                accepted += 1
                #expect(own == Self.value(expected), "\(text.debugDescription)")
            } else if expected != Array("!".utf8) {
                stricter += 1
                #expect(Self.isStricter(text), "\(text.debugDescription)")
            }
        }
        #expect(accepted > 3000 && stricter < 1000)
    }

    private static func value(_ json: [UInt8]) -> SettingValue? {
        let limits = SettingsLimits(bytes: 1 << 20, depth: 32, pathBytes: 1 << 20)
        return try? JSONReader.placedValue(of: json, limits).value
    }
}
