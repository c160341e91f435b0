import TestSupport
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

    @Test(
        "30 combining marks in a row are a text, 31 are none",
        arguments: ["\u{301}", "\u{316}\u{301}", "\u{5B0}", "\u{94D}", "\u{3099}", "\u{1D165}", "\u{344}"],
        ["", "a", "\u{4E2D}\u{6587}", "\u{1F600}"])
    func marks(_ unit: String, _ start: String) {
        let marks = String(repeating: unit, count: 31).unicodeScalars
        let limit = start + String(String.UnicodeScalarView(marks.prefix(30)))
        let excess = start + String(String.UnicodeScalarView(marks.prefix(31))) + "x"
        #expect(String(validUTF8: Array(limit.utf8)).map { Array($0.utf8) } == Array(limit.utf8))
        #expect(String(validUTF8: Array(excess.utf8)) == nil)
        #expect(throws: InvalidText(.marks, at: limit.utf8.count)) { try String(checking: Array(excess.utf8)) }
        // A character between marks begins another row.
        #expect(String(validUTF8: Array((limit + "x" + limit).utf8)) != nil)
        #expect(Array(String(repairing: Array(excess.utf8)).utf8) == Array(limit.utf8))
    }

    @Test(
        "All that is no combining mark can be repeated", arguments: ["a", "\u{E9}", "\u{4E2D}", "\u{1100}", "\u{200D}"])
    func repeated(_ unit: String) {
        #expect(String(validUTF8: Array(String(repeating: unit, count: 1000).utf8)) != nil)
    }

    @Test("A text for messages has no more marks than others, and its other defects are replaced")
    func repaired() {
        #expect(String(repairing: [0x61, 0xFF]) == "a\u{FFFD}")
        let bytes = [0xFF] + Array(HostileText.marks(5000).utf8)
        #expect(String(repairing: bytes).unicodeScalars.count == 1 + InvalidText.marksMax)
    }
}
