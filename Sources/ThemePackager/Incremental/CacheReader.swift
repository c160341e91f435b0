import PackFormat
import ThemeModel
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

    /// `lengthMin` is the smallest number of bytes of one value; `nil` reserves no memory in advance.
    mutating func list<Value>(
        lengthMin: Int? = nil, _ body: (inout CacheReader) throws(InvalidCache) -> Value
    ) throws(InvalidCache) -> [Value] {
        let count = try number(UInt64.self)
        // Rejects impossible counts before memory is reserved for them.
        guard count <= UInt64(remaining / (lengthMin ?? 1)) else { throw InvalidCache() }
        var values: [Value] = []
        if lengthMin != nil { values.reserveCapacity(Int(count)) }
        for _ in 0..<count { values.append(try body(&self)) }
        return values
    }

    mutating func stamp() throws(InvalidCache) -> FileStamp {
        FileStamp(
            size: try number(), device: try number(), inode: try number(), modified: try number(), changed: try number()
        )
    }
}
