extension PNGFile {
    /// A black image whose file has a thousandth of its image data.
    public static func blank(_ width: UInt32, _ height: UInt32, _ type: ColorType, depth: Int = 8) -> PNGFile {
        let channels = [ColorType.gray: 1, .rgb: 3, .palette: 1, .grayAlpha: 2, .rgba: 4][type] ?? 1
        let row = 1 + (Int(width) * channels * depth + 7) / 8
        let data = zeros(row * Int(height))
        return PNGFile(chunks: [header(width, height, type, depth: depth), Chunk("IDAT", data), Chunk("IEND")])
    }

    /// Zeros in the format of RFC 1950, in one block of RFC 1951 with fixed codes.
    private static func zeros(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = [0x78, 0x01]
        var buffer = 0
        var bits = 0
        // Codes begin with their highest bit.
        func append(_ code: Int, _ length: Int) {
            for bit in (0..<length).reversed() {
                buffer |= (code >> bit & 1) << bits
                bits += 1
                if bits == 8 {
                    bytes.append(UInt8(buffer))
                    (buffer, bits) = (0, 0)
                }
            }
        }
        append(0b110, 3)
        append(0x30, 8)
        // 258 bytes as before.
        for _ in 0..<(count - 1) / 258 { append(0b1100_0101 << 5, 13) }
        for _ in 0..<(count - 1) % 258 { append(0x30, 8) }
        append(0, 7)
        while bits > 0 { append(0, 1) }
        return bytes + bigEndian(UInt32(count % 65521) << 16 | 1)
    }
}
