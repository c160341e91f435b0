import CPNGShim

/// The properties of an image's pixels that its first bytes prove. Missing bytes prove nothing.
struct ImageStart {
    /// Whether a pixel differs from the other image's, if there is another.
    let differs: Bool
    /// ``PixelContent/start``; `nil` if the bytes do not suffice, or if only libpng can read them.
    let checksum: UInt32?

    fileprivate init(_ start: png_shim_start) {
        differs = start.differs != 0
        checksum = start.is_known == 0 ? nil : start.checksum
    }

    init(ofHead bytes: [UInt8]) { self.init(png_shim_look_at_start(bytes, bytes.count, nil)) }
}

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

    /// Compares the first rows of another image of the same size.
    ///
    /// - Parameter head: the first bytes of its file.
    func compare(withStartOf head: [UInt8]) -> ImageStart {
        ImageStart(png_shim_look_at_start(head, head.count, rows))
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
