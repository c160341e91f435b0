/// Names are bytes first. Swift compares strings by canonical equivalence, under which two files whose names differ only
/// in Unicode form would be one; order and equality of names here are those of their UTF-8.
package enum ByteOrder {
    package static func equal(_ left: String, _ right: String) -> Bool { equal(left.utf8, right.utf8) }

    package static func equal(_ left: Substring, _ right: Substring) -> Bool { equal(left.utf8, right.utf8) }

    private static func equal<Bytes: Collection<UInt8>>(_ left: Bytes, _ right: Bytes) -> Bool {
        guard left.count == right.count else { return false }
        let same = left.withContiguousStorageIfAvailable { left in
            right.withContiguousStorageIfAvailable { right in left.elementsEqual(right) }
        }
        return (same ?? nil) ?? left.elementsEqual(right)
    }

    package static func precedes(_ left: String, _ right: String) -> Bool {
        let ordered = left.utf8.withContiguousStorageIfAvailable { left in
            right.utf8.withContiguousStorageIfAvailable { right in precedes(left, right) }
        }
        return (ordered ?? nil) ?? left.utf8.lexicographicallyPrecedes(right.utf8)
    }

    private static func precedes(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
        for index in 0..<min(left.count, right.count) where left[index] != right[index] {
            return left[index] < right[index]
        }
        return left.count < right.count
    }
}

extension StringProtocol {
    /// Whether all bytes are below 0x80.
    package var isASCII: Bool {
        utf8.withContiguousStorageIfAvailable { $0.allSatisfy { $0 < 0x80 } } ?? utf8.allSatisfy { $0 < 0x80 }
    }
}
