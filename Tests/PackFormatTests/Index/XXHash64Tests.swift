import PackFormat
import Testing

@Suite("XXH64")
struct XXHash64Tests {
    @Test(
        "The hashes of the published vectors are right",
        arguments: [
            ("", 0, 0xEF46_DB37_51D8_E999), ("a", 0, 0xD24E_C4F1_A98C_6E5B), ("abc", 0, 0x44BC_2CF5_AD77_0999),
            ("", 2_654_435_761, 0xAC75_FDA2_929B_17EF),
            ("Nobody inspects the spammish repetition", 0, 0xFBCE_A83C_8A37_8BF1),
            ("xxhash", 0, 0x32DD_3895_2C4B_C720), ("xxhash", 20_141_025, 0xB559_B98D_844E_0635),
        ] as [(String, UInt64, UInt64)])
    func vectors(_ text: String, _ seed: UInt64, _ hash: UInt64) {
        if seed == 0 { #expect(XXHash64.hash(text) == hash) }
        #expect(Array(text.utf8).withUnsafeBytes { XXHash64.hash($0, seed: seed) } == hash)
    }

    @Test("The hash does not depend on the bytes' address", arguments: 0..<8)
    func alignment(_ shift: Int) {
        let text = (0..<100).map { UInt8($0) }
        let shifted = [UInt8](repeating: 7, count: shift) + text
        let expected = text.withUnsafeBytes { XXHash64.hash($0) }
        #expect(shifted.withUnsafeBytes { XXHash64.hash(UnsafeRawBufferPointer(rebasing: $0[shift...])) } == expected)
    }

    @Test(
        "The hash depends on every byte and on the length",
        arguments: [1, 3, 4, 7, 8, 31, 32, 33, 63, 64, 65])
    func sensitivity(_ count: Int) {
        let bytes = (0..<count).map { UInt8($0) }
        var seen: Set<UInt64> = [bytes.withUnsafeBytes { XXHash64.hash($0) }]
        for index in bytes.indices {
            var other = bytes
            other[index] ^= 0x80
            seen.insert(other.withUnsafeBytes { XXHash64.hash($0) })
        }
        seen.insert(bytes.dropLast().withUnsafeBytes { XXHash64.hash($0) })
        #expect(seen.count == count + 2)
    }
}
