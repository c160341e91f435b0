import ThemeModel

/// An Android image with a border of one pixel. Black pixels of the upper and left border mark what is stretched.
/// https://developer.android.com/develop/ui/views/graphics/drawables#nine-patch
struct NinePatch {
    let pixels: [UInt8]
    let size: PixelSize
    private let columns: Range<Int>
    private let rows: Range<Int>
    private let hasSeveralParts: Bool
    /// Marks of the lower and right border, which say where the content is.
    private let hasPadding: Bool
    private let hasOpticalBounds: Bool

    init(_ png: [UInt8], _ size: PixelSize) throws(ImageConverter.Failure) {
        guard size.width > 2, size.height > 2, let bordered = PNGPixels.rgba(of: png) else {
            throw ImageConverter.Failure("has no border of a nine-patch")
        }
        let (width, height) = (Int(size.width), Int(size.height))
        func isMark(_ x: Int, _ y: Int) -> Bool {
            bordered[(y * width + x) * 4..<(y * width + x) * 4 + 4].elementsEqual([0, 0, 0, 255])
        }
        let columns = (1..<width - 1).filter { isMark($0, 0) }.map { $0 - 1 }
        let rows = (1..<height - 1).filter { isMark(0, $0) }.map { $0 - 1 }
        let bottom = (1..<width - 1).map { (height - 1) * width + $0 }
        let right = (1..<height - 1).map { $0 * width + width - 1 }
        let ends = (bottom + right).map { bordered[$0 * 4..<$0 * 4 + 4] }
        hasPadding = ends.contains { $0.elementsEqual([0, 0, 0, 255]) }
        hasOpticalBounds = ends.contains { $0.elementsEqual([255, 0, 0, 255]) }
        func range(_ marks: [Int], _ length: Int) -> Range<Int> {
            marks.first.map { $0..<(marks.last ?? $0) + 1 } ?? 0..<length
        }
        self.columns = range(columns, width - 2)
        self.rows = range(rows, height - 2)
        hasSeveralParts =
            self.columns.count > columns.count && !columns.isEmpty
            || self.rows.count > rows.count && !rows.isEmpty
        var inner: [UInt8] = []
        inner.reserveCapacity((width - 2) * (height - 2) * 4)
        for row in 1..<height - 1 {
            let start = (row * width + 1) * 4
            inner.append(contentsOf: bordered[start..<start + (width - 2) * 4])
        }
        pixels = inner
        self.size = PixelSize(width: size.width - 2, height: size.height - 2)
    }

    /// The image without its border.
    var result: ImageConverter.Result {
        get throws(ImageConverter.Failure) {
            guard let png = PNGEncoder.encode(pixels, size, .rgba) else {
                throw ImageConverter.Failure("cannot be encoded")
            }
            var result = ImageConverter.Result(png: png, size: size)
            result.capInsets = CapInsets(
                top: Double(rows.lowerBound), left: Double(columns.lowerBound),
                bottom: Double(Int(size.height) - rows.upperBound), right: Double(Int(size.width) - columns.upperBound))
            result.notes = [.changed("nine-patch, its border taken as cap insets")]
            if hasPadding { result.notes.append(.left("its padding for content")) }
            if hasOpticalBounds { result.notes.append(.left("its optical bounds")) }
            if hasSeveralParts { result.notes.append(.changed("parts between two stretched parts are stretched too")) }
            return result
        }
    }

    /// Returns a PNG with a border for insets in pixels; `nil` if nothing is left to stretch.
    static func bordered(_ png: [UInt8], _ size: PixelSize, _ insets: CapInsets) -> [UInt8]? {
        let (width, height) = (Int(size.width), Int(size.height))
        let columns = stretched(width, insets.left, insets.right)
        let rows = stretched(height, insets.top, insets.bottom)
        guard let columns, let rows, let pixels = PNGPixels.rgba(of: png) else { return nil }
        var bordered = [UInt8](repeating: 0, count: (width + 2) * (height + 2) * 4)
        for row in 0..<height {
            let start = ((row + 1) * (width + 2) + 1) * 4
            bordered.replaceSubrange(start..<start + width * 4, with: pixels[row * width * 4..<(row + 1) * width * 4])
        }
        func mark(_ x: Int, _ y: Int) { bordered[(y * (width + 2) + x) * 4 + 3] = 255 }
        for column in columns { mark(column + 1, 0) }
        for row in rows { mark(0, row + 1) }
        return PNGEncoder.encode(bordered, PixelSize(width: size.width + 2, height: size.height + 2), .rgba)
    }

    private static func stretched(_ length: Int, _ start: Double, _ end: Double) -> Range<Int>? {
        let limits = 0...Double(length)
        guard limits.contains(start), limits.contains(end) else { return nil }
        let (lower, upper) = (Int(start.rounded()), length - Int(end.rounded()))
        return lower < upper ? lower..<upper : nil
    }
}
