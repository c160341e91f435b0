import PackFormat
import ThemeProject

/// The recorded inspection result of an image file. Depends on the file's bytes and the limits, not on the rules.
struct KnownImage: Hashable, Sendable {
    let stamp: FileStamp
    let facts: ImageFacts
    /// Whether libpng or the quick check accepted the whole file. Otherwise only the head was read.
    var isSound: Bool
    /// `nil` if no pack has needed it.
    var digest: ContentDigest?
    var comparison: DefaultComparison?
}

/// A known image with its number in ``KnownImages``.
struct PastImage {
    let number: Int32
    let image: KnownImage
}

struct DefaultComparison: Hashable, Sendable {
    let defaultStamp: FileStamp
    let isSame: Bool
}

extension KnownImage {
    /// The stamp is first, because searches read nothing else.
    func write(to writer: inout ByteWriter) {
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

    init(from reader: inout CacheReader) throws(InvalidCache) {
        stamp = try reader.stamp()
        facts = ImageFacts(
            size: PixelSize(width: try reader.number(), height: try reader.number()), hasAlpha: try reader.flag(),
            content: try reader.optional { reader throws(InvalidCache) in try PixelContent(from: &reader) },
            headStart: try reader.optional { reader throws(InvalidCache) in try reader.number() },
            mask: try reader.optional { reader throws(InvalidCache) in try ImageMask(from: &reader) })
        isSound = try reader.flag()
        digest = try reader.optional { reader throws(InvalidCache) in try reader.digest() }
        comparison = try reader.optional { reader throws(InvalidCache) in
            DefaultComparison(defaultStamp: try reader.stamp(), isSame: try reader.flag())
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
