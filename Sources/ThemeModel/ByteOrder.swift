#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Names are bytes first. Swift compares strings by canonical equivalence, under which two files whose names differ only
/// in Unicode form would be one; order and equality of names here are those of their UTF-8.
package enum ByteOrder {
    package static func equal(_ left: String, _ right: String) -> Bool { equal(left.utf8, right.utf8) }

    package static func equal(_ left: Substring, _ right: Substring) -> Bool { equal(left.utf8, right.utf8) }

    private static func equal<Bytes: Collection<UInt8>>(_ left: Bytes, _ right: Bytes) -> Bool {
        onStorage(left, right, equal) ?? left.elementsEqual(right)
    }

    @inline(__always)
    package static func equal(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
        left.count == right.count && compare(left, right) == 0
    }

    package static func precedes(_ left: String, _ right: String) -> Bool {
        onStorage(left.utf8, right.utf8) { left, right in
            let order = compare(left, right)
            return order < 0 || (order == 0 && left.count < right.count)
        } ?? left.utf8.lexicographicallyPrecedes(right.utf8)
    }

    /// Over as many bytes as both have.
    @inline(__always)
    private static func compare(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int32 {
        guard let start = left.baseAddress, let otherStart = right.baseAddress else { return 0 }
        return memcmp(start, otherStart, min(left.count, right.count))
    }

    /// `nil` if either is not contiguous in memory.
    @inline(__always)
    private static func onStorage<Bytes: Collection<UInt8>>(
        _ left: Bytes, _ right: Bytes, _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Bool
    ) -> Bool? {
        let answer = left.withContiguousStorageIfAvailable { left in
            right.withContiguousStorageIfAvailable { body(UnsafeRawBufferPointer(left), UnsafeRawBufferPointer($0)) }
        }
        return answer ?? nil
    }
}

extension StringProtocol where SubSequence == Substring, UTF8View: BidirectionalCollection {
    /// What stands behind the last slash, or all. A slash is a byte: Swift's characters can have one together with what stands
    /// beside it, a combining mark for one.
    package var lastPathComponent: Substring {
        utf8.lastIndex(of: UInt8(ascii: "/")).map { self[utf8.index(after: $0)...] } ?? self[...]
    }

    /// What stands in front of the first slash, or all.
    package var firstPathComponent: Substring { self[..<(utf8.firstIndex(of: UInt8(ascii: "/")) ?? endIndex)] }

    /// All without the slash at its end, if it has one.
    package var withoutLastSlash: Substring {
        utf8.last == UInt8(ascii: "/") ? self[..<utf8.index(before: endIndex)] : self[...]
    }

    /// What stands behind `folder` and a slash; `nil` if it does not start with these.
    package func path(below folder: String) -> Substring? {
        guard utf8.count > folder.utf8.count, utf8.starts(with: folder.utf8) else { return nil }
        let slash = utf8.index(startIndex, offsetBy: folder.utf8.count)
        return utf8[slash] == UInt8(ascii: "/") ? self[utf8.index(after: slash)...] : nil
    }
}

extension StringProtocol {
    /// Whether all bytes are below 0x80.
    package var isASCII: Bool {
        utf8.withContiguousStorageIfAvailable { $0.allSatisfy { $0 < 0x80 } } ?? utf8.allSatisfy { $0 < 0x80 }
    }
}
