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
    private var images: [KnownImage]

    static let none = KnownImages([])

    var isEmpty: Bool { images.isEmpty }
    var count: Int { images.count }

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
        number(withInode: stamp.inode).flatMap { images[$0].stamp == stamp ? images[$0] : nil }
    }

    /// The place of what is known of an inode.
    func number(withInode inode: UInt64) -> Int? {
        var (low, high) = (0, images.count)
        while low < high {
            let middle = (low + high) / 2
            if images[middle].stamp.inode < inode { low = middle + 1 } else { high = middle }
        }
        return low < images.count && images[low].stamp.inode == inode ? low : nil
    }

    /// Adds what was found, and lets go of what was known of the same inodes. In place, as far as can be.
    mutating func add(_ news: consuming [KnownImage]) {
        news.removeAll { image in
            guard let number = number(withInode: image.stamp.inode) else { return false }
            images[number] = image
            return true
        }
        // The fewer behind the more.
        var (more, fewer) = images.count < news.count ? (news, images) : (images, news)
        (images, news) = ([], [])
        more += fewer
        fewer = []
        self = KnownImages(more)
    }

    /// Those at some of the places.
    func keeping(_ isKept: [Bool]) -> KnownImages {
        KnownImages(zip(images, isKept).compactMap { $1 ? $0 : nil })
    }
}

/// What a run knows of images beforehand, and what it notes of those that it meets, from all its threads.
final class ImageNotes: Sendable {
    let known: KnownImages
    private let met: Mutex<Met>

    struct Met {
        /// What was not known, or known otherwise.
        var news: [KnownImage] = []
        /// Of what was known, by its place.
        var isMet: [Bool]
    }

    /// - Parameter count: how many images it will meet, about.
    init(known: KnownImages, expecting count: Int = 0) {
        self.known = known
        var met = Met(isMet: Array(repeating: false, count: known.count))
        met.news.reserveCapacity(max(0, count - known.count))
        self.met = Mutex(met)
    }

    func note(_ image: KnownImage) {
        let number = known[image.stamp] == image ? known.number(withInode: image.stamp.inode) : nil
        met.withLock { if let number { $0.isMet[number] = true } else { $0.news.append(image) } }
    }

    /// All that was noted, once.
    func take() -> Met {
        met.withLock { met in
            defer { met.news = [] }
            return met
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
        8 + images.count * (Self.encodedLengthMin + MemoryLayout<FileStamp>.size + ContentDigest.byteCount)
    }

    /// Bytes of an image, at least: its stamp, its size, and what else there is.
    private static let encodedLengthMin = MemoryLayout<FileStamp>.size + 2 * 4 + 1

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
        let images = try reader.list(of: Self.encodedLengthMin) { reader throws(ByteReader.Damage) in
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
