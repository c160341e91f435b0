import PackFormat
import ThemeModel
import ThemeProject

extension KnownImages {
    private static let soundBit: UInt8 = 1
    private static let alphaBit: UInt8 = 2
    private static let comparedBit: UInt8 = 4
    private static let sameBit: UInt8 = 8
    private static let digestBit: UInt8 = 16

    var encodedLengthMax: Int {
        8 + images.count * (Self.encodedLengthMin + MemoryLayout<FileStamp>.size + ContentDigest.byteCount)
    }

    /// The bytes of one image without its digest: stamp, width and height, flags.
    private static let encodedLengthMin = MemoryLayout<FileStamp>.size + 2 * 4 + 1

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
            if let digest = image.digest { writer.add(digest) }
            if let comparison = image.comparison { writer.add(comparison.defaultStamp) }
        }
    }

    init(from reader: inout ByteReader) throws(ByteReader.InvalidBytes) {
        let images = try reader.list(lengthMin: Self.encodedLengthMin) { reader throws(ByteReader.InvalidBytes) in
            let stamp = try reader.stamp()
            let size = PixelSize(width: try reader.number(), height: try reader.number())
            let flags = try reader.number(UInt8.self)
            var image = KnownImage(
                stamp: stamp, facts: ImageFacts(size: size, hasAlpha: flags & Self.alphaBit != 0),
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
