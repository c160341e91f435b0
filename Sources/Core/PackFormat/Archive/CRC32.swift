/// The checksum of zip. https://www.w3.org/TR/png-3/#D-CRCAppendix
package struct CRC32: Sendable {
    /// Table `n` continues a byte over `n` zeros, so that eight bytes take eight independent look-ups.
    private static let tables: [UInt32] = {
        var tables = [UInt32](repeating: 0, count: 8 * 256)
        for byte in 0..<256 {
            tables[byte] = (0..<8).reduce(UInt32(byte)) { crc, _ in crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
        for index in 256..<8 * 256 {
            let shorter = tables[index - 256]
            tables[index] = tables[Int(shorter & 0xFF)] ^ shorter >> 8
        }
        return tables
    }()

    private var state = UInt32.max

    package init() {}

    package var value: UInt32 { ~state }

    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        state = Self.tables.withUnsafeBufferPointer { tables in
            var crc = state
            var offset = 0
            while offset + 8 <= bytes.count {
                let word =
                    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) ^ UInt64(crc)
                crc = 0
                for byte in 0..<8 {
                    crc ^= tables[(7 - byte) << 8 + Int(truncatingIfNeeded: word >> UInt64(8 * byte) & 0xFF)]
                }
                offset += 8
            }
            for byte in bytes[offset...] { crc = tables[Int((crc ^ UInt32(byte)) & 0xFF)] ^ crc >> 8 }
            return crc
        }
    }

    package mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

    package static func value(of bytes: UnsafeRawBufferPointer) -> UInt32 {
        var crc = CRC32()
        crc.update(bytes)
        return crc.value
    }

    package static func value(of bytes: [UInt8]) -> UInt32 { bytes.withUnsafeBytes { value(of: $0) } }
}
