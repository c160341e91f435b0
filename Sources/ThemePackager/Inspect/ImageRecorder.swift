import ThemeSystem
import ThemeModel
import ThemeProject

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
