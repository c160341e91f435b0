import ThemeModel

/// An Android image with a border of one pixel. Black pixels of the upper and left border mark what is stretched.
/// https://developer.android.com/develop/ui/views/graphics/drawables#nine-patch
enum NinePatch {
    /// Returns the image without its border.
    static func read(_ png: [UInt8], _ size: PixelSize) throws(ImageConverter.Failure) -> ImageConverter.Result {
        guard size.width > 2, size.height > 2, let bordered = Pixels(png: png) else {
            throw ImageConverter.Failure("has no border of a nine-patch")
        }
        let width = bordered.width
        let height = bordered.height
        func isMark(_ x: Int, _ y: Int) -> Bool { bordered[x, y].elementsEqual([0, 0, 0, 255]) }
        let (columns, hasSeveralColumns) = stretched((1..<width - 1).filter { isMark($0, 0) }, width - 2)
        let (rows, hasSeveralRows) = stretched((1..<height - 1).filter { isMark(0, $0) }, height - 2)
        // Marks of the lower and right border, which say where the content is.
        let ends = (1..<width - 1).map { bordered[$0, height - 1] } + (1..<height - 1).map { bordered[width - 1, $0] }
        let inner = bordered.moved(to: PixelSize(width: size.width - 2, height: size.height - 2)) { ($0 + 1, $1 + 1) }
        guard let png = inner.png else { throw ImageConverter.Failure("cannot be encoded") }
        var result = ImageConverter.Result(png: png, size: inner.size)
        result.capInsets = CapInsets(
            top: Double(rows.lowerBound), left: Double(columns.lowerBound),
            bottom: Double(height - 2 - rows.upperBound), right: Double(width - 2 - columns.upperBound))
        result.notes = [.changed("nine-patch, its border taken as cap insets")]
        if ends.contains(where: { $0.elementsEqual([0, 0, 0, 255]) }) {
            result.notes.append(.left("its padding for content"))
        }
        if ends.contains(where: { $0.elementsEqual([255, 0, 0, 255]) }) {
            result.notes.append(.left("its optical bounds"))
        }
        if hasSeveralColumns || hasSeveralRows {
            result.notes.append(.changed("parts between two stretched parts are stretched too"))
        }
        return result
    }

    /// Returns the range without the border that marks stretch, and whether other parts lie between its parts.
    private static func stretched(_ marks: [Int], _ length: Int) -> (range: Range<Int>, hasSeveralParts: Bool) {
        guard let first = marks.first, let last = marks.last else { return (0..<length, false) }
        return (first - 1..<last, last - first + 1 > marks.count)
    }

    /// Returns a PNG with a border for insets in pixels; `nil` if nothing is left to stretch.
    static func bordered(_ png: [UInt8], _ size: PixelSize, _ insets: CapInsets) -> [UInt8]? {
        let columns = stretched(Int(size.width), insets.left, insets.right)
        let rows = stretched(Int(size.height), insets.top, insets.bottom)
        guard let columns, let rows, let pixels = Pixels(png: png) else { return nil }
        let borderedSize = PixelSize(width: size.width + 2, height: size.height + 2)
        var bordered = pixels.moved(to: borderedSize) { ($0 - 1, $1 - 1) }
        for column in columns { bordered.makeOpaque(column + 1, 0) }
        for row in rows { bordered.makeOpaque(0, row + 1) }
        return bordered.png
    }

    private static func stretched(_ length: Int, _ start: Double, _ end: Double) -> Range<Int>? {
        // A scale can have a pixel less than its multiple; then one pixel is stretched.
        let rest = Double(length) - start - end
        guard start >= 0, end >= 0, rest > -1, rest != 0 else { return nil }
        let lower = min(Int(start.rounded()), length - 1)
        return lower..<max(length - Int(end.rounded()), lower + 1)
    }
}
