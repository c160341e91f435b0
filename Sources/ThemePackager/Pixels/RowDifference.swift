import ThemeSystem

/// The differences between two rows of equal length.
struct RowDifference {
    private(set) var count = 0
    /// The greatest difference of a pixel, and the sum of all. One pixel's is from 0 to 1.
    private(set) var greatest = 0.0
    private(set) var sum = 0.0
    /// The columns from the first differing pixel to the last; `nil` if the rows are equal.
    private(set) var columns: ClosedRange<Int>?

    init(_ old: PixelRow, _ new: PixelRow) {
        switch (old, new) {
        case (.eight(let old), .eight(let new)): compare(old, new, max: 255)
        case (.sixteen(let old), .sixteen(let new)): compare(old, new, max: 65_535)
        case (.eight(let old), .sixteen(let new)): Self.withWidened(old) { compare($0, new, max: 65_535) }
        case (.sixteen(let old), .eight(let new)): Self.withWidened(new) { compare(old, $0, max: 65_535) }
        }
    }

    private mutating func compare<Sample: FixedWidthInteger>(
        _ old: UnsafeBufferPointer<Sample>, _ new: UnsafeBufferPointer<Sample>, max: Int
    ) {
        guard !Self.haveEqualBytes(old, new) else { return }
        var (worst, total) = (0, 0)
        for start in stride(from: 0, to: Swift.min(old.count, new.count), by: 4) {
            let difference = Self.difference(old, new, at: start, max: max)
            guard difference > 0 else { continue }
            count += 1
            worst = Swift.max(worst, difference)
            total += difference
            columns = (columns?.lowerBound ?? start / 4)...start / 4
        }
        let scale = Double(max) * Double(max)
        greatest = Double(worst) / scale
        sum = Double(total) / scale
    }

    /// Returns the greatest difference of the premultiplied channels of a pixel, from 0 to the square of `max`.
    @inline(__always)
    private static func difference<Sample: FixedWidthInteger>(
        _ old: UnsafeBufferPointer<Sample>, _ new: UnsafeBufferPointer<Sample>, at start: Int, max: Int
    ) -> Int {
        let (oldAlpha, newAlpha) = (Int(old[start + 3]), Int(new[start + 3]))
        var worst = abs(oldAlpha - newAlpha) * max
        for channel in start..<start + 3 {
            worst = Swift.max(worst, abs(Int(old[channel]) * oldAlpha - Int(new[channel]) * newAlpha))
        }
        return worst
    }

    private static func haveEqualBytes<Sample>(
        _ left: UnsafeBufferPointer<Sample>, _ right: UnsafeBufferPointer<Sample>
    ) -> Bool {
        guard left.count == right.count, let one = left.baseAddress, let other = right.baseAddress else {
            return left.count == right.count
        }
        return memcmp(one, other, left.count * MemoryLayout<Sample>.stride) == 0
    }

    private static func withWidened(_ row: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt16>) -> Void) {
        withUnsafeTemporaryAllocation(of: UInt16.self, capacity: row.count) { wide in
            for index in row.indices { wide.initializeElement(at: index, to: UInt16(row[index]) * 257) }
            body(UnsafeBufferPointer(wide))
        }
    }
}
