import CPNGShim
import CPlainPNG
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
        try check(bytes)
    }

    private static let limit: UInt32 = 4096

    /// Checks what is true of any bytes: the quick check accepts no image that libpng does not, one answer holds for
    /// every way to decode it, and a part of an image never shows anything else than the whole.
    static func check(_ bytes: [UInt8]) throws {
        let looked = try look(at: bytes)
        let decoded = try decode(bytes)
        if looked != nil, decoded.trailing == nil {
            throw FuzzTarget.Violation("the quick check says yes, libpng: \(decoded.message)")
        }
        if let trailing = decoded.trailing {
            if looked != nil, trailing.after_end > 0 || trailing.after_stream > 0 || trailing.inflated > 0 {
                throw FuzzTarget.Violation("the quick check accepts trailing data")
            }
            guard plain_png_reads(bytes, bytes.count, limit, limit, 1) == 1 else {
                throw FuzzTarget.Violation("plain libpng does not read it")
            }
        } else if plain_png_reads(bytes, bytes.count, limit, limit, 1) == 1, isSoundStream(in: bytes) {
            throw FuzzTarget.Violation("only plain libpng reads it: \(decoded.message)")
        }
        try checkPixels(bytes, isSound: decoded.trailing != nil)
        if let rows = looked?.rows, let start = looked?.content.start {
            for count in stride(from: 0, to: bytes.count, by: 1 + bytes.count / 128) {
                try checkCut(count, of: bytes, rows, start: start)
            }
        }
    }

    /// Returns what the quick check says of a sound image; `nil` if it leaves the image to libpng.
    private static func look(at bytes: [UInt8]) throws -> (content: png_shim_content, rows: InflatedRows?)? {
        var content = png_shim_content()
        // Whatever is stored is another number.
        content.wants_grid = UInt8(bytes.count & 1)
        content.start = 0xA5A5_A5A5
        content.strongest = 0xA5
        let unused = OpaquePointer(bitPattern: 0xA5)
        var kept = unused
        let isSound = png_shim_quick_look(bytes, bytes.count, limit, limit, &content, &kept) == 1
        let isKept = kept != unused
        guard isSound else {
            guard !isKept, content.start == 0xA5A5_A5A5, content.strongest == 0xA5, content.is_known == 0 else {
                throw FuzzTarget.Violation("the quick check says no, and sets an output")
            }
            return nil
        }
        return (content, isKept ? kept.map { InflatedRows($0) } : nil)
    }

    private static func decode(_ bytes: [UInt8]) throws -> (trailing: png_shim_trailing_data?, message: String) {
        var message = [CChar](repeating: 0, count: Int(PNG_SHIM_MESSAGE_SIZE))
        let unused = png_shim_trailing_data(after_end: .max, after_stream: .max, inflated: .max)
        var trailing = unused
        let isSound = png_shim_decode(bytes, bytes.count, limit, limit, &trailing, &message) == 1
        let isStored = trailing.after_end != .max && trailing.after_stream != .max && trailing.inflated != .max
        guard isStored == isSound, (message[0] == 0) == isSound else {
            throw FuzzTarget.Violation("an output of the decoder is another's")
        }
        let text = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return (isSound ? trailing : nil, String(decoding: text, as: UTF8.self))
    }

    /// Whether the image data is a zlib stream that ends, and inflates to so few bytes that no limit matters.
    private static func isSoundStream(in bytes: [UInt8]) -> Bool {
        let chunks = PNGChunks(bytes).drop { $0.type != .imageData }.prefix { $0.type == .imageData }
        let stream = chunks.flatMap { bytes[$0.data] }
        return plain_zlib_inflates(stream, stream.count, Int(PNG_SHIM_EXCESS_MAX)) == 1
    }

    private static func checkPixels(_ bytes: [UInt8], isSound: Bool) throws {
        guard let structure = try? PNGStructure(bytes) else {
            if isSound { throw FuzzTarget.Violation("a sound file has no structure") }
            return
        }
        var limits = ProjectLimits()
        (limits.imageWidth, limits.imageHeight) = (Int(limit), Int(limit))
        limits.imageExtraBytes = .max
        let comparison = try? PixelComparison(bytes, bytes, limits: limits)
        guard (comparison != nil) == isSound else {
            throw FuzzTarget.Violation(isSound ? "a sound file has no pixels" : "a damaged file has pixels")
        }
        if comparison?.isEqual == false { throw FuzzTarget.Violation("an image differs from itself") }
        if isSound, try PixelReader(bytes, limits: limits).format.hasAlpha != structure.hasAlpha {
            throw FuzzTarget.Violation("the structure's transparency is not libpng's")
        }
        guard structure.compare(with: structure, otherIsWhole: true) == .same else {
            throw FuzzTarget.Violation("a structure differs from itself")
        }
    }

    /// - Parameters:
    ///   - rows: of the whole image.
    ///   - start: the checksum of its first rows.
    static func checkCut(_ count: Int, of bytes: [UInt8], _ rows: InflatedRows, start: UInt32) throws {
        let head = Array(bytes.prefix(count))
        let compared = rows.compare(withStartOf: head)
        if compared.differs { throw FuzzTarget.Violation("cut to \(count) bytes, an image differs from itself") }
        for checksum in [compared.checksum, ImageStart(ofHead: head).checksum] {
            guard checksum == nil || checksum == start else {
                throw FuzzTarget.Violation("cut to \(count) bytes, an image has another checksum")
            }
        }
        guard InflatedRows(head, first: .max)?.isEqual(to: rows) != false else {
            throw FuzzTarget.Violation("cut to \(count) bytes, an image has other rows")
        }
        guard let structure = try? PNGStructure(head) else { return }
        do throws(ImageError) {
            _ = try PNGDecoder.checkHead(structure, isWhole: false)
        } catch {
            throw FuzzTarget.Violation("cut to \(count) bytes, an image is damaged")
        }
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
        let image = PNGFile(chunks: [
            PNGFile.header(40, 30), .init("IDAT", InflateTarget.zlib(PNGFile.rows(40, 30))), .init("IEND"),
        ])
        seeds += PNGEnding.all.map { [0] + $0.replacing(image) }
        return seeds + RepositorySample.images.map { [1] + $0 }
    }
}
