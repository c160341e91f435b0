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

extension RecordedImages {
    /// The images that are encoded at a time. All together can have 20 MB.
    private static let partLength = 4096

    /// Returns the contents of a cache file, in parts.
    func encoded(after key: ContentDigest) -> some Sequence<[UInt8]> {
        stride(from: 0, through: count, by: Self.partLength).lazy.map { start in
            var writer = ByteWriter()
            if start == 0 {
                writer.add(key)
                writer.add(UInt64(count))
            }
            for image in self[start...].prefix(Self.partLength) { image.write(to: &writer) }
            return writer.bytes
        }
    }
}

extension KnownImages {
    /// The bytes of one image without what it need not have: stamp, width and height, seven flags.
    private static let encodedLengthMin = MemoryLayout<FileStamp>.size + 2 * 4 + 7

    init(from reader: inout CacheReader) throws(InvalidCache) {
        let images = try reader.list(lengthMin: Self.encodedLengthMin) { reader throws(InvalidCache) in
            KnownImage(
                stamp: try reader.stamp(),
                facts: ImageFacts(
                    size: PixelSize(width: try reader.number(), height: try reader.number()),
                    hasAlpha: try reader.flag(),
                    content: try reader.optional { reader throws(InvalidCache) in try PixelContent(from: &reader) },
                    headStart: try reader.optional { reader throws(InvalidCache) in try reader.number() },
                    mask: try reader.optional { reader throws(InvalidCache) in try ImageMask(from: &reader) }),
                isSound: try reader.flag(),
                digest: try reader.optional { reader throws(InvalidCache) in try reader.digest() },
                comparison: try reader.optional { reader throws(InvalidCache) in
                    DefaultComparison(defaultStamp: try reader.stamp(), isSame: try reader.flag())
                })
        }
        guard zip(images, images.dropFirst()).allSatisfy({ $0.stamp.inode < $1.stamp.inode }) else {
            throw InvalidCache()
        }
        self.init(images: images)
    }
}

extension KnownImage {
    fileprivate func write(to writer: inout ByteWriter) {
        writer.add(stamp)
        writer.add(facts.size.width)
        writer.add(facts.size.height)
        writer.add(facts.hasAlpha)
        writer.add(facts.content) { $1.write(to: &$0) }
        writer.add(facts.headStart) { $0.add($1) }
        writer.add(facts.mask) { $1.write(to: &$0) }
        writer.add(isSound)
        writer.add(digest) { $0.add($1) }
        writer.add(comparison) { writer, comparison in
            writer.add(comparison.defaultStamp)
            writer.add(comparison.isSame)
        }
    }
}

extension ImageMask {
    fileprivate func write(to writer: inout ByteWriter) {
        writer.add(digest)
        writer.add(strongest)
        writer.add(otherColors.bitPattern)
    }

    fileprivate convenience init(from reader: inout CacheReader) throws(InvalidCache) {
        self.init(
            digest: try reader.digest(), strongest: try reader.number(),
            otherColors: Double(bitPattern: try reader.number()))
        guard (0...1).contains(otherColors) else { throw InvalidCache() }
    }
}

extension PixelContent {
    fileprivate func write(to writer: inout ByteWriter) {
        for flag in [isOpaque, isTransparent, isFlat] { writer.add(flag) }
        writer.add(strongest)
        writer.add(start)
        writer.add(grid) { writer, grid in
            // An image that is too small for a grid has an empty one.
            writer.add(!grid.bytes.isEmpty)
            writer.add(raw: grid.bytes)
        }
    }

    fileprivate init(from reader: inout CacheReader) throws(InvalidCache) {
        self.init(
            isOpaque: try reader.flag(), isTransparent: try reader.flag(), isFlat: try reader.flag(),
            strongest: try reader.number(), start: try reader.number(),
            grid: try reader.optional { reader throws(InvalidCache) in
                ColorGrid(try reader.flag() ? try reader.bytes(ColorGrid.byteCount) : [])
            })
    }
}
