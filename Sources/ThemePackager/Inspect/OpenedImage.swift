import ThemeProject

/// An image whose file was read, or whose facts are known from an earlier run.
struct OpenedImage {
    let number: Int
    let result: InspectedImage
    let facts: ImageFacts
    let stamp: FileStamp?
    /// `nil` if the image was known and its file was not read.
    var head: ImageHead?
    /// See ``PixelContent/start``; `nil` if it is not known.
    var start: UInt32?
    /// `nil` if the image was not decoded, or not by the quick check.
    var rows: InflatedRows?
    /// Whether it has a defect that later runs find again, because it is not recorded as sound.
    var hasTrailingData = false

    init(
        _ number: Int, _ facts: ImageFacts, content: VerifiedBytes?, byteCount: Int?, stamp: FileStamp?,
        head: ImageHead? = nil
    ) {
        self.number = number
        self.facts = facts
        self.stamp = stamp
        self.head = head
        start = facts.content?.start
        result = InspectedImage(content: content, facts: facts, byteCount: byteCount, start: start)
    }

    mutating func add(_ trailingData: ImageError?, to inspection: inout ImageInspection) {
        guard let trailingData else { return }
        hasTrailingData = true
        inspection.defects.append(ImageDefect(error: trailingData, number: number))
    }
}

/// An image's structure, from all of its file or the first bytes.
struct ImageHead {
    var structure: PNGStructure
    var stamp: FileStamp?
    var isWhole: Bool
}

/// The number of image bytes that may stay in memory, shared by all threads.
final class MemoryBudget: Sendable {
    /// Enough for most themes. Other images are read twice.
    static let usualBytes = 48 << 20

    /// Memory for an image in addition to its bytes: for its name, size and digest.
    static let bytesPerImage = 200

    private let left: AtomicInteger

    init(_ bytes: Int) { left = AtomicInteger(bytes) }

    func take(_ bytes: Int) -> Bool {
        if left.add(-bytes) >= 0 { return true }
        left.add(bytes)
        return false
    }

    func charge(imageCount: Int) { left.add(-imageCount * Self.bytesPerImage) }
}
