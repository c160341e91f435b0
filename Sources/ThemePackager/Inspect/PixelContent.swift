import CPNGShim
import ThemeModel
import ThemeProject

/// Properties of an image's pixels.
struct PixelContent: Hashable, Sendable {
    var isOpaque: Bool
    /// Whether all pixels have alpha 0.
    var isTransparent: Bool
    /// Whether all pixels are equal.
    var isFlat: Bool
    /// `nil` if it was not asked for.
    var grid: ColorGrid?

    var isBlank: Bool { isFlat || isTransparent }
}

extension PixelContent {
    /// Copies the result of the quick check.
    init(_ content: png_shim_content) {
        self.init(
            isOpaque: content.is_opaque != 0, isTransparent: content.is_transparent != 0,
            isFlat: content.is_flat != 0, grid: nil)
        guard content.wants_grid != 0 else { return }
        grid = ColorGrid(content.has_grid == 0 ? [] : withUnsafeBytes(of: content.grid) { Array($0) })
    }

    /// Decodes an image with libpng, until its pixels differ. For images that the quick check cannot read.
    init?(decoding bytes: [UInt8], limits: ProjectLimits, wantsGrid: Bool) {
        guard var reader = try? PixelReader(bytes, limits: limits) else { return nil }
        let size = reader.format.size
        guard UInt64(size.width) * UInt64(size.height) <= Self.pixelsMax else { return nil }
        self.init(isOpaque: true, isTransparent: true, isFlat: true, grid: nil)
        var first: SIMD4<UInt16>?
        var sums = ColorGrid.Sums(size)
        var y = 0
        while (try? reader.readRow()) == true, wantsGrid || isOpaque || isBlank {
            reader.withRow { row in
                for x in 0..<row.count {
                    let pixel = row[x]
                    isOpaque = isOpaque && pixel.w == .max
                    isTransparent = isTransparent && pixel.w == 0
                    isFlat = isFlat && pixel == first ?? pixel
                    first = first ?? pixel
                    if wantsGrid { sums.add(pixel, x: x, y: y) }
                }
            }
            y += 1
        }
        if wantsGrid { grid = sums.grid }
    }

    /// libpng takes some 20 ms for as many.
    private static let pixelsMax = 1 << 20
}
