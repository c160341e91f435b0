import ThemeModel

/// An Android image with a border of one pixel. Black pixels of the upper and left border mark what is stretched.
/// https://developer.android.com/develop/ui/views/graphics/drawables#nine-patch
enum NinePatch {
    /// Returns the image without its border.
    static func read(_ png: [UInt8], _ size: PixelSize) throws(ImageConverter.Failure) -> ImageConverter.Result {
        guard size.width > 2, size.height > 2, let bordered = PNGPixels.rgba(of: png) else {
            throw ImageConverter.Failure("has no border of a nine-patch")
        }
        let (width, height) = (Int(size.width), Int(size.height))
        func isMark(_ x: Int, _ y: Int) -> Bool {
            bordered[(y * width + x) * 4..<(y * width + x) * 4 + 4].elementsEqual([0, 0, 0, 255])
        }
        let (columns, hasSeveralColumns) = stretched((1..<width - 1).filter { isMark($0, 0) }, width - 2)
        let (rows, hasSeveralRows) = stretched((1..<height - 1).filter { isMark(0, $0) }, height - 2)
        // Marks of the lower and right border, which say where the content is.
        let bottom = (1..<width - 1).map { (height - 1) * width + $0 }
        let right = (1..<height - 1).map { $0 * width + width - 1 }
        let ends = (bottom + right).map { bordered[$0 * 4..<$0 * 4 + 4] }
        var inner: [UInt8] = []
        inner.reserveCapacity((width - 2) * (height - 2) * 4)
        for row in 1..<height - 1 {
            let start = (row * width + 1) * 4
            inner.append(contentsOf: bordered[start..<start + (width - 2) * 4])
        }
        let innerSize = PixelSize(width: size.width - 2, height: size.height - 2)
        guard let png = PNGEncoder.encode(inner, innerSize, .rgba) else {
            throw ImageConverter.Failure("cannot be encoded")
        }
        var result = ImageConverter.Result(png: png, size: innerSize)
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
