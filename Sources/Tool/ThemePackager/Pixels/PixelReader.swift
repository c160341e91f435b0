import CPNGShim

/// Decodes a PNG row by row with libpng. Gamma and color profiles are not applied.
///
/// Memory: one row, or all rows of an interlaced image; see ``PixelFormat/decodedLength``.
package struct PixelReader: ~Copyable {
    package let format: PixelFormat
    private let bytes: [UInt8]
    private let pixels: OpaquePointer
    /// The row that was read last; `pixels` owns it.
    private var row: UnsafeRawBufferPointer?
    private var rowsLeft: UInt32

    /// Reads the header. Throws ``ImageError`` if the file is not a PNG, is damaged, or exceeds the limits.
    package init(_ bytes: [UInt8], limits: ProjectLimits) throws(ImageError) {
        try limits.check(PNGStructure(image: bytes))
        var stated = png_shim_format()
        var message = [CChar](repeating: 0, count: Int(PNG_SHIM_MESSAGE_SIZE))
        let pixels = png_shim_pixels_open(
            bytes, bytes.count, UInt32(clamping: limits.imageWidth), UInt32(clamping: limits.imageHeight), &stated,
            &message)
        guard let pixels else { throw Self.error(message) }
        guard let colorType = PixelFormat.ColorType(rawValue: stated.color_type) else {
            png_shim_pixels_close(pixels)
            throw Self.error(message)
        }
        format = PixelFormat(
            size: PixelSize(width: stated.width, height: stated.height), colorType: colorType,
            bitDepth: Int(stated.bit_depth), isInterlaced: stated.is_interlaced != 0,
            hasAlpha: stated.has_transparency != 0 || colorType == .grayAlpha || colorType == .rgba)
        self.bytes = bytes
        self.pixels = pixels
        rowsLeft = stated.height
    }

    deinit { png_shim_pixels_close(pixels) }

    /// Decodes the next row from the top. Returns `false` if there are no more rows. The last row checks the rest of
    /// the file.
    package mutating func readRow() throws(ImageError) -> Bool {
        row = nil
        guard rowsLeft > 0 else { return false }
        rowsLeft -= 1
        var message = [CChar](repeating: 0, count: Int(PNG_SHIM_MESSAGE_SIZE))
        guard let samples = png_shim_pixels_read(pixels, bytes, bytes.count, &message) else {
            rowsLeft = 0
            throw Self.error(message)
        }
        row = UnsafeRawBufferPointer(start: samples, count: format.rowLength)
        return true
    }

    /// Calls `body` with the last row that was read; with an empty one if there is none.
    package func withRow<Result>(_ body: (PixelRow) -> Result) -> Result {
        let samples = row ?? UnsafeRawBufferPointer(start: nil, count: 0)
        return format.bitDepth == 16
            ? body(.sixteen(samples.bindMemory(to: UInt16.self)))
            : body(.eight(samples.bindMemory(to: UInt8.self)))
    }

    /// Calls `visit` with all remaining rows from the top.
    package mutating func forEachRow(_ visit: (PixelRow) -> Void) throws(ImageError) {
        while try readRow() { withRow(visit) }
    }

    private static func error(_ message: [CChar]) -> ImageError {
        let text = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return text.isEmpty
            ? ImageError(.imageLimits, "needs more memory than there is", hint: "run with fewer --jobs")
            : .damaged(String(repairing: text))
    }
}

extension PixelReader {
    /// Decodes all remaining rows. Returns the mean color of the visible pixels; `nil` if there are none.
    package mutating func meanColor() throws(ImageError) -> ThemeColor? {
        var sum = SIMD4<Double>()
        try forEachRow { row in
            for x in 0..<row.count {
                let pixel = SIMD4<Double>(row[x]) / Double(UInt16.max)
                sum += SIMD4(pixel.x * pixel.w, pixel.y * pixel.w, pixel.z * pixel.w, pixel.w)
            }
        }
        guard sum.w > 0 else { return nil }
        let mean = SIMD4<UInt8>(sum * 255 / sum.w, rounding: .toNearestOrEven)
        return ThemeColor(red: mean.x, green: mean.y, blue: mean.z)
    }
}

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

/// A decoded row: RGBA samples with straight alpha. Valid only during the call that it is passed to.
package enum PixelRow {
    /// Samples from 0 to 255, four for each pixel.
    case eight(UnsafeBufferPointer<UInt8>)
    /// Samples from 0 to 65,535, four for each pixel. Only of files with 16 bits a sample.
    case sixteen(UnsafeBufferPointer<UInt16>)

    /// The number of pixels.
    package var count: Int {
        switch self {
        case .eight(let samples): samples.count / 4
        case .sixteen(let samples): samples.count / 4
        }
    }

    var bytes: UnsafeRawBufferPointer {
        switch self {
        case .eight(let samples): UnsafeRawBufferPointer(samples)
        case .sixteen(let samples): UnsafeRawBufferPointer(samples)
        }
    }

    /// Red, green, blue and alpha of a pixel. 8 bits become 16 exactly: 255 becomes 65,535.
    package subscript(x: Int) -> SIMD4<UInt16> {
        switch self {
        case .eight(let samples):
            SIMD4(
                UInt16(samples[4 * x]), UInt16(samples[4 * x + 1]), UInt16(samples[4 * x + 2]),
                UInt16(samples[4 * x + 3])) &* 257
        case .sixteen(let samples):
            SIMD4(samples[4 * x], samples[4 * x + 1], samples[4 * x + 2], samples[4 * x + 3])
        }
    }
}
