import ThemeModel
import ThemeProject

/// The recorded inspection result of an image file. Depends on the file's bytes and the limits, not on the rules.
struct KnownImage: Hashable, Sendable {
    let stamp: FileStamp
    let facts: ImageFacts
    /// Whether libpng or the quick check accepted the whole file. Otherwise only the head was read.
    var isSound: Bool
    /// `nil` if no pack has needed it.
    var digest: ContentDigest?
    var comparison: DefaultComparison?
}

struct DefaultComparison: Hashable, Sendable {
    let defaultStamp: FileStamp
    let isSame: Bool
}
