import Synchronization
import ThemeModel

/// What an image was found to be. That depends on its bytes, for which its stamp stands, and on the limits; not on rules.
struct KnownImage: Hashable, Sendable {
    let stamp: FileStamp
    let facts: ImageFacts
    /// Whether it was decoded whole; else it was only looked at.
    var isSound: Bool
    /// Of the file's bytes, if they were wanted for a pack.
    var digest: ContentDigest?
    var comparison: Comparison?

    /// How it compares with its default.
    struct Comparison: Hashable, Sendable {
        let original: FileStamp
        let isSame: Bool
    }
}

/// Images that earlier runs looked at, by their stamps.
struct KnownImages: Sendable {
    /// In the order of inodes, each there once.
    private let images: [KnownImage]

    static let none = KnownImages([])

    var isEmpty: Bool { images.isEmpty }

    /// Of several with one inode one is kept. In place: there may be hundreds of thousands.
    init(_ images: consuming [KnownImage]) {
        images.sort { $0.stamp.inode < $1.stamp.inode }
        var count = 0
        for index in images.indices where count == 0 || images[index].stamp.inode != images[count - 1].stamp.inode {
            if index != count { images[count] = images[index] }
            count += 1
        }
        images.removeSubrange(count...)
        self.images = images
    }

    /// Cost: the logarithm of their number.
    subscript(stamp: FileStamp) -> KnownImage? {
        image(withInode: stamp.inode).flatMap { $0.stamp == stamp ? $0 : nil }
    }

    private func image(withInode inode: UInt64) -> KnownImage? {
        var (low, high) = (0, images.count)
        while low < high {
            let middle = (low + high) / 2
            if images[middle].stamp.inode < inode { low = middle + 1 } else { high = middle }
        }
        return low < images.count && images[low].stamp.inode == inode ? images[low] : nil
    }

    /// These, and of others what these say nothing about.
    func adding(_ others: KnownImages) -> KnownImages {
        others.isEmpty ? self : KnownImages(images + others.images.filter { image(withInode: $0.stamp.inode) == nil })
    }
}

/// What a run knows of images beforehand, and what it notes of those that it meets, from all its threads.
final class ImageNotes: Sendable {
    let known: KnownImages
    private let met: Mutex<(images: [KnownImage], hasNews: Bool)>

    /// - Parameter count: how many it will meet, at most.
    init(known: KnownImages, expecting count: Int) {
        self.known = known
        var images: [KnownImage] = []
        images.reserveCapacity(count)
        met = Mutex((images, false))
    }

    func note(_ image: KnownImage) {
        let isNews = known[image.stamp] != image
        met.withLock {
            $0.images.append(image)
            $0.hasNews = $0.hasNews || isNews
        }
    }

    /// Everything that was noted, once; `nil` if all of it was known.
    func takeNews() -> [KnownImage]? {
        met.withLock { met in
            defer { met = ([], false) }
            return met.hasNews ? met.images : nil
        }
    }
}

extension KnownImages {
    private static let decodedBit: UInt8 = 1
    private static let alphaBit: UInt8 = 2
    private static let comparedBit: UInt8 = 4
    private static let sameBit: UInt8 = 8
    private static let digestBit: UInt8 = 16

    /// Bytes that ``write(to:)`` adds, at most.
    var encodedLengthMax: Int {
        8 + images.count * (2 * MemoryLayout<FileStamp>.size + 2 * 4 + 1 + ContentDigest.byteCount)
    }

    func write(to writer: inout ByteWriter) {
        writer.add(images) { writer, image in
            writer.add(image.stamp)
            writer.add(image.facts.size.width)
            writer.add(image.facts.size.height)
            var flags: UInt8 = image.isSound ? Self.decodedBit : 0
            if image.facts.hasAlpha { flags |= Self.alphaBit }
            if let comparison = image.comparison {
                flags |= Self.comparedBit | (comparison.isSame ? Self.sameBit : 0)
            }
            if image.digest != nil { flags |= Self.digestBit }
            writer.add(flags)
            if let digest = image.digest { writer.add(digest) }
            if let comparison = image.comparison { writer.add(comparison.original) }
        }
    }

    init(from reader: inout ByteReader) throws(ByteReader.Damage) {
        let images = try reader.list { reader throws(ByteReader.Damage) in
            let stamp = try reader.stamp()
            let size = PixelSize(width: try reader.number(), height: try reader.number())
            let flags = try reader.number(UInt8.self)
            var image = KnownImage(
                stamp: stamp, facts: ImageFacts(size: size, hasAlpha: flags & Self.alphaBit != 0),
                isSound: flags & Self.decodedBit != 0)
            if flags & Self.digestBit != 0 { image.digest = try reader.digest() }
            if flags & Self.comparedBit != 0 {
                image.comparison = KnownImage.Comparison(
                    original: try reader.stamp(), isSame: flags & Self.sameBit != 0)
            }
            return image
        }
        self.init(images)
    }
}
