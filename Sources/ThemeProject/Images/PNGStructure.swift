package import ThemeModel

/// The header of a PNG and the positions of its chunks, without decoding. libpng checks whether the image is sound.
package struct PNGStructure {
    package static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// A raw value is the chunk's name as a big-endian number.
    private enum Chunk: Int {
        case header = 0x4948_4452  // IHDR
        case palette = 0x504C_5445  // PLTE
        case transparency = 0x7452_4E53  // tRNS
        case imageData = 0x4944_4154  // IDAT
        case compressedText = 0x7A54_5874  // zTXt
        case internationalText = 0x6954_5874  // iTXt
        case profile = 0x6943_4350  // iCCP
        case crushed = 0x4367_4249  // CgBI
    }

    package let size: PixelSize
    package let hasAlpha: Bool
    /// Bytes of compressed text and color profiles. Some readers inflate them whole, to at most 1,032 times as many.
    private(set) var compressedExtraBytes = 0
    private let header: ArraySlice<UInt8>
    /// The data of PLTE, tRNS and of each IDAT, as far as it was read.
    private let palette: Range<Int>?
    private let transparency: Range<Int>?
    private let imageData: [Range<Int>]
    private let bytes: [UInt8]

    package init(_ bytes: [UInt8]) throws(PNGError) {
        guard bytes.starts(with: Self.signature) else {
            let isTruncatedSignature = bytes.count < 8 && Self.signature.starts(with: bytes) && !bytes.isEmpty
            throw isTruncatedSignature ? .incomplete : .notPNG
        }
        var header: Range<Int>?
        var palette: Range<Int>?
        var transparency: Range<Int>?
        var imageData: [Range<Int>] = []
        var at = 8
        while bytes.count - at >= 8 {
            let length = Self.bigEndian(bytes, at)
            let chunk = Chunk(rawValue: Self.bigEndian(bytes, at + 4))
            let data = at + 8..<min(bytes.count, at + 8 + length)
            if at == 8 {
                if chunk == .crushed { throw .crushed }
                guard chunk == .header, length == 13 else { throw .broken("it has no IHDR chunk") }
                header = data
            }
            switch chunk {
            case .palette: palette = data
            case .transparency: transparency = data
            case .imageData: imageData.append(data)
            case .compressedText, .profile: compressedExtraBytes += data.count
            // It is compressed if the byte after its keyword's NUL is 1.
            case .internationalText:
                if bytes[data].prefix(81).drop(while: { $0 != 0 }).dropFirst().first == 1 {
                    compressedExtraBytes += data.count
                }
            case .header, .crushed, nil: break
            }
            at += 12 + length
        }
        guard let header, header.count == 13 else { throw .incomplete }
        size = PixelSize(
            width: UInt32(Self.bigEndian(bytes, header.lowerBound)),
            height: UInt32(Self.bigEndian(bytes, header.lowerBound + 4)))
        hasAlpha = bytes[header.lowerBound + 9] & 4 != 0 || transparency != nil
        self.header = bytes[header]
        (self.palette, self.transparency, self.imageData, self.bytes) = (palette, transparency, imageData, bytes)
    }

    /// Whether the bytes include image data. If so, all chunks before it are known, and `hasAlpha` is final.
    package var hasImageData: Bool { !imageData.isEmpty }

    package enum Comparison { case same, different, undecided }

    /// Compares header, palette, transparency and image data. Never `undecided` if `other` has the whole file.
    package func compare(with other: PNGStructure, otherIsWhole: Bool) -> Comparison {
        func data(_ range: Range<Int>?, of structure: PNGStructure) -> ArraySlice<UInt8> {
            range.map { structure.bytes[$0] } ?? []
        }
        guard header.elementsEqual(other.header) else { return .different }
        if other.hasImageData || otherIsWhole {
            guard data(palette, of: self).elementsEqual(data(other.palette, of: other)),
                data(transparency, of: self).elementsEqual(data(other.transparency, of: other))
            else { return .different }
        }
        var own = imageData.map { bytes[$0] }[...]
        var others = other.imageData.map { other.bytes[$0] }[...]
        while let left = own.first, let right = others.first {
            let count = min(left.count, right.count)
            guard left.prefix(count).elementsEqual(right.prefix(count)) else { return .different }
            own[own.startIndex] = left.dropFirst(count)
            others[others.startIndex] = right.dropFirst(count)
            if own.first?.isEmpty == true { own.removeFirst() }
            if others.first?.isEmpty == true { others.removeFirst() }
        }
        guard otherIsWhole else { return .undecided }
        return own.allSatisfy(\.isEmpty) && others.allSatisfy(\.isEmpty) ? .same : .different
    }

    private static func bigEndian(_ bytes: [UInt8], _ at: Int) -> Int {
        Int(bytes[at]) << 24 | Int(bytes[at + 1]) << 16 | Int(bytes[at + 2]) << 8 | Int(bytes[at + 3])
    }
}
