import ThemeProject

/// The images that earlier runs inspected.
struct KnownImages: Sendable {
    /// Sorted by inode. No two have the same inode.
    let images: [KnownImage]

    static let none = KnownImages([])

    var isEmpty: Bool { images.isEmpty }
    var count: Int { images.count }

    /// Keeps the first image of each inode. Works in place, because there can be hundreds of thousands of images.
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

    subscript(stamp: FileStamp) -> KnownImage? {
        number(withInode: stamp.inode).flatMap { images[$0].stamp == stamp ? images[$0] : nil }
    }

    /// An index in ``images``. Cost: O(log n).
    func number(withInode inode: UInt64) -> Int? {
        let index = images.partitioningIndex { $0.stamp.inode >= inode }
        return index < images.count && images[index].stamp.inode == inode ? index : nil
    }
}

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

struct DefaultComparison: Hashable, Sendable {
    let defaultStamp: FileStamp
    let isSame: Bool
}

/// Records the images that a run inspects, for later runs. Thread-safe.
final class ImageRecorder: Sendable {
    let known: KnownImages
    private let records: Lock<Records>

    private struct Records {
        /// Images that were unknown, or whose record has changed.
        var newImages: [KnownImage] = []
        /// For each of ``ImageRecorder/known``, whether this run confirmed it.
        var isConfirmed: [Bool]
    }

    init(known: KnownImages, expecting count: Int = 0) {
        self.known = known
        var records = Records(isConfirmed: Array(repeating: false, count: known.count))
        records.newImages.reserveCapacity(max(0, count - known.count))
        self.records = Lock(records)
    }

    func record(_ image: KnownImage) {
        let number = known[image.stamp] == image ? known.number(withInode: image.stamp.inode) : nil
        records.withLock { if let number { $0.isConfirmed[number] = true } else { $0.newImages.append(image) } }
    }

    /// Ends the recording. Returns the images for later runs; `nil` if they are the known ones.
    ///
    /// - Parameter dropsOthers: whether images that this run did not confirm are gone. In a run over some themes, they
    ///   can belong to the others.
    func finish(dropsOthers: Bool) -> KnownImages? {
        records.withLock { records in
            var images: [KnownImage] = []
            swap(&images, &records.newImages)
            guard !images.isEmpty else { return nil }
            // An array that grows by itself can have twice the bytes.
            images.reserveCapacity(images.count + known.count)
            for (image, isConfirmed) in zip(known.images, records.isConfirmed) where isConfirmed || !dropsOthers {
                images.append(image)
            }
            return KnownImages(images)
        }
    }
}
