import Foundation
import TestSupport
import Testing

@testable import ThemeTrust

@Suite("Strict base64")
struct StrictBase64Tests {
    @Test("It agrees with Foundation on every length")
    func agreement() {
        var random = SeededRandom(seed: 1)
        for count in 0..<200 {
            let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
            let text = Data(bytes).base64EncodedString()
            #expect(StrictBase64.decode(Array(text.utf8)) == bytes)
            #expect(StrictBase64.encodeWithoutPadding(bytes) == text.filter { $0 != "=" })
        }
    }

    @Test(
        "Every other spelling is refused",
        arguments: [
            "A", "AA", "AAA", "AB==", "AAB=", "A===", "====", "AA=A", "AAAA=", "AAAA====", "AA A", "AA-_", "AAé=",
            "AA==AAAA",
        ])
    func refused(_ text: String) { #expect(StrictBase64.decode(Array(text.utf8)) == nil) }
}
