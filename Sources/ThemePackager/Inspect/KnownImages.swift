import ThemeProject

/// The images that earlier runs inspected.
struct KnownImages: Sendable {
    /// Sorted by inode. No two have the same inode.
    private(set) var images: [KnownImage]

    static let none = KnownImages([])

    var isEmpty: Bool { images.isEmpty }
    var count: Int { images.count }

    /// Keeps one image for each inode. Works in place, because there can be hundreds of thousands of images.
    init(_ images: consuming [KnownImage]) {
        let isInOrder = images.indices.dropFirst().allSatisfy {
            images[$0 - 1].stamp.inode <= images[$0].stamp.inode
        }
        if !isInOrder { Self.sort(&images) }
        var count = 0
        for index in images.indices where count == 0 || images[index].stamp.inode != images[count - 1].stamp.inode {
            if index != count { images[count] = images[index] }
            count += 1
        }
        images.removeSubrange(count...)
        self.images = images
    }

    /// Sorts the images' places, which are smaller, and then moves each image once.
    private static func sort(_ images: inout [KnownImage]) {
        var places = images.indices.map { (inode: images[$0].stamp.inode, place: $0) }
        places.sort { $0.inode < $1.inode }
        for first in places.indices {
            var place = first
            while places[place].place != first {
                let next = places[place].place
                images.swapAt(place, next)
                places[place].place = place
                place = next
            }
            places[place].place = place
        }
    }

    subscript(stamp: FileStamp) -> KnownImage? {
        number(withInode: stamp.inode).flatMap { images[$0].stamp == stamp ? images[$0] : nil }
    }

    /// An index in ``images``. Cost: O(log n).
    func number(withInode inode: UInt64) -> Int? {
        let index = images.partitioningIndex { $0.stamp.inode >= inode }
        return index < images.count && images[index].stamp.inode == inode ? index : nil
    }

    mutating func add(_ newImages: consuming [KnownImage]) {
        newImages.removeAll { image in
            guard let number = number(withInode: image.stamp.inode) else { return false }
            images[number] = image
            return true
        }
        var others = KnownImages(consume newImages).images
        // Adding the smaller array to the larger one copies less.
        if images.count < others.count { swap(&images, &others) }
        merge(consume others)
    }

    /// - Parameter others: sorted by inode. No image of the receiver has one of their inodes.
    private mutating func merge(_ others: consuming [KnownImage]) {
        var last = images.count - 1
        // An array that grows by itself can have twice the bytes.
        images.reserveCapacity(images.count + others.count)
        images += others
        var place = images.count
        while let other = others.last {
            place -= 1
            if last >= 0, images[last].stamp.inode > other.stamp.inode {
                images[place] = images[last]
                last -= 1
            } else {
                images[place] = other
                others.removeLast()
            }
        }
    }

    /// Removes the others. Works in place.
    mutating func keep(_ isKept: [Bool]) {
        var count = 0
        for index in images.indices where isKept[index] {
            if index != count { images[count] = images[index] }
            count += 1
        }
        images.removeSubrange(count...)
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

    struct Records {
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

    func take() -> Records {
        records.withLock { records in
            defer { records.newImages = [] }
            return records
        }
    }
}
