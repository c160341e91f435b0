import CPNGShim
import ThemePackager

/// An ICC profile of an image in RGB or gray, which a PNG can contain.
struct ColorProfile {
    private let bytes: [UInt8]
    private let isGray: Bool

    /// Returns `nil` for bytes that are not a profile, and for profiles of other colors, such as CMYK.
    ///
    /// The header of 128 bytes has its length at 0, the color space at 16, and "acsp" at 36: https://www.color.org/icc1v42.pdf
    init?(_ bytes: [UInt8]) {
        let length = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        let space = String(decoding: bytes.dropFirst(16).prefix(4), as: UTF8.self)
        guard length == bytes.count, bytes.count > 128, bytes.count <= Self.limit,
            bytes.dropFirst(36).starts(with: "acsp".utf8), ["RGB ", "GRAY"].contains(space)
        else { return nil }
        self.bytes = bytes
        isGray = space == "GRAY"
    }

    /// Those for screens have some kilobytes, those with tables for printers more.
    private static let limit = 1 << 20

    /// The chunks that say something else about colors.
    private static let otherChunks = ["sRGB", "gAMA", "cHRM", "iCCP"]

    /// Returns the PNG with the profile instead of other statements about its colors; `nil` if the profile is not for
    /// its kind of colors.
    func added(to png: [UInt8]) -> [UInt8]? {
        // After the signature and IHDR, whose tenth byte is the color type: 0 and 4 are gray.
        let start = 33
        guard png.count > start, (png[25] == 0 || png[25] == 4) == isGray else { return nil }
        var result = Array(png[..<start]) + Self.chunk("iCCP", Array("ICC profile".utf8) + [0, 0] + Self.zlib(bytes))
        for chunk in PNGChunks(png).dropFirst()
        where chunk.isWhole && !Self.otherChunks.contains(chunk.type.description) {
            // Length and type are before the data, the checksum after it.
            result += png[chunk.data.lowerBound - 8..<chunk.data.upperBound + 4]
        }
        return result
    }

    private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        let named = Array(name.utf8) + data
        return number(UInt32(data.count)) + named + number(png_shim_crc32(0, named, named.count))
    }

    private static func number(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.bigEndian, Array.init) }

    /// A zlib stream of stored blocks: RFC 1950 and RFC 1951, section 3.2.4.
    private static func zlib(_ bytes: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: bytes.count, by: 0xFFFF) {
            let block = bytes[start...].prefix(0xFFFF)
            stream.append(start + block.count == bytes.count ? 1 : 0)
            for length in [UInt16(block.count), ~UInt16(block.count)] {
                stream += withUnsafeBytes(of: length.littleEndian, Array.init)
            }
            stream += block
        }
        var sums: (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            sums.0 = (sums.0 + UInt32(byte)) % 65_521
            sums.1 = (sums.1 + sums.0) % 65_521
        }
        return stream + number(sums.1 << 16 | sums.0)
    }
}
