import Testing
import ThemeModel

@Suite("Digests")
struct ContentDigestTests {
    static let hex = "00ff0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1dfe"

    @Test("Hexadecimal digits, bytes and memory give the same digest")
    func forms() throws {
        let digest = try #require(ContentDigest(hex: Self.hex))
        #expect(digest.description == Self.hex)
        #expect(ContentDigest(digest.bytes) == digest)
        #expect(digest.bytes.withUnsafeBytes { ContentDigest(reading: $0) } == digest)
        #expect(digest.bytes[1] == 0xFF)
    }

    @Test(
        "Only 32 bytes or 64 digits are a digest",
        arguments: ["", String(hex.dropLast()), hex + "0", String(hex.dropLast()) + "g", String(hex.dropLast()) + "Ｆ"])
    func refused(_ text: String) {
        #expect(ContentDigest(hex: text) == nil)
        #expect(ContentDigest([UInt8](repeating: 0, count: text.utf8.count)) == nil)
    }
}
