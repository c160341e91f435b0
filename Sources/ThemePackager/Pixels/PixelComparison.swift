import ThemeSystem
import ThemeModel
package import ThemeProject

// See docs/decisions/16-what-looks-different.md.
/// The differences between the pixels of two images of one size.
///
/// The color of a pixel counts as far as its alpha shows it: premultiplied, exactly and without rounding. So two pixels
/// are equal if both are transparent, or if all four samples are equal. 8 bits are compared with 16 as exactly.
package struct PixelComparison: Hashable, Sendable {
    package struct Bounds: Hashable, Sendable {
        package var columns: ClosedRange<Int>
        package var rows: ClosedRange<Int>

        package init(columns: ClosedRange<Int>, rows: ClosedRange<Int>) { (self.columns, self.rows) = (columns, rows) }
    }

    package let pixelCount: Int
    package private(set) var differingPixels = 0
    /// The greatest difference of a pixel, from 0 to 1. A pixel's difference is the greatest of its four channels.
    package private(set) var greatest = 0.0
    /// The mean difference of all pixels, from 0 to 1.
    package private(set) var mean = 0.0
    /// The smallest rectangle that contains all differing pixels; `nil` if there are none.
    package private(set) var bounds: Bounds?

    package var isEqual: Bool { differingPixels == 0 }

    /// An image that cannot be decoded.
    package struct Failure: Error, Hashable, Sendable {
        package enum Side: Sendable { case old, new }

        package let side: Side
        package let error: ImageError

        package init(side: Side, error: ImageError) { (self.side, self.error) = (side, error) }
    }

    /// More memory for the rows of two images, which only interlaced ones need, is used by one thread at a time.
    private static let sharedLengthMax = 16 << 20
    private static let largeImages = Lock(())

    /// Decodes both images row by row. `nil` if their sizes differ; their pixels are not decoded then.
    package init?(
        _ old: [UInt8], _ new: [UInt8], limits: ProjectLimits
    ) throws(Failure) {
        var oldReader = try Self.reading(.old) { () throws(ImageError) in try PixelReader(old, limits: limits) }
        var newReader = try Self.reading(.new) { () throws(ImageError) in try PixelReader(new, limits: limits) }
        let size = oldReader.format.size
        guard newReader.format.size == size else { return nil }
        pixelCount = Int(size.width) * Int(size.height)
        if oldReader.format.decodedLength + newReader.format.decodedLength > Self.sharedLengthMax {
            try Self.largeImages.withLock { _ throws(Failure) in try addRows(&oldReader, &newReader) }
        } else {
            try addRows(&oldReader, &newReader)
        }
        if pixelCount > 0 { mean /= Double(pixelCount) }
    }

    private mutating func addRows(_ old: inout PixelReader, _ new: inout PixelReader) throws(Failure) {
        for y in 0..<Int(old.format.size.height) {
            _ = try Self.reading(.old) { () throws(ImageError) in try old.readRow() }
            _ = try Self.reading(.new) { () throws(ImageError) in try new.readRow() }
            add(old.withRow { old in new.withRow { new in RowDifference(old, new) } }, y: y)
        }
    }

    private mutating func add(_ row: RowDifference, y: Int) {
        guard let columns = row.columns else { return }
        differingPixels += row.count
        greatest = max(greatest, row.greatest)
        mean += row.sum
        guard let known = bounds else {
            bounds = Bounds(columns: columns, rows: y...y)
            return
        }
        let (low, high) = (known.columns.lowerBound, known.columns.upperBound)
        bounds = Bounds(
            columns: min(low, columns.lowerBound)...max(high, columns.upperBound), rows: known.rows.lowerBound...y)
    }

    private static func reading<Value: ~Copyable>(
        _ side: Failure.Side, _ body: () throws(ImageError) -> Value
    ) throws(Failure) -> Value {
        do throws(ImageError) {
            return try body()
        } catch {
            throw Failure(side: side, error: error)
        }
    }
}
