import ThemeModel
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
        // Sorting allocates half of the array again.
        if !isInOrder { images.sort { $0.stamp.inode < $1.stamp.inode } }
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

    mutating func add(_ newImages: consuming [KnownImage]) {
        newImages.removeAll { image in
            guard let number = number(withInode: image.stamp.inode) else { return false }
            images[number] = image
            return true
        }
        // Appending the smaller array to the larger one copies less.
        var (larger, smaller) = images.count < newImages.count ? (newImages, images) : (images, newImages)
        images = []
        newImages = []
        larger += smaller
        smaller = []
        self = KnownImages(larger)
    }

    /// - Parameter room: the images that the caller will add. An array that grows by itself can have twice the bytes.
    func filtered(by isIncluded: [Bool], room: Int) -> KnownImages {
        let count = isIncluded.count { $0 }
        var included: [KnownImage] = []
        // `add` appends the smaller array to the larger one.
        included.reserveCapacity(count < room ? count : count + room)
        for (image, isIncluded) in zip(images, isIncluded) where isIncluded { included.append(image) }
        return KnownImages(included)
    }
}
