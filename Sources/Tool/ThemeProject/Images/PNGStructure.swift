/// The header of a PNG and the positions of its chunks, without decoding. libpng checks whether the image is sound.
package struct PNGStructure {
    package static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    package let size: PixelSize
    package let hasAlpha: Bool
    /// Bytes of compressed text and color profiles. Some readers inflate them whole, to at most 1,032 times as many.
    private(set) var compressedExtraBytes = 0
    /// Bytes of texts, profiles and other chunks without which the image has the same pixels.
    private(set) var metadataBytes = 0
    /// `nil` for an upright image.
    private(set) var orientation: PhotoOrientation?
    /// Bytes after the IEND chunk; 0 if there is none.
    package private(set) var trailingByteCount = 0
    private let header: ArraySlice<UInt8>
    private let colors: ColorChunks
    /// The offset of the first IDAT. The others are not stored, because a file can have millions of empty ones.
    private let firstImageData: Int?
    package let bytes: [UInt8]

    package init(_ bytes: [UInt8]) throws(PNGError) {
        guard bytes.starts(with: Self.signature) else {
            let isTruncatedSignature = bytes.count < 8 && Self.signature.starts(with: bytes) && !bytes.isEmpty
            throw isTruncatedSignature ? .incomplete : .notPNG
        }
        var header: Range<Int>?
        var colors = ColorChunks()
        var firstImageData: Int?
        for chunk in PNGChunks(bytes) {
            let data = chunk.data
            if header == nil {
                if chunk.type == .crushed { throw .crushed }
                guard chunk.type == .header, chunk.length == 13 else { throw .broken("it has no IHDR chunk") }
                guard data.count == 13 else { throw .incomplete }
                header = data
                colors = ColorChunks(type: bytes[data.lowerBound + 9], depth: bytes[data.lowerBound + 8])
            }
            if chunk.type.isMetadata { metadataBytes += data.count }
            switch chunk.type {
            case .exif: orientation = PhotoOrientation(exif: bytes[data])
            case .palette where firstImageData == nil: colors.addPalette(data)
            case .transparency where firstImageData == nil: colors.addTransparency(data)
            case .imageData: firstImageData = firstImageData ?? data.lowerBound - 8
            case .compressedText, .profile: compressedExtraBytes += data.count
            // It is compressed if the byte after its keyword's NUL is 1.
            case .internationalText:
                if bytes[data].prefix(81).drop(while: { $0 != 0 }).dropFirst().first == 1 {
                    compressedExtraBytes += data.count
                }
            case .end: trailingByteCount = max(0, bytes.count - data.upperBound - 4)
            default: break
            }
        }
        guard let header else { throw .incomplete }
        size = PixelSize(
            width: bytes.bigEndianNumber(at: header.lowerBound),
            height: bytes.bigEndianNumber(at: header.lowerBound + 4))
        hasAlpha = bytes[header.lowerBound + 9] & 4 != 0 || colors.transparency != nil
        self.header = bytes[header]
        self.colors = colors
        self.firstImageData = firstImageData
        self.bytes = bytes
    }

    /// The cost of decoding: the bytes of all rows without their compression, at least one for each pixel. Those of
    /// a few images can be added.
    package var decodedBytes: Int {
        let type = Int(header[header.startIndex + 9])
        let channels = type < 7 ? [1, 4, 3, 1, 2, 4, 4][type] : 4
        let bits = max(8, channels * Int(header[header.startIndex + 8]))
        let pixels = UInt64(size.width).multipliedFullWidth(by: UInt64(size.height) * UInt64(bits / 8))
        return pixels.high > 0 ? .max / 8 : min(Int(clamping: pixels.low), .max / 8)
    }

    /// Whether the bytes include image data. If so, all chunks before it are known, and `hasAlpha` is final.
    package var hasImageData: Bool { firstImageData != nil }

    /// The data of the IDAT chunks that are not empty, up to the end of the bytes.
    private var imageData: some IteratorProtocol<Range<Int>> {
        PNGChunks(bytes, from: firstImageData ?? bytes.count).lazy.filter { $0.type == .imageData && !$0.data.isEmpty }
            .map(\.data).makeIterator()
    }

    package enum Comparison { case same, different, undecided }

    /// Compares header, palette, transparency and image data. Never `undecided` if `other` has the whole file.
    package func compare(with other: PNGStructure, otherIsWhole: Bool) -> Comparison {
        func data(_ range: Range<Int>?, of structure: PNGStructure) -> ArraySlice<UInt8> {
            range.map { structure.bytes[$0] } ?? []
        }
        guard header.elementsEqual(other.header) else { return .different }
        if other.hasImageData || otherIsWhole {
            guard data(colors.palette, of: self).elementsEqual(data(other.colors.palette, of: other)),
                data(colors.transparency, of: self).elementsEqual(data(other.colors.transparency, of: other))
            else { return .different }
        }
        var own = imageData
        var foreign = other.imageData
        var left = own.next()
        var right = foreign.next()
        while let one = left, let two = right {
            let count = min(one.count, two.count)
            guard bytes[one.prefix(count)].elementsEqual(other.bytes[two.prefix(count)]) else { return .different }
            left = one.count > count ? one.dropFirst(count) : own.next()
            right = two.count > count ? two.dropFirst(count) : foreign.next()
        }
        guard otherIsWhole else { return .undecided }
        return left == nil && right == nil ? .same : .different
    }
}

/// The data of PLTE and tRNS, as far as pixels depend on it. libpng ignores a chunk that is not where and as long as
/// the standard says.
private struct ColorChunks {
    private(set) var palette: Range<Int>?
    var transparency: Range<Int>? { isCancelled ? nil : firstTransparency }
    private let type: UInt8
    private let depth: UInt8
    private var firstTransparency: Range<Int>?
    private var isCancelled = false

    init(type: UInt8 = 0, depth: UInt8 = 0) { (self.type, self.depth) = (type, depth) }

    mutating func addPalette(_ data: Range<Int>) {
        if type == 3 { palette = data }
        if type == 2, data.count % 3 == 0, data.count <= 768, firstTransparency != nil { isCancelled = true }
    }

    mutating func addTransparency(_ data: Range<Int>) {
        let colorCount = palette.map { min($0.count / 3, 1 << Int(min(depth, 8))) } ?? 0
        let isUsed =
            switch type {
            case 0: data.count == 2
            case 2: data.count == 6
            case 3: (1...256).contains(data.count) && data.count <= colorCount
            default: false
            }
        if isUsed, firstTransparency == nil { firstTransparency = data }
    }
}

/// The reason why bytes have no readable PNG header.
package enum PNGError: Error, Equatable {
    case notPNG
    /// Apple's variant CgBI, which Xcode writes and the PNG standard does not allow.
    case crushed
    case broken(String)
    case incomplete
}
