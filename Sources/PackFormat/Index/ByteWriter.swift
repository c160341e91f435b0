package import ThemeModel

/// Appends numbers and texts to an array of bytes, little-endian. The packager's `ByteReader` reads them back.
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

    package mutating func add(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

    package mutating func add(_ text: String) {
        add(UInt32(text.utf8.count))
        add(raw: text.utf8)
    }

    /// Adds bytes without their number. The reader must know it.
    package mutating func add(raw bytes: some Collection<UInt8>) {
        let added: Void? = bytes.withContiguousStorageIfAvailable { self.bytes.append(contentsOf: $0) }
        if added == nil { self.bytes.append(contentsOf: bytes) }
    }

    package mutating func add(_ digest: ContentDigest) { digest.withBytes { bytes.append(contentsOf: $0) } }

    package mutating func add<Value>(_ value: Value?, _ body: (inout ByteWriter, Value) -> Void) {
        add(value != nil)
        if let value { body(&self, value) }
    }

    package mutating func add<Value>(_ list: [Value], _ body: (inout ByteWriter, Value) -> Void) {
        add(UInt64(list.count))
        for value in list { body(&self, value) }
    }

    mutating func add(_ stored: StoredBytes) {
        add(stored.offset)
        add(stored.length)
        add(stored.digest)
    }

    /// Adds zeros, and returns the offset of the first.
    mutating func addZeros(_ count: Int) -> Int {
        let offset = bytes.count
        bytes.append(contentsOf: repeatElement(0, count: count))
        return offset
    }

    /// Adds zeros up to the next multiple of eight.
    mutating func align() { _ = addZeros(PackIndex.aligned(bytes.count) - bytes.count) }

    mutating func put<Number: FixedWidthInteger>(_ number: Number, at offset: Int) {
        bytes.withUnsafeMutableBytes { $0.storeBytes(of: number.littleEndian, toByteOffset: offset, as: Number.self) }
    }

    package mutating func put(_ digest: ContentDigest, at offset: Int) {
        digest.withBytes { bytes.replaceSubrange(offset..<offset + $0.count, with: $0) }
    }
}
