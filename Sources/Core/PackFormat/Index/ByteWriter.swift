package import ThemeModel

/// Appends little-endian numbers to an array of bytes.
@usableFromInline
package struct ByteWriter: Sendable {
    @usableFromInline package internal(set) var bytes: [UInt8]

    package init(_ bytes: [UInt8] = []) { self.bytes = bytes }

    package init(reserving count: Int) {
        bytes = []
        bytes.reserveCapacity(count)
    }

    /// Removes all bytes, and keeps their memory.
    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    @inlinable
    package mutating func add(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    @inlinable
    package mutating func add(raw bytes: some Collection<UInt8>) {
        let added: Void? = bytes.withContiguousStorageIfAvailable { self.bytes.append(contentsOf: $0) }
        if added == nil { self.bytes.append(contentsOf: bytes) }
    }

    package mutating func add(_ digest: ContentDigest) { digest.withBytes { bytes.append(contentsOf: $0) } }

    /// Appends zeros, and calls `fill` with them.
    package mutating func add(count: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Void) {
        let start = bytes.count
        // This copies zeros. An append of repeated elements would store them one by one.
        withUnsafeTemporaryAllocation(byteCount: min(count, 1024), alignment: 1) { zeros in
            zeros.initializeMemory(as: UInt8.self, repeating: 0)
            while bytes.count - start < count { bytes.append(contentsOf: zeros.prefix(start + count - bytes.count)) }
        }
        bytes.withUnsafeMutableBytes { fill(UnsafeMutableRawBufferPointer(rebasing: $0[start...])) }
    }

    mutating func put<Number: FixedWidthInteger>(_ number: Number, at offset: Int) {
        bytes.withUnsafeMutableBytes { $0.put(number, at: offset) }
    }

    package mutating func put(_ digest: ContentDigest, at offset: Int) {
        digest.withBytes { bytes.replaceSubrange(offset..<offset + $0.count, with: $0) }
    }
}

extension UnsafeMutableRawBufferPointer {
    /// Stores a little-endian number.
    func put<Number: FixedWidthInteger>(_ number: Number, at offset: Int) {
        storeBytes(of: number.littleEndian, toByteOffset: offset, as: Number.self)
    }

    func put(_ digest: ContentDigest, at offset: Int) { digest.withBytes { put($0, at: offset) } }

    func put(_ reference: DataReference, at offset: Int) {
        put(reference.offset, at: offset + IndexField.Reference.dataStart)
        put(reference.length, at: offset + IndexField.Reference.dataLength)
        put(reference.digest, at: offset + IndexField.Reference.digest)
    }

    func put(_ bytes: some Collection<UInt8>, at offset: Int) {
        UnsafeMutableRawBufferPointer(rebasing: self[offset..<offset + bytes.count]).copyBytes(from: bytes)
    }
}
