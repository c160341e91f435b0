import Foundation
import TestSupport
import Testing

@testable import ThemeModel

@Suite("Base64")
struct Base64Tests {
    @Test("It agrees with Foundation on every length")
    func agreement() {
        var random = SeededRandom(seed: 1)
        for count in 0..<200 {
            let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
            let text = Data(bytes).base64EncodedString()
            #expect(Base64.decode(Array(text.utf8)) == bytes)
            #expect(Base64.encode(bytes) == text)
        }
    }

    @Test(
        "Every other spelling is refused",
        arguments: [
            "A", "AA", "AAA", "AB==", "AAB=", "A===", "====", "AA=A", "AAAA=", "AAAA====", "AA A", "AA-_", "AAé=",
            "AA==AAAA",
        ])
    func refused(_ text: String) { #expect(Base64.decode(Array(text.utf8)) == nil) }
}
