import ThemeProject

/// The images that earlier runs inspected.
struct KnownImages: Sendable {
    /// Sorted by inode. No two have the same inode.
    let images: [KnownImage]
    /// Those of ``images``. A search in them touches less memory.
    private let inodes: [UInt64]

    init(images: [KnownImage]) {
        self.images = images
        inodes = images.map(\.stamp.inode)
    }

    static let none = KnownImages(images: [])

    var count: Int { images.count }

    subscript(record: Int32) -> KnownImage { images[Int(record)] }

    /// Returns an index in ``images``; `nil` if the file is unknown, or has changed. Cost: O(log n).
    func number(of stamp: FileStamp) -> Int32? {
        let index = inodes.partitioningIndex { $0 >= stamp.inode }
        return index < inodes.count && images[index].stamp == stamp ? Int32(index) : nil
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

    /// - Parameter record: the image's number in ``known``, if it has one.
    func record(_ image: KnownImage, over record: Int32?) {
        let number = record.flatMap { known[$0] == image ? Int($0) : nil }
        records.withLock { if let number { $0.isConfirmed[number] = true } else { $0.newImages.append(image) } }
    }

    /// Ends the recording. Returns the images for later runs; `nil` if they are the known ones.
    ///
    /// - Parameter dropsOthers: whether images that this run did not confirm are gone. In a run over some themes, they
    ///   can belong to the others.
    func finish(dropsOthers: Bool) -> RecordedImages? {
        records.withLock { records in
            guard !records.newImages.isEmpty else { return nil }
            let isKept = dropsOthers ? records.isConfirmed : nil
            return RecordedImages(records.newImages, known) { isKept?[$0] ?? true }
        }
    }
}

/// The images that a run stores: the new ones, and the known ones that stay. Sorted by inode. No two have the same
/// inode. Copies no image, because there can be hundreds of thousands.
struct RecordedImages: RandomAccessCollection {
    private let newImages: [KnownImage]
    private let known: KnownImages
    /// Numbers of images: the new ones first, then the known ones.
    private var order: [Int] = []

    /// If two images have the same inode, the first new one stays.
    fileprivate init(_ newImages: [KnownImage], _ known: KnownImages, keeping isKept: (_ known: Int) -> Bool) {
        self.newImages = newImages
        self.known = known
        let kept = known.images.indices.filter(isKept).map { $0 + newImages.count }
        let all = (Array(newImages.indices) + kept).sorted { image($0).stamp.inode < image($1).stamp.inode }
        order.reserveCapacity(all.count)
        for number in all where order.last.map({ image($0).stamp.inode }) != image(number).stamp.inode {
            order.append(number)
        }
    }

    private func image(_ number: Int) -> KnownImage {
        number < newImages.count ? newImages[number] : known.images[number - newImages.count]
    }

    var startIndex: Int { 0 }
    var endIndex: Int { order.count }

    subscript(index: Int) -> KnownImage { image(order[index]) }
}
