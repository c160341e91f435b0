import ThemeSystem

/// Compares names by their UTF-8 bytes. For Swift's `==`, names that differ only in Unicode form are equal.
package enum UTF8Order {
    package static func equal(_ left: String, _ right: String) -> Bool { equal(left.utf8, right.utf8) }

    package static func equal(_ left: Substring, _ right: Substring) -> Bool { equal(left.utf8, right.utf8) }

    private static func equal<Bytes: Collection<UInt8>>(_ left: Bytes, _ right: Bytes) -> Bool {
        withContiguousBytes(left, right, equal) ?? left.elementsEqual(right)
    }

    @inline(__always)
    package static func equal(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
        left.count == right.count && compareCommonLength(left, right) == 0
    }

    package static func precedes(_ left: String, _ right: String) -> Bool {
        withContiguousBytes(left.utf8, right.utf8) { left, right in
            let order = compareCommonLength(left, right)
            return order < 0 || (order == 0 && left.count < right.count)
        } ?? left.utf8.lexicographicallyPrecedes(right.utf8)
    }

    @inline(__always)
    private static func compareCommonLength(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int32 {
        guard let start = left.baseAddress, let otherStart = right.baseAddress else { return 0 }
        return memcmp(start, otherStart, min(left.count, right.count))
    }

    /// Returns `nil` if one of the two is not contiguous in memory.
    @inline(__always)
    private static func withContiguousBytes<Bytes: Collection<UInt8>>(
        _ left: Bytes, _ right: Bytes, _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Bool
    ) -> Bool? {
        let answer = left.withContiguousStorageIfAvailable { left in
            right.withContiguousStorageIfAvailable { body(UnsafeRawBufferPointer(left), UnsafeRawBufferPointer($0)) }
        }
        return answer ?? nil
    }
}
