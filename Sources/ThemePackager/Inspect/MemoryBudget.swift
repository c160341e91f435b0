import ThemeModel

/// The number of image bytes that may stay in memory, shared by all threads.
final class MemoryBudget: Sendable {
    /// The usual budget in bytes. It is enough for most themes. Other images are read twice.
    static let usual = 48 << 20

    /// The bytes that an image's records take, in addition to the image's own bytes.
    static let perImage = 200

    private let left: AtomicInteger

    init(_ bytes: Int) { left = AtomicInteger(bytes) }

    func take(_ bytes: Int) -> Bool {
        if left.add(-bytes) >= 0 { return true }
        release(bytes)
        return false
    }

    /// Subtracts the memory that the records of images take.
    func charge(imageCount: Int) { left.add(-imageCount * Self.perImage) }

    func release(_ bytes: Int) { left.add(bytes) }
}
