import ThemeModel
import ThemeProject

/// The inspection result of an image file, for later runs. It depends on the file's bytes and the limits, not on the
/// rules.
struct KnownImage: Hashable, Sendable {
    let stamp: FileStamp
    let facts: ImageFacts
    /// Whether libpng or the quick check accepted the whole file. Otherwise only the head was read.
    var isSound: Bool
    /// The digest of the file's bytes; `nil` if no pack has needed it.
    var digest: ContentDigest?
    var comparison: DefaultComparison?
}

/// Whether an image's data equals that of its default.
struct DefaultComparison: Hashable, Sendable {
    let defaultStamp: FileStamp
    let isSame: Bool
}
