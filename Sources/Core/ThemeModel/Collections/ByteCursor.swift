/// A position in bytes that are not trusted: numbers and runs of bytes follow each other, each after its length.
///
/// A read returns a value and moves after it. If the bytes end first, it throws and stays, before it reserves memory.
/// A format adds its values in an extension for its error.
///
/// `@usableFromInline`: other modules compile no special code for inlinable members of a type that is not, and then a
/// read takes a hundred times as long.
@usableFromInline
package struct ByteCursor<Failure: Error>: Sendable {
    @usableFromInline package let bytes: [UInt8]
    /// The error of a read that goes beyond the end.
    @usableFromInline package let pastEnd: Failure
    @usableFromInline var position: Int

    @inlinable
    package init(_ bytes: [UInt8], from offset: Int = 0, pastEnd: Failure) {
        self.bytes = bytes
        self.pastEnd = pastEnd
        position = offset
    }

    @inlinable package var offset: Int { position }
    @inlinable package var remaining: Int { bytes.count - position }
    @inlinable package var isAtEnd: Bool { remaining == 0 }

    /// Returns the offsets that it skips.
    @inlinable
    @discardableResult
    package mutating func skip(_ count: Int) throws(Failure) -> Range<Int> {
        guard count >= 0, count <= remaining else { throw pastEnd }
        let start = position
        position += count
        return start..<position
    }

    @inlinable
    package mutating func bytes(_ count: some FixedWidthInteger) throws(Failure) -> [UInt8] {
        let range = try skip(Int(clamping: count))
        return Array(bytes[range])
    }

    /// Reads a little-endian number.
    @inlinable
    package mutating func number<Number: FixedWidthInteger>(_: Number.Type = Number.self) throws(Failure) -> Number {
        let start = try skip(MemoryLayout<Number>.size).lowerBound
        return bytes.withUnsafeBytes {
            Number(littleEndian: $0.loadUnaligned(fromByteOffset: start, as: Number.self))
        }
    }

    package mutating func digest() throws(Failure) -> ContentDigest {
        let range = try skip(ContentDigest.byteCount)
        return bytes.withUnsafeBytes { ContentDigest(reading: UnsafeRawBufferPointer(rebasing: $0[range])) }
    }
}
