import CPNGShim
import ThemeModel

/// The colors of an image in 4 x 4 cells of equal size. The same drawing has nearly the same at every scale.
struct ColorGrid: Hashable, Sendable {
    /// Mean red, green, blue and alpha of each cell, multiplied by alpha. Empty for images that are too small.
    let bytes: [UInt8]

    static let side = Int(PNG_SHIM_GRID)
    static let byteCount = side * side * 4

    /// The difference of two drawings. Of 1,437 pairs of one icon in two sizes, which Oxygen's artists have drawn
    /// separately, the greatest is 68.5. Images that are rendered from one drawing differ by less than 10.
    static let differenceMax = 70.0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the root of the mean square of the differences, from 0 to 255; `nil` if one of the images is too small.
    func difference(from other: ColorGrid) -> Double? {
        guard !bytes.isEmpty, bytes.count == other.bytes.count else { return nil }
        let sum = zip(bytes, other.bytes).reduce(0) { sum, pair in
            let difference = Int(pair.0) - Int(pair.1)
            return sum + difference * difference
        }
        return (Double(sum) / Double(bytes.count)).squareRoot()
    }

    /// The sums of the cells of an image whose pixels are added one by one.
    struct Sums {
        private let size: PixelSize
        private var sums = [UInt64](repeating: 0, count: byteCount)

        init(_ size: PixelSize) { self.size = size }

        mutating func add(_ pixel: SIMD4<UInt16>, x: Int, y: Int) {
            let (column, row) = (Self.cell(x, of: Int(size.width)), Self.cell(y, of: Int(size.height)))
            let alpha = UInt64(pixel.w) >> 8
            let at = (row * side + column) * 4
            for channel in 0..<3 { sums[at + channel] += (UInt64(pixel[channel]) >> 8) * alpha }
            sums[at + 3] += 255 * alpha
        }

        var grid: ColorGrid {
            let (width, height) = (Int(size.width), Int(size.height))
            guard width >= side, height >= side else { return ColorGrid([]) }
            return ColorGrid(
                sums.indices.map { index in
                    let (column, row) = (index / 4 % side, index / 4 / side)
                    let pixels = Self.length(column, of: width) * Self.length(row, of: height)
                    return UInt8(clamping: sums[index] / UInt64(pixels * 255))
                })
        }

        /// The cell ends at `length * (cell + 1) / side`, rounded down.
        private static func cell(_ at: Int, of length: Int) -> Int { ((at + 1) * side - 1) / max(1, length) }

        private static func length(_ cell: Int, of length: Int) -> Int {
            length * (cell + 1) / side - length * cell / side
        }
    }
}
