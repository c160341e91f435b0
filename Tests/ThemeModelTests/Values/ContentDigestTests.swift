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

    @Test("Every byte counts for the hash value, so chosen halves do not make a set slow")
    func hashValues() throws {
        for position in 0..<ContentDigest.byteCount {
            let digests = try (0...UInt8.max).map { value in
                var bytes = [UInt8](repeating: 7, count: ContentDigest.byteCount)
                bytes[position] = value
                return try #require(ContentDigest(bytes))
            }
            // Equal values of two are improbable: 1 in 2^49.
            #expect(Set(digests.map(\.hashValue)).count == digests.count, "byte \(position)")
            let sorted = digests.shuffled().sorted(by: ContentDigest.precedesByBytes)
            #expect(sorted == digests && sorted.map(\.description) == digests.map(\.description).sorted())
        }
    }

    @Test(
        "Only 32 bytes or 64 digits are a digest",
        arguments: ["", String(hex.dropLast()), hex + "0", String(hex.dropLast()) + "g", String(hex.dropLast()) + "Ｆ"])
    func refused(_ text: String) {
        #expect(ContentDigest(hex: text) == nil)
        #expect(ContentDigest([UInt8](repeating: 0, count: text.utf8.count)) == nil)
    }
}
