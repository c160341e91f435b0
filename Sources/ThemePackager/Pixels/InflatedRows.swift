import CPNGShim

/// Inflated rows of an image that needs no libpng. A comparison removes their filters, so one thread uses them at a
/// time.
final class InflatedRows {
    private let rows: OpaquePointer

    init(_ rows: OpaquePointer) { self.rows = rows }

    /// - Parameter bytes: of a PNG, at least the first ones.
    init?(_ bytes: [UInt8], first wanted: Int) {
        guard let rows = png_shim_first_rows(bytes, bytes.count, wanted) else { return nil }
        self.rows = rows
    }

    deinit { png_shim_free_rows(rows) }

    /// Whether two images have the same pixels; `nil` if the rows that are there are equal. Stops at the first
    /// difference.
    func isEqual(to other: InflatedRows) -> Bool? {
        let result = png_shim_compare_rows(rows, other.rows)
        return result < 0 ? nil : result == 1
    }

    /// Returns whether the first rows of another image of the same size have other pixels.
    ///
    /// - Parameters:
    ///   - head: the first bytes of its file.
    ///   - start: receives its ``PixelContent/start`` if these bytes suffice.
    func differ(fromStartOf head: [UInt8], _ start: inout UInt32?) -> Bool {
        var content = png_shim_content()
        defer { if content.has_start != 0 { start = content.start } }
        return png_shim_look_at_start(head, head.count, rows, &content) == 1
    }

    /// Inflates more and more rows of the other image, because most images differ near their top.
    ///
    /// - Returns: `nil` if only libpng can read the other image, which is sound.
    func isEqual(to bytes: [UInt8]) -> Bool? {
        for wanted in [1 << 13, 1 << 15, 1 << 17, .max] {
            guard let other = InflatedRows(bytes, first: wanted) else { return nil }
            if let isEqual = isEqual(to: other) { return isEqual }
        }
        return nil
    }
}
