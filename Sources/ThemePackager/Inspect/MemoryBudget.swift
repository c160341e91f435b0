import ThemeSystem
import ThemeModel

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
