import CPNGShim
import ThemeModel

/// The colors of an image in 4 x 4 cells of equal size. The same drawing has nearly the same at every scale.
struct ColorGrid: Hashable, Sendable {
    /// Mean red, green, blue and alpha of each cell, multiplied by alpha. Empty for images that are too small.
    let bytes: [UInt8]

    static let byteCount = Int(PNG_SHIM_GRID * PNG_SHIM_GRID) * 4

    /// Scales of the sample, which are rendered from one drawing, differ by at most 3.1.
    static let renderedMax = 4.0

    /// Returns the limit: two images whose ``difference(from:)`` is greater count as different drawings.
    ///
    /// - Parameter usual: the greatest difference between other scales of the name; `nil` if not known. Of 1,437 pairs
    ///   of one icon in two sizes, which Oxygen's artists have drawn separately, the greatest is 68.5.
    static func limit(usual: Double?) -> Double {
        guard let usual else { return 70 }
        return max(min(70, max(12, 4 * usual)), 1.25 * usual)
    }

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The mean color of what is visible; `nil` if nothing is, or if the image is too small.
    var mean: ThemeColor? {
        func sum(_ channel: Int) -> Int {
            stride(from: channel, to: bytes.count, by: 4).reduce(0) { $0 + Int(bytes[$1]) }
        }
        let alpha = sum(3)
        guard alpha > 0 else { return nil }
        func mean(_ channel: Int) -> UInt8 { UInt8(clamping: 255 * sum(channel) / alpha) }
        return ThemeColor(red: mean(0), green: mean(1), blue: mean(2))
    }

    init(_ content: png_shim_content) {
        bytes = content.has_grid == 0 ? [] : withUnsafeBytes(of: content.grid) { Array($0) }
    }

    /// Returns the root of the mean square of the differences, from 0 to 255; `nil` if one of the images is too small.
    func difference(from other: ColorGrid) -> Double? { ColorGrids([other]).leastDifference(from: self) }
}

/// The grids of several images, one after the other in memory.
struct ColorGrids {
    private let bytes: [UInt8]

    /// Leaves out the grids of images that are too small.
    init(_ grids: some Sequence<ColorGrid>) { bytes = grids.flatMap(\.bytes) }

    /// Returns the difference from the nearest of the grids; `nil` if there are none, or if the image is too small.
    ///
    /// - Parameter limit: from which on the exact difference does not matter. The result is at least as great then.
    func leastDifference(from grid: ColorGrid, below limit: Double = 256) -> Double? {
        guard !bytes.isEmpty, !grid.bytes.isEmpty else { return nil }
        let max = UInt32(limit * limit * Double(ColorGrid.byteCount)) + 1
        let sum = png_shim_grid_distance(grid.bytes, bytes, bytes.count / ColorGrid.byteCount, max)
        return (Double(sum) / Double(ColorGrid.byteCount)).squareRoot()
    }
}
