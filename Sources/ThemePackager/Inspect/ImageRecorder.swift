import ThemeModel
import ThemeProject

/// Records what a run finds of images, for later runs. Thread-safe.
final class ImageRecorder: Sendable {
    let known: KnownImages
    private let records: Lock<Records>

    struct Records {
        /// Images that were unknown, or whose record has changed.
        var newImages: [KnownImage] = []
        /// Whether this run confirmed the known image at that place in ``ImageRecorder/known``.
        var isConfirmed: [Bool]
    }

    /// - Parameter count: about how many images the run inspects. Memory is reserved for them.
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
