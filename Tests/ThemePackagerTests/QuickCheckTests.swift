import CPNGShim
import TestSupport
import Testing

/// The quick check may say "ask libpng" of anything, but never that something is sound which libpng refuses.
@Suite("The quick check and libpng")
struct QuickCheckTests {
    private func quick(_ bytes: [UInt8]) -> Bool { png_shim_quick_check(bytes, bytes.count, 16_384, 16_384) == 1 }

    private func libpng(_ bytes: [UInt8]) -> Bool {
        var message = [CChar](repeating: 0, count: Int(PNG_SHIM_MESSAGE_SIZE))
        return png_shim_decode(bytes, bytes.count, 16_384, 16_384, &message) == 1
    }

    @Test(
        "Of legal pictures it knows most at once, and libpng all", arguments: LegalImageTests.allKinds, [false, true])
    func legal(_ kind: (PNGFile.ColourType, Int), interlaced: Bool) {
        let bytes = PNGFile(33, 9, kind.0, depth: kind.1, shade: 0, interlaced: interlaced).bytes
        #expect(libpng(bytes))
        #expect(quick(bytes))
    }

    @Test("What it calls sound, libpng calls sound: every damage", arguments: BadImageTests.damages)
    func damages(_ input: BadInput) {
        let bytes = ProjectFiles.sound.with(input.spoil).files[BadInput.imagePath] ?? []
        #expect(!libpng(bytes) && !quick(bytes))
    }

    @Test(
        "The same with every byte changed to any of several values and with the CRCs put right",
        arguments: [false, true])
    func changes(interlaced: Bool) {
        for type in PNGFile.ColourType.allCases {
            let sound = PNGFile(9, 5, type, shade: 0x11, interlaced: interlaced)
            for (number, chunk) in sound.chunks.enumerated() {
                for offset in chunk.data.indices {
                    for mask in [1, 2, 0x80, 0xFF] as [UInt8] {
                        var image = sound
                        image.chunks[number].data[offset] ^= mask
                        let bytes = image.bytes
                        if quick(bytes) { #expect(libpng(bytes), "\(type) \(chunk.type) \(offset) \(mask)") }
                    }
                }
            }
        }
    }

    @Test("The same cut anywhere, and with any two bytes swapped")
    func cuts() {
        let bytes = BadImageTests.rich.bytes
        for count in bytes.indices { #expect(!quick(Array(bytes.prefix(count)))) }
        for offset in bytes.indices.dropFirst() {
            var swapped = bytes
            swapped.swapAt(offset - 1, offset)
            if quick(swapped) { #expect(libpng(swapped), "\(offset)") }
        }
    }
}
