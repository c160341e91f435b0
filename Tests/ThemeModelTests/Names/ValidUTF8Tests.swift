import ThemeModel
import Testing

@Suite("Text from bytes")
struct ValidUTF8Tests {
    @Test(
        "Valid UTF-8 becomes text",
        arguments: ["", "a", "é", "e\u{301}", "\u{FFFD}", "𝄞", "a\0b", "\r\n"])
    func valid(_ text: String) {
        #expect(String(validUTF8: Array(text.utf8)).map { Array($0.utf8) } == Array(text.utf8))
    }

    @Test(
        "Invalid UTF-8 is rejected",
        arguments: [
            [0x80], [0xFF], [0xC3], [0xC0, 0x80], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
            [0x61, 0xF0, 0x9D, 0x84], [0xEF, 0xBF, 0xBD, 0xFE],
        ] as [[UInt8]])
    func invalid(_ bytes: [UInt8]) {
        #expect(String(validUTF8: bytes) == nil)
        #expect(String(validUTF8: bytes + Array("a long text that does not fit into a small string".utf8)) == nil)
    }

    @Test("Two bytes are valid if both are ASCII, or if they are a pair of the Unicode standard's table 3-7")
    func pairs() {
        for first in UInt8.min...UInt8.max {
            for second in UInt8.min...UInt8.max {
                let isValid = first < 0x80 && second < 0x80 || 0xC2...0xDF ~= first && 0x80...0xBF ~= second
                #expect((String(validUTF8: [first, second]) != nil) == isValid)
            }
        }
    }
}
