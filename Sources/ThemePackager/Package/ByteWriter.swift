import ThemeModel

/// Puts numbers and texts one behind the other, little-endian. ``ByteReader`` takes them out again.
struct ByteWriter: Sendable {
    private(set) var bytes: [UInt8]

    init(_ bytes: [UInt8] = []) { self.bytes = bytes }

    init(reserving count: Int) {
        bytes = []
        bytes.reserveCapacity(count)
    }

    mutating func add(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func add(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

    mutating func add(_ text: String) {
        add(UInt32(text.utf8.count))
        add(raw: text.utf8)
    }

    /// - Parameter bytes: of a length that the reader knows.
    mutating func add(raw bytes: some Collection<UInt8>) {
        let added: Void? = bytes.withContiguousStorageIfAvailable { self.bytes.append(contentsOf: $0) }
        if added == nil { self.bytes.append(contentsOf: bytes) }
    }

    /// In the place of 32 bytes that are there.
    mutating func put(_ digest: ContentDigest, at place: Int) {
        digest.withBytes { bytes.replaceSubrange(place..<place + $0.count, with: $0) }
    }

    mutating func add(_ digest: ContentDigest) { digest.withBytes { bytes.append(contentsOf: $0) } }

    mutating func add<Value>(_ value: Value?, _ body: (inout ByteWriter, Value) -> Void) {
        add(value != nil)
        if let value { body(&self, value) }
    }

    mutating func add<Value>(_ list: [Value], _ body: (inout ByteWriter, Value) -> Void) {
        add(UInt64(list.count))
        for value in list { body(&self, value) }
    }
}
