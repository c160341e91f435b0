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

    package static func precedes(_ left: String, _ right: String) -> Bool { order(left, right) < 0 }

    /// Returns a negative number if `left` precedes `right`, and 0 if they are equal.
    package static func order(_ left: String, _ right: String) -> Int {
        if let order = withContiguousBytes(left.utf8, right.utf8, order) { return order }
        if left.utf8.lexicographicallyPrecedes(right.utf8) { return -1 }
        return left.utf8.elementsEqual(right.utf8) ? 0 : 1
    }

    @inline(__always)
    package static func order(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int {
        let order = compareCommonLength(left, right)
        return order == 0 ? left.count - right.count : Int(order)
    }

    /// Adds the bytes, and a mark for their end.
    static func hash(_ text: String, into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(UInt8.max)
    }

    @inline(__always)
    private static func compareCommonLength(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int32 {
        guard let start = left.baseAddress, let otherStart = right.baseAddress else { return 0 }
        return memcmp(start, otherStart, min(left.count, right.count))
    }

    /// Returns `nil` if one of the two is not contiguous in memory.
    @inline(__always)
    private static func withContiguousBytes<Bytes: Collection<UInt8>, Answer>(
        _ left: Bytes, _ right: Bytes, _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Answer
    ) -> Answer? {
        let answer = left.withContiguousStorageIfAvailable { left in
            right.withContiguousStorageIfAvailable { body(UnsafeRawBufferPointer(left), UnsafeRawBufferPointer($0)) }
        }
        return answer ?? nil
    }
}

/// A name as a member of a set, or as a key of a dictionary. Equality is that of the UTF-8 bytes.
package struct ExactText: Hashable, Sendable {
    package let string: String

    package init(_ string: String) { self.string = string }

    package static func == (left: Self, right: Self) -> Bool { UTF8Order.equal(left.string, right.string) }

    package func hash(into hasher: inout Hasher) { UTF8Order.hash(string, into: &hasher) }
}

/// The ways from bytes of others to text. Swift compares and hashes texts by canonical equivalence, in the square of
/// the combining marks in a row, so a text has few: see docs/decisions/03-bounded-work.md.
extension String {
    /// Decodes UTF-8. `String(validating:as:)` needs iOS 18 and macOS 15.
    @inlinable
    package init(checking bytes: some Collection<UInt8>) throws(InvalidText) {
        let checked = bytes.withContiguousStorageIfAvailable { InvalidText.text(of: $0) }
        self = try (checked ?? Array(bytes).withUnsafeBufferPointer { InvalidText.text(of: $0) }).get()
    }

    /// Decodes UTF-8; `nil` if the bytes are not a text.
    @inlinable
    package init?(validUTF8 bytes: some Collection<UInt8>) {
        do throws(InvalidText) { try self.init(checking: bytes) } catch { return nil }
    }

    /// Decodes UTF-8 for messages. Replaces bytes that are not UTF-8, and ends before a mark that is one too many.
    package init(repairing bytes: some Collection<UInt8>) {
        if let text = String(validUTF8: bytes) {
            self = text
            return
        }
        self.init(decoding: bytes, as: UTF8.self)
        guard let invalid = withUTF8({ InvalidText.excessMark(in: $0) }) else { return }
        self = String(decoding: utf8.prefix(invalid.offset), as: UTF8.self)
    }
}
