/// A square RGBA image of random pixels, not compressed.
struct StoredPNG {
    let bytes: [UInt8]

    init(side: Int, seed: UInt32) {
        var rows: [UInt8] = []
        rows.reserveCapacity(side * (4 * side + 1))
        var state = seed &* 2_654_435_761 | 1
        for _ in 0..<side {
            rows.append(0)
            for _ in 0..<4 * side {
                state = state &* 1_664_525 &+ 1_013_904_223
                rows.append(UInt8(state >> 24))
            }
        }
        let size = Self.bigEndian(UInt32(side))
        bytes =
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Self.chunk("IHDR", size + size + [8, 6, 0, 0, 0])
            + Self.chunk("IDAT", Self.stream(rows)) + Self.chunk("IEND", [])
    }

    private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let checked = Array(type.utf8) + data
        return bigEndian(UInt32(data.count)) + checked + bigEndian(crc32(checked))
    }

    /// A zlib stream of stored blocks. https://www.rfc-editor.org/rfc/rfc1951#section-3.2.4
    private static func stream(_ data: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var rest = data[...]
        while !rest.isEmpty {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(block.count)
            let length = UInt16(block.count)
            stream.append(rest.isEmpty ? 1 : 0)
            for number in [length, ~length] { stream += [UInt8(number & 0xFF), UInt8(number >> 8)] }
            stream += block
        }
        return stream + bigEndian(adler32(data))
    }

    private static func bigEndian(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private static let crcTable: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { crc, _ in crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }

    private static func crc32(_ data: [UInt8]) -> UInt32 {
        ~data.reduce(0xFFFF_FFFF) { crc, byte in crcTable[Int(crc & 0xFF) ^ Int(byte)] ^ crc >> 8 }
    }

    private static func adler32(_ data: [UInt8]) -> UInt32 {
        var low: UInt32 = 1
        var high: UInt32 = 0
        for byte in data {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return high << 16 | low
    }
}
