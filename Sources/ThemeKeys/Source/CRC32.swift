/// The checksum of zip entries, for short data. It saves packages that generate keys from linking zlib.
enum CRC32 {
    static func checksum(of bytes: UnsafeRawBufferPointer) -> UInt32 {
        ~bytes.reduce(~0 as UInt32) { checksum, byte in
            checksum >> 8 ^ table[Int((checksum ^ UInt32(byte)) & 0xFF)]
        }
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(index) { value, _ in value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320 }
    }
}
