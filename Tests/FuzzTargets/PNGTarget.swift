import CPNGShim
import TestSupport

@testable import ThemePackager
@testable import ThemeProject

enum PNGTarget {
    /// The first byte selects the corrections: 1 the chunks' CRCs; 2 makes the rest the inflated rows of a valid file.
    static func run(_ input: [UInt8]) throws {
        guard let kind = input.first else { return }
        var bytes = Array(input.dropFirst())
        if kind & 2 != 0, bytes.count > 10 {
            // Width, height, type, depth and interlacing, then the uncompressed rows.
            let header = [0, 0, 0, bytes[0], 0, 0, 0, bytes[1], bytes[2], bytes[3], 0, 0, bytes[4] & 1]
            var image = PNGFile(1, 1)
            image = image.changing("IHDR") { $0.data = header }
            image = image.changing("IDAT") { $0.data = PNGFile.zlib(Array(bytes.dropFirst(5))) }
            if bytes[3] == PNGFile.ColorType.palette.rawValue {
                image = image.inserting(
                    .init("PLTE", [UInt8](repeating: 7, count: 3 << Int(bytes[2] & 7))), before: "IDAT")
            }
            bytes = image.bytes
        } else if kind & 1 != 0 {
            bytes = sealed(bytes)
        }
        let limit: UInt32 = 4096
        let structure = try? PNGStructure(bytes)
        let isQuick = png_shim_quick_check(bytes, bytes.count, limit, limit) == 1
        var message = [CChar](repeating: 0, count: Int(PNG_SHIM_MESSAGE_SIZE))
        var trailing = png_shim_trailing_data()
        let result = png_shim_decode(bytes, bytes.count, limit, limit, &trailing, &message)
        if isQuick, result != 1 {
            throw FuzzTarget.Violation("the quick check says yes, libpng: \(message.prefix { $0 != 0 })")
        }
        if isQuick, trailing.after_end > 0 || trailing.after_stream > 0 || trailing.inflated > 0 {
            throw FuzzTarget.Violation("the quick check accepts trailing data")
        }
        if result == 1, structure == nil { throw FuzzTarget.Violation("a sound file has no structure") }
        var limits = ProjectLimits()
        (limits.imageWidth, limits.imageHeight) = (Int(limit), Int(limit))
        limits.imageExtraBytes = .max
        let comparison = try? PixelComparison(bytes, bytes, limits: limits)
        // Reading expands palettes, so that libpng accepts indices beyond the end of one.
        if result == 1, comparison == nil { throw FuzzTarget.Violation("the pixels of a sound file cannot be read") }
        if let comparison, !comparison.isEqual { throw FuzzTarget.Violation("an image differs from itself") }
        if let structure { _ = structure.compare(with: structure, otherIsWhole: true) }
    }

    private static func sealed(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        var at = 8
        while bytes.count - at >= 12 {
            let length = bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
            guard length <= bytes.count - at - 12 else { break }
            let crc = PNGFile.bigEndian(PNGFile.crc32(Array(bytes[at + 4..<at + 8 + length])))
            bytes.replaceSubrange(at + 8 + length..<at + 12 + length, with: crc)
            at += 12 + length
        }
        return bytes
    }

    /// Every type and depth in every compression of the tests, and the sample's images.
    static var seeds: [[UInt8]] {
        var seeds: [[UInt8]] = []
        for type in PNGFile.ColorType.allCases {
            for depth in type.bitDepths {
                for interlaced in [false, true] {
                    let image = PNGFile(9, 5, type, depth: depth, shade: 0x55, interlaced: interlaced)
                    seeds.append([1] + image.bytes)
                    seeds.append(
                        [2, 9, 5, UInt8(depth), image.chunks[0].data[9], interlaced ? 1 : 0]
                            + PNGFile.rows(9, 5, type, depth: depth, shade: 0x55, interlaced: interlaced))
                }
            }
        }
        return seeds + RepositorySample.images.map { [1] + $0 }
    }
}
