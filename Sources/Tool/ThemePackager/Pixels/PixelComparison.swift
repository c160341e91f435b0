// See docs/decisions/16-what-looks-different.md.
/// The differences between the pixels of two images of one size.
///
/// The color of a pixel counts as far as its alpha shows it: premultiplied, exactly and without rounding. So two pixels
/// are equal if both are transparent, or if all four samples are equal. 8 bits are compared with 16 as exactly.
package struct PixelComparison: Hashable, Sendable {
    package struct Bounds: Hashable, Sendable {
        package let columns: ClosedRange<Int>
        package let rows: ClosedRange<Int>
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
    }

    /// Only interlaced images need more memory than this for their rows. One thread at a time compares such images.
    private static let sharedLengthMax = 16 << 20
    private static let largeImages = Lock(())

    /// Whether two images have the same pixels. Decodes them up to the first difference, without libpng if possible.
    ///
    /// - Parameter rows: all rows of the old image, if they are known.
    static func areEqual(_ old: [UInt8], _ new: [UInt8], limits: ProjectLimits, rows: InflatedRows? = nil) -> Bool {
        (rows ?? InflatedRows(old, first: .max))?.isEqual(to: new)
            ?? ((try? PixelComparison(old, new, limits: limits, stopsEarly: true))?.isEqual == true)
    }

    /// Returns the SHA-256 of an image's pixels. Images with equal pixels have the same.
    static func digest(of bytes: [UInt8], limits: ProjectLimits) throws(ImageError) -> ContentDigest {
        var reader = try PixelReader(bytes, limits: limits)
        var hasher = ContentHasher()
        try reader.forEachRow { row in
            let pixels = (0..<row.count).map { row[$0].w == 0 ? .zero : row[$0] }
            pixels.withUnsafeBytes { hasher.update($0) }
        }
        return hasher.digest
    }

    /// Decodes both images row by row. `nil` if their sizes differ; their pixels are not decoded then.
    ///
    /// - Parameter stopsEarly: whether the first row that differs is the last one that is compared.
    package init?(
        _ old: [UInt8], _ new: [UInt8], limits: ProjectLimits, stopsEarly: Bool = false
    ) throws(Failure) {
        var oldReader = try Self.reading(.old) { () throws(ImageError) in try PixelReader(old, limits: limits) }
        var newReader = try Self.reading(.new) { () throws(ImageError) in try PixelReader(new, limits: limits) }
        let size = oldReader.format.size
        guard newReader.format.size == size else { return nil }
        pixelCount = Int(size.width) * Int(size.height)
        if oldReader.format.decodedLength + newReader.format.decodedLength > Self.sharedLengthMax {
            try Self.largeImages.withLock { _ throws(Failure) in try addRows(&oldReader, &newReader, stopsEarly) }
        } else {
            try addRows(&oldReader, &newReader, stopsEarly)
        }
        if pixelCount > 0 { mean /= Double(pixelCount) }
    }

    private mutating func addRows(
        _ old: inout PixelReader, _ new: inout PixelReader, _ stopsEarly: Bool
    ) throws(Failure) {
        for y in 0..<Int(old.format.size.height) where isEqual || !stopsEarly {
            _ = try Self.reading(.old) { () throws(ImageError) in try old.readRow() }
            _ = try Self.reading(.new) { () throws(ImageError) in try new.readRow() }
            old.withRow { old in new.withRow { new in compare(old, new, y: y) } }
        }
    }

    private mutating func compare(_ old: PixelRow, _ new: PixelRow, y: Int) {
        guard !UTF8Order.equal(old.bytes, new.bytes) else { return }
        var worst = 0
        var total = 0
        var columns: ClosedRange<Int>?
        for x in 0..<min(old.count, new.count) {
            let difference = Self.difference(old[x], new[x])
            guard difference > 0 else { continue }
            differingPixels += 1
            worst = max(worst, difference)
            total += difference
            columns = (columns?.lowerBound ?? x)...x
        }
        guard let columns else { return }
        greatest = max(greatest, Double(worst) / Double(Self.differenceMax))
        mean += Double(total) / Double(Self.differenceMax)
        let known = bounds ?? Bounds(columns: columns, rows: y...y)
        let low = min(known.columns.lowerBound, columns.lowerBound)
        let high = max(known.columns.upperBound, columns.upperBound)
        bounds = Bounds(columns: low...high, rows: known.rows.lowerBound...y)
    }

    private static let sampleMax = Int(UInt16.max)
    private static let differenceMax = sampleMax * sampleMax

    /// Returns the greatest difference of the premultiplied channels of a pixel, from 0 to ``differenceMax``.
    @inline(__always)
    private static func difference(_ old: SIMD4<UInt16>, _ new: SIMD4<UInt16>) -> Int {
        let oldAlpha = Int(old.w)
        let newAlpha = Int(new.w)
        var worst = abs(oldAlpha - newAlpha) * sampleMax
        for channel in 0..<3 {
            worst = max(worst, abs(Int(old[channel]) * oldAlpha - Int(new[channel]) * newAlpha))
        }
        return worst
    }

    /// Returns the result of reading one of the images.
    package static func reading<Value: ~Copyable>(
        _ side: Failure.Side, _ body: () throws(ImageError) -> Value
    ) throws(Failure) -> Value {
        try rethrow(as: { Failure(side: side, error: $0) }, body)
    }
}
