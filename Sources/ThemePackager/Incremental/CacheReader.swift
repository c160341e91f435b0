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

extension KnownImages {
    private static let soundBit: UInt8 = 1
    private static let alphaBit: UInt8 = 2
    private static let comparedBit: UInt8 = 4
    private static let sameBit: UInt8 = 8
    private static let digestBit: UInt8 = 16

    var encodedLengthMax: Int {
        8 + images.count * (Self.encodedLengthMin + MemoryLayout<FileStamp>.size + ContentDigest.byteCount)
            + images.count { $0.facts.content?.grid != nil } * ColorGrid.byteCount
    }

    /// The bytes of one image without its digest: stamp, width and height, flags, content.
    private static let encodedLengthMin = MemoryLayout<FileStamp>.size + 2 * 4 + 1 + 1

    func write(to writer: inout ByteWriter) {
        writer.add(images) { writer, image in
            writer.add(image.stamp)
            writer.add(image.facts.size.width)
            writer.add(image.facts.size.height)
            var flags: UInt8 = image.isSound ? Self.soundBit : 0
            if image.facts.hasAlpha { flags |= Self.alphaBit }
            if let comparison = image.comparison {
                flags |= Self.comparedBit | (comparison.isSame ? Self.sameBit : 0)
            }
            if image.digest != nil { flags |= Self.digestBit }
            writer.add(flags)
            image.facts.content.write(to: &writer)
            if let digest = image.digest { writer.add(digest) }
            if let comparison = image.comparison { writer.add(comparison.defaultStamp) }
        }
    }

    init(from reader: inout CacheReader) throws(InvalidCache) {
        let images = try reader.list(lengthMin: Self.encodedLengthMin) { reader throws(InvalidCache) in
            let stamp = try reader.stamp()
            let size = PixelSize(width: try reader.number(), height: try reader.number())
            let flags = try reader.number(UInt8.self)
            let content = try PixelContent?(from: &reader)
            var image = KnownImage(
                stamp: stamp, facts: ImageFacts(size: size, hasAlpha: flags & Self.alphaBit != 0, content: content),
                isSound: flags & Self.soundBit != 0)
            if flags & Self.digestBit != 0 { image.digest = try reader.digest() }
            if flags & Self.comparedBit != 0 {
                image.comparison = DefaultComparison(
                    defaultStamp: try reader.stamp(), isSame: flags & Self.sameBit != 0)
            }
            return image
        }
        self.init(images)
    }
}

extension PixelContent? {
    private static var knownBit: UInt8 { 1 }
    private static var opaqueBit: UInt8 { 2 }
    private static var transparentBit: UInt8 { 4 }
    private static var flatBit: UInt8 { 8 }
    private static var gridBit: UInt8 { 16 }
    /// The image is too small for a grid.
    private static var emptyGridBit: UInt8 { 32 }

    fileprivate func write(to writer: inout ByteWriter) {
        guard let content = self else { return writer.add(0 as UInt8) }
        var flags = Self.knownBit
        if content.isOpaque { flags |= Self.opaqueBit }
        if content.isTransparent { flags |= Self.transparentBit }
        if content.isFlat { flags |= Self.flatBit }
        if let grid = content.grid { flags |= grid.bytes.isEmpty ? Self.emptyGridBit : Self.gridBit }
        writer.add(flags)
        if let grid = content.grid { writer.add(raw: grid.bytes) }
    }

    fileprivate init(from reader: inout CacheReader) throws(InvalidCache) {
        let flags = try reader.number(UInt8.self)
        guard flags & Self.knownBit != 0 else {
            self = nil
            return
        }
        var grid = flags & Self.emptyGridBit != 0 ? ColorGrid([]) : nil
        if flags & Self.gridBit != 0 { grid = ColorGrid(try reader.bytes(ColorGrid.byteCount)) }
        self = PixelContent(
            isOpaque: flags & Self.opaqueBit != 0, isTransparent: flags & Self.transparentBit != 0,
            isFlat: flags & Self.flatBit != 0, grid: grid)
    }
}
