import PackFormat
import ThemeProject

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

    /// - Parameter past: the image in ``known``, if it is there.
    func record(_ image: KnownImage, over past: PastImage?) {
        if let past, past.image == image {
            records.withLock { $0.isConfirmed[Int(past.number)] = true }
        } else {
            records.withLock { $0.newImages.append(image) }
        }
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
struct RecordedImages {
    private let newImages: [KnownImage]
    private let known: KnownImages
    /// Numbers of images: the new ones first, then the known ones.
    private var order: [Int] = []

    /// If two images have the same inode, the first new one stays.
    fileprivate init(_ newImages: [KnownImage], _ known: KnownImages, keeping isKept: (_ known: Int) -> Bool) {
        self.newImages = newImages
        self.known = known
        let kept = (0..<known.count).filter(isKept).map { $0 + newImages.count }
        let all = (Array(newImages.indices) + kept).sorted { inode($0) < inode($1) }
        order.reserveCapacity(all.count)
        for number in all where order.last.map(inode) != inode(number) { order.append(number) }
    }

    private func inode(_ number: Int) -> UInt64 {
        number < newImages.count ? newImages[number].stamp.inode : known.inode(number - newImages.count)
    }

    /// The images that are encoded at a time. All together can have 20 MB. The last part also has all rows.
    private static let partLength = 4096

    /// Returns the contents of a cache file as ``KnownImages`` reads them, in parts.
    func encoded(after key: ContentDigest) -> some Sequence<[UInt8]> {
        sequence(state: (next: 0, rows: ByteWriter(), length: 0)) { state in
            guard state.next <= order.count else { return nil }
            var writer = ByteWriter()
            if state.next == 0 { writer.add(key) }
            let start = writer.bytes.count
            for number in order[state.next...].prefix(Self.partLength) {
                if number < newImages.count {
                    newImages[number].write(to: &writer)
                } else {
                    writer.add(raw: known.bytes(of: number - newImages.count))
                }
                state.rows.add(inode(number))
                state.rows.add(UInt64(state.length + writer.bytes.count - start))
            }
            state.length += writer.bytes.count - start
            state.next += Self.partLength
            if state.next > order.count {
                writer.add(raw: state.rows.bytes)
                writer.add(UInt64(order.count))
            }
            return writer.bytes
        }
    }
}
