import ThemeModel

/// Images in the order of their last use: a hash table whose entries form a list.
struct RecentImages<Image: DecodedImage> {
    private struct Entry {
        let image: Image
        /// At the time when it was added.
        let byteCount: Int
        var older: ContentDigest?
        var newer: ContentDigest?
    }

    var limit: Int
    private(set) var byteCount = 0
    private var entries: [ContentDigest: Entry] = [:]
    private var oldest: ContentDigest?
    private var newest: ContentDigest?

    init(limit: Int) { self.limit = limit }

    var count: Int { entries.count }

    /// Returns an image, and makes it the newest.
    mutating func use(_ digest: ContentDigest) -> Image? {
        guard let entry = entries[digest] else { return nil }
        if digest != newest {
            remove(digest)
            append(entry.image, entry.byteCount, digest)
        }
        return entry.image
    }

    /// Adds an image, and drops others that no longer fit.
    ///
    /// - Returns: the image that is already there, else the new one; and the dropped images.
    mutating func add(_ image: Image, _ digest: ContentDigest) -> (kept: Image, dropped: [Image]) {
        if let known = use(digest) { return (known, []) }
        let byteCount = image.byteCount
        guard byteCount <= limit else { return (image, []) }
        append(image, byteCount, digest)
        return (image, dropOldest())
    }

    /// Drops the oldest images until the rest fits, and returns them.
    mutating func dropOldest() -> [Image] {
        var dropped: [Image] = []
        while byteCount > limit, let oldest, let entry = entries[oldest] {
            remove(oldest)
            dropped.append(entry.image)
        }
        return dropped
    }

    /// Drops all images, and returns them.
    mutating func dropAll() -> [Image] {
        let dropped = entries.values.map(\.image)
        self = RecentImages(limit: limit)
        return dropped
    }

    private mutating func append(_ image: Image, _ count: Int, _ digest: ContentDigest) {
        entries[digest] = Entry(image: image, byteCount: count, older: newest, newer: nil)
        if let newest { entries[newest]?.newer = digest } else { oldest = digest }
        newest = digest
        byteCount += count
    }

    private mutating func remove(_ digest: ContentDigest) {
        guard let entry = entries.removeValue(forKey: digest) else { return }
        if let older = entry.older { entries[older]?.newer = entry.newer } else { oldest = entry.newer }
        if let newer = entry.newer { entries[newer]?.older = entry.older } else { newest = entry.older }
        byteCount -= entry.byteCount
    }
}
