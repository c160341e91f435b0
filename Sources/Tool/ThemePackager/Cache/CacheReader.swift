import PackFormat
import ThemeProject

/// A cache file is damaged, or another version wrote it.
struct InvalidCache: Error {}

/// Reads the values of cache files, as a ``ByteWriter`` wrote them.
typealias CacheReader = ByteCursor<InvalidCache>

extension ByteCursor<InvalidCache> {
    init(_ bytes: [UInt8], from offset: Int = 0) { self.init(bytes, from: offset, pastEnd: InvalidCache()) }

    mutating func flag() throws(InvalidCache) -> Bool {
        switch try number(UInt8.self) {
        case 0: false
        case 1: true
        default: throw InvalidCache()
        }
    }

    mutating func text() throws(InvalidCache) -> String {
        let bytes = try bytes(try number(UInt32.self))
        guard let text = String(validUTF8: bytes) else { throw InvalidCache() }
        return text
    }

    mutating func optional<Value>(
        _ body: (inout CacheReader) throws(InvalidCache) -> Value
    ) throws(InvalidCache) -> Value? {
        try flag() ? try body(&self) : nil
    }

    /// Reserves no memory for a number of values that the bytes can contradict.
    mutating func list<Value>(
        _ body: (inout CacheReader) throws(InvalidCache) -> Value
    ) throws(InvalidCache) -> [Value] {
        let count = try number(UInt64.self)
        guard count <= UInt64(remaining) else { throw InvalidCache() }
        var values: [Value] = []
        for _ in 0..<count { values.append(try body(&self)) }
        return values
    }

    mutating func stamp() throws(InvalidCache) -> FileStamp {
        FileStamp(
            size: try number(), device: try number(), inode: try number(), modified: try number(), changed: try number()
        )
    }
}

/// The values of cache files, as ``CacheReader`` reads them.
extension ByteWriter {
    mutating func add(_ flag: Bool) { add(flag ? 1 : 0 as UInt8) }

    mutating func add(_ text: String) {
        add(UInt32(text.utf8.count))
        add(raw: text.utf8)
    }

    mutating func add<Value>(_ value: Value?, _ body: (inout ByteWriter, Value) -> Void) {
        add(value != nil)
        if let value { body(&self, value) }
    }

    mutating func add<Value>(_ list: [Value], _ body: (inout ByteWriter, Value) -> Void) {
        add(UInt64(list.count))
        for value in list { body(&self, value) }
    }

    mutating func add(_ stamp: FileStamp) {
        // One append for all fields, because there are hundreds of thousands of stamps.
        let fields = (
            stamp.size.littleEndian, stamp.device.littleEndian, stamp.inode.littleEndian, stamp.modified.littleEndian,
            stamp.changed.littleEndian
        )
        withUnsafeBytes(of: fields) { add(raw: $0) }
    }
}
