import PackFormat
import ThemeProject

/// Records the images that a run inspects, for later runs. Thread-safe.
final class ImageRecorder: Sendable {
    let known: KnownImages
    private let records: Lock<Records>

    private struct Records {
        /// Images that were unknown, or whose record has changed.
        var newImages = NewImages()
        /// For each of ``ImageRecorder/known``, whether this run confirmed it.
        var isConfirmed: [Bool]
    }

    init(known: KnownImages, expecting count: Int = 0) {
        self.known = known
        var records = Records(isConfirmed: Array(repeating: false, count: known.count))
        records.newImages.reserve(max(0, count - known.count))
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
            guard records.newImages.count > 0 else { return nil }
            let isKept = dropsOthers ? records.isConfirmed : nil
            return RecordedImages(records.newImages, known) { isKept?[$0] ?? true }
        }
    }
}

/// New images, as a cache file has them: there can be hundreds of thousands, and encoded they take a third of the
/// memory.
private struct NewImages {
    private var encoded = ByteWriter()
    /// The inode of each image, and where it ends.
    private var rows: [(inode: UInt64, end: Int)] = []

    mutating func reserve(_ count: Int) {
        encoded = ByteWriter(reserving: count * 128)
        rows.reserveCapacity(count)
    }

    mutating func append(_ image: KnownImage) {
        image.write(to: &encoded)
        rows.append((image.stamp.inode, encoded.bytes.count))
    }

    var count: Int { rows.count }

    func inode(_ number: Int) -> UInt64 { rows[number].inode }

    func bytes(of number: Int) -> ArraySlice<UInt8> {
        encoded.bytes[(number == 0 ? 0 : rows[number - 1].end)..<rows[number].end]
    }
}

/// The images that a run stores: the new ones, and the known ones that stay. Sorted by inode. No two have the same
/// inode. Copies no image, because there can be hundreds of thousands.
struct RecordedImages {
    private let newImages: NewImages
    private let known: KnownImages
    /// Numbers of images: the new ones first, then the known ones.
    private var order: [Int32] = []

    /// If two images have the same inode, the first new one stays.
    fileprivate init(_ newImages: NewImages, _ known: KnownImages, keeping isKept: (_ known: Int) -> Bool) {
        self.newImages = newImages
        self.known = known
        var all = Array(0..<Int32(newImages.count))
        for number in 0..<known.count where isKept(number) { all.append(Int32(newImages.count + number)) }
        all.sort { (inode($0), $0) < (inode($1), $1) }
        order.reserveCapacity(all.count)
        for number in all where order.last.map(inode) != inode(number) { order.append(number) }
    }

    private func inode(_ number: Int32) -> UInt64 {
        let number = Int(number)
        return number < newImages.count ? newImages.inode(number) : known.inode(number - newImages.count)
    }

    private func bytes(of number: Int32) -> ArraySlice<UInt8> {
        let number = Int(number)
        return number < newImages.count ? newImages.bytes(of: number) : known.bytes(of: number - newImages.count)
    }

    /// The images or rows that are encoded at a time. All together can have 20 MB.
    private static let partLength = 4096

    /// Returns the contents of a cache file as ``KnownImages`` reads them, in parts: the images, then the rows.
    func encoded(after key: ContentDigest) -> some Sequence<[UInt8]> {
        let partCount = (order.count + Self.partLength - 1) / Self.partLength
        return sequence(state: (part: 0, end: UInt64(0))) { state in
            guard state.part < 2 * partCount else { return nil }
            let hasRows = state.part >= partCount
            var writer = ByteWriter()
            if state.part == 0 { writer.add(key) }
            for number in order[(state.part % partCount * Self.partLength)...].prefix(Self.partLength) {
                let image = bytes(of: number)
                if hasRows {
                    state.end += UInt64(image.count)
                    writer.add(inode(number))
                    writer.add(state.end)
                } else {
                    writer.add(raw: image)
                }
            }
            state.part += 1
            if state.part == 2 * partCount { writer.add(UInt64(order.count)) }
            return writer.bytes
        }
    }
}
