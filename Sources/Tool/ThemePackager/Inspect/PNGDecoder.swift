import CPNGShim
package import ThemeProject

/// Decides whether PNGs are sound: the quick check accepts most of them, libpng decodes the others.
package enum PNGDecoder {
    static var libraryPaths: [String] {
        sequence(state: Int32(0)) { number in
            defer { number += 1 }
            return png_shim_library_path(number).map { String(cString: $0) }
        }.map { $0 }
    }

    /// Checks the first bytes of an image without inflating them: the fields of IHDR and the chunks' checksums.
    ///
    /// - Parameter structure: of these bytes.
    /// - Returns: an error about trailing data or the orientation; `nil` if the bytes show none.
    static func checkHead(_ structure: PNGStructure, isWhole: Bool) throws(ImageError) -> ImageError? {
        let bytes = structure.bytes
        guard png_shim_has_damage(bytes, bytes.count, isWhole ? 1 : 0) != 1 else {
            throw .damaged("its header, a chunk's checksum or its end is wrong")
        }
        return .trailingData(afterEnd: isWhole ? structure.trailingByteCount : 0) ?? structure.orientationError
    }

    struct Result {
        /// An error of an image that can be decoded: data that decoders skip, or an orientation.
        let error: ImageError?
        /// `nil` if the quick check cannot read the pixels.
        var content: PixelContent?
        var rows: InflatedRows?
    }

    /// Checks that every pixel can be decoded. Keeps no pixels, so that memory does not grow with the height.
    ///
    /// - Returns: an error that does not keep the image from being decoded: trailing data, or an orientation.
    package static func decode(
        _ structure: PNGStructure, limits: ProjectLimits, _ budget: WorkBudget
    ) throws(ImageError) -> ImageError? {
        try decode(structure, limits: limits, budget, wantsGrid: false).error
    }

    /// Returns whether the run may decode images, of which each can be much larger than its file.
    static func mayDecode(_ structures: [PNGStructure], _ budget: WorkBudget) -> Bool {
        let excess = structures.reduce(0) {
            $0 + max(0, $1.decodedBytes - WorkBudget.freeImageBytes(ofFile: $1.bytes.count))
        }
        return budget.spend(excess, on: .pixels)
    }

    /// - Parameter structure: of the whole file.
    static func decode(
        _ structure: PNGStructure, limits: ProjectLimits, _ budget: WorkBudget, wantsGrid: Bool
    ) throws(ImageError) -> Result {
        let bytes = structure.bytes
        guard mayDecode([structure], budget) else { throw .tooMuchWork }
        let width = UInt32(clamping: limits.imageWidth)
        let height = UInt32(clamping: limits.imageHeight)
        var content = png_shim_content()
        content.wants_grid = wantsGrid ? 1 : 0
        var rows: OpaquePointer?
        if png_shim_quick_look(bytes, bytes.count, width, height, &content, &rows) == 1 {
            return Result(
                error: structure.orientationError, content: content.is_known == 0 ? nil : PixelContent(content),
                rows: rows.map { InflatedRows($0) })
        }
        var message = [CChar](repeating: 0, count: Int(PNG_SHIM_MESSAGE_SIZE))
        var trailing = png_shim_trailing_data()
        let result = png_shim_decode(bytes, bytes.count, width, height, &trailing, &message)
        guard result == 1 else {
            let text = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            throw .damaged(result < 0 ? "memory ran out" : String(repairing: text))
        }
        return Result(
            error: .trailingData(
                afterEnd: Int(clamping: trailing.after_end), afterStream: Int(clamping: trailing.after_stream),
                afterRows: Int(clamping: trailing.inflated)) ?? structure.orientationError,
            content: nil)
    }
}

/// Properties of an image's pixels. Pixels with alpha 0 are equal, whatever their color.
struct PixelContent: Hashable, Sendable {
    var isOpaque: Bool
    var isTransparent: Bool
    /// Whether all pixels are equal.
    var isFlat: Bool
    /// The greatest alpha. At ``strongAlpha`` the search ends, so a value from there on may not be the greatest.
    var strongest: UInt8
    /// A checksum of the first rows, which depends on the pixels alone.
    var start: UInt32
    /// `nil` if it was not asked for.
    var grid: ColorGrid?

    static let strongAlpha = UInt8(PNG_SHIM_STRONG)
    /// An image is faint if its greatest alpha is at least this much below its default's, of 255.
    static let faintness = 64

    var isBlank: Bool { isFlat || isTransparent }
    var isStrong: Bool { strongest >= Self.strongAlpha }
}

extension PixelContent {
    init(_ content: png_shim_content) {
        self.init(
            isOpaque: content.is_opaque != 0, isTransparent: content.is_transparent != 0,
            isFlat: content.is_flat != 0, strongest: content.strongest, start: content.start,
            grid: content.wants_grid == 0 ? nil : ColorGrid(content))
    }

    /// Decodes an image with libpng, until other rows do not matter. For images that the quick check cannot read.
    init?(decoding bytes: [UInt8], limits: ProjectLimits, wantsGrid: Bool) {
        guard var reader = try? PixelReader(bytes, limits: limits) else { return nil }
        let size = reader.format.size
        let hasAlpha = reader.format.hasAlpha
        guard UInt64(size.width) * UInt64(size.height) <= Self.pixelsMax else { return nil }
        var look = png_shim_look()
        var content = png_shim_content()
        content.wants_grid = wantsGrid ? 1 : 0
        var pixels = [UInt32](repeating: 0, count: Int(size.width))
        for y in 0..<size.height {
            guard (try? reader.readRow()) == true else { return nil }
            reader.withRow { row in
                for x in 0..<row.count {
                    let bytes = SIMD4<UInt32>(truncatingIfNeeded: row[x] &>> 8) &<< SIMD4(0, 8, 16, 24)
                    pixels[x] = bytes.w == 0 ? 0 : bytes.wrappedSum()
                }
            }
            let isDone = png_shim_look_at_row(pixels, size.width, size.height, y, hasAlpha ? 1 : 0, &look, &content)
            if isDone == 1 { break }
        }
        self.init(content)
    }

    /// libpng takes some 20 ms for as many.
    private static let pixelsMax = 1 << 20
}
