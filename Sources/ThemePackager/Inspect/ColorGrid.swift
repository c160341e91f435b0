import CPNGShim
import ThemeModel

/// The colors of an image in 4 x 4 cells of equal size. The same drawing has nearly the same at every scale.
struct ColorGrid: Hashable, Sendable {
    /// Mean red, green, blue and alpha of each cell, multiplied by alpha. Empty for images that are too small.
    let bytes: [UInt8]

    static let byteCount = Int(PNG_SHIM_GRID * PNG_SHIM_GRID) * 4

    /// The difference of two drawings. Of 1,437 pairs of one icon in two sizes, which Oxygen's artists have drawn
    /// separately, the greatest is 68.5. Images that are rendered from one drawing differ by less than 10.
    static let differenceMax = 70.0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    init(_ content: png_shim_content) {
        bytes = content.has_grid == 0 ? [] : withUnsafeBytes(of: content.grid) { Array($0) }
    }

    /// Returns the root of the mean square of the differences, from 0 to 255; `nil` if one of the images is too small.
    func difference(from other: ColorGrid) -> Double? {
        guard !bytes.isEmpty, bytes.count == other.bytes.count else { return nil }
        let sum = zip(bytes, other.bytes).reduce(0) { sum, pair in
            let difference = Int(pair.0) - Int(pair.1)
            return sum + difference * difference
        }
        return (Double(sum) / Double(bytes.count)).squareRoot()
    }
}
