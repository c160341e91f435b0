import CPNGShim
import ThemePackager
import ThemeSystem

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

    /// Whether its primaries and its transfer are those of sRGB, which an image without a profile has. The name of a
    /// profile does not tell: "Display P3 Gamut with sRGB Transfer".
    var isSRGB: Bool {
        var tags: [String: ArraySlice<UInt8>] = [:]
        for place in 0..<min(number(at: 128, 4) ?? 0, 100) {
            guard let offset = number(at: 136 + 12 * place, 4), let length = number(at: 140 + 12 * place, 4) else {
                break
            }
            tags[String(decoding: bytes[(132 + 12 * place)...].prefix(4), as: UTF8.self)] =
                bytes.dropFirst(offset).prefix(length)
        }
        // Tables go before primaries.
        guard !tags.keys.contains(where: { $0.hasPrefix("A2B") || $0.hasPrefix("D2B") }) else { return false }
        return Self.primaries.allSatisfy { name, primary in
            guard let color = tags["\(name)XYZ"], let curve = tags["\(name)TRC"].flatMap(ToneCurve.init) else {
                return false
            }
            let isNear = primary.indices.allSatisfy { axis in
                abs((color.fixed(at: 8 + 4 * axis) ?? 2) - primary[axis]) < 0.002
            }
            return isNear && curve.isSRGB
        }
    }

    /// The primaries of sRGB as XYZ, adapted to D50: http://www.brucelindbloom.com/index.html?Eqn_RGB_XYZ_Matrix.html
    private static let primaries = [
        "r": [0.4361, 0.2225, 0.0139], "g": [0.3851, 0.7169, 0.0971], "b": [0.1431, 0.0606, 0.7142],
    ]

    private func number(at offset: Int, _ length: Int) -> Int? { bytes[...].number(at: offset, length) }

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

/// The transfer of a channel in an ICC profile: a table, or a power with a straight start.
private struct ToneCurve {
    private let value: (Double) -> Double

    /// Returns `nil` for a function that sRGB does not have, such as a gamma alone.
    init?(_ tag: ArraySlice<UInt8>) {
        if tag.starts(with: "curv".utf8), let count = tag.number(at: 8, 4) {
            let table = (0..<min(count, 1 << 16)).compactMap { tag.number(at: 12 + 2 * $0, 2) }
            guard count > 1, table.count == count else { return nil }
            value = { x in
                let place = x * Double(table.count - 1)
                let start = min(Int(place), table.count - 2)
                let step = Double(table[start + 1] - table[start])
                return (Double(table[start]) + step * (place - Double(start))) / 65_535
            }
        } else if tag.starts(with: "para".utf8), tag.number(at: 8, 2) == 3 {
            let parameters = (0..<5).map { tag.fixed(at: 12 + 4 * $0) ?? 0 }
            value = { x in
                guard x >= parameters[4] else { return parameters[3] * x }
                return pow(parameters[1] * x + parameters[2], parameters[0])
            }
        } else {
            return nil
        }
    }

    /// Whether each of 256 steps stays within a step of sRGB.
    var isSRGB: Bool {
        (0...255).allSatisfy { abs(TransferFunction.encode(value(Double($0) / 255)) * 255 - Double($0)) < 1 }
    }
}

extension ArraySlice<UInt8> {
    /// Returns a signed number with 16 bits after the point.
    fileprivate func fixed(at offset: Int) -> Double? {
        number(at: offset, 4).map { Double(Int32(truncatingIfNeeded: $0)) / 65_536 }
    }
}
