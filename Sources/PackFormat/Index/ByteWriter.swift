package import ThemeModel

/// Appends little-endian numbers to an array of bytes.
package struct ByteWriter: Sendable {
    package private(set) var bytes: [UInt8]

    package init(_ bytes: [UInt8] = []) { self.bytes = bytes }

    package init(reserving count: Int) {
        bytes = []
        bytes.reserveCapacity(count)
    }

    package mutating func add(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    package mutating func add(raw bytes: some Collection<UInt8>) {
        let added: Void? = bytes.withContiguousStorageIfAvailable { self.bytes.append(contentsOf: $0) }
        if added == nil { self.bytes.append(contentsOf: bytes) }
    }

    package mutating func add(_ digest: ContentDigest) { digest.withBytes { bytes.append(contentsOf: $0) } }

    mutating func add(_ reference: DataReference) {
        add(reference.offset)
        add(reference.length)
        add(reference.digest)
    }

    /// Returns the offset of the first zero.
    mutating func addZeros(_ count: Int) -> Int {
        let offset = bytes.count
        bytes.append(contentsOf: repeatElement(0, count: count))
        return offset
    }

    mutating func padToEight() { _ = addZeros(PackIndex.roundedUpToEight(bytes.count) - bytes.count) }

    mutating func put<Number: FixedWidthInteger>(_ number: Number, at offset: Int) {
        bytes.withUnsafeMutableBytes { $0.storeBytes(of: number.littleEndian, toByteOffset: offset, as: Number.self) }
    }

    package mutating func put(_ digest: ContentDigest, at offset: Int) {
        digest.withBytes { bytes.replaceSubrange(offset..<offset + $0.count, with: $0) }
    }
}
