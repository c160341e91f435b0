package import ThemeModel

/// The format of an image as its file states it.
package struct PixelFormat: Hashable, Sendable {
    /// The raw values are PNG's.
    package enum ColorType: UInt8, Sendable {
        case gray = 0
        case rgb = 2
        case palette = 3
        case grayAlpha = 4
        case rgba = 6
    }

    package let size: PixelSize
    package let colorType: ColorType
    /// Bits of a sample, or of an index into the palette: 1, 2, 4, 8 or 16.
    package let bitDepth: Int
    package let isInterlaced: Bool
    /// Whether the file has an alpha channel or a tRNS chunk. All pixels can be opaque nevertheless.
    package let hasAlpha: Bool

    /// Bytes of a decoded row.
    package var rowLength: Int { Int(size.width) * (bitDepth == 16 ? 8 : 4) }

    /// Bytes that decoding needs for rows: all rows of an interlaced image, one of any other.
    package var decodedLength: Int { isInterlaced ? rowLength * Int(size.height) : rowLength }
}
