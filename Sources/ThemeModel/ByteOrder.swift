/// Names are bytes first. Swift compares strings by canonical equivalence, under which two files whose names differ only
/// in Unicode form would be one; order and equality of names here are those of their UTF-8.
package enum ByteOrder {
    package static func equal(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count && left.utf8.elementsEqual(right.utf8)
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
