extension PixelSize {
    /// Returns the size of the smallest rectangle that contains all visible pixels of an image; `nil` without any.
    ///
    /// - Throws: ``ImageError`` if the image is not sound.
    init?(ofVisiblePixelsIn bytes: [UInt8], limits: ProjectLimits) throws(ImageError) {
        var reader = try PixelReader(bytes, limits: limits)
        var columns = (first: Int.max, last: -1)
        var rows = (first: Int.max, last: -1)
        var y = 0
        try reader.forEachRow { row in
            for x in 0..<row.count where row[x].w > 0 {
                columns = (min(columns.first, x), max(columns.last, x))
                rows = (min(rows.first, y), y)
            }
            y += 1
        }
        guard rows.last >= 0 else { return nil }
        self.init(
            width: UInt32(clamping: columns.last - columns.first + 1),
            height: UInt32(clamping: rows.last - rows.first + 1))
    }
}
