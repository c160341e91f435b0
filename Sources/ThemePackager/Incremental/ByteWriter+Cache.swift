import PackFormat
import ThemeModel
import ThemeProject

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
