public import ThemeModel

/// The current version of a theme in a channel.
public struct FeedEntry: Hashable, Sendable {
    /// The version of the theme.
    public let version: SemanticVersion
    /// The pack.
    public let pack: FeedFile
    /// The digest of the defaults that the theme was verified against.
    public let contract: ContentDigest
    /// The lowest version of a reader that can read the pack.
    public let minimumReader: UInt16
    /// The percentage of devices that get the version, from 0 to 100.
    public let rollout: Int
    /// The deltas from earlier versions to this one, in the order of their bases' digests.
    public let deltas: [FeedDelta]

    /// Creates an entry. The deltas can be in any order. Each is from another pack.
    ///
    /// - Throws: ``FeedError`` if the rollout is not a percentage, or the deltas are not from different packs.
    public init(
        version: SemanticVersion, pack: FeedFile, contract: ContentDigest, minimumReader: UInt16,
        rollout: Int = 100, deltas: [FeedDelta] = []
    ) throws(FeedError) {
        guard (0...100).contains(rollout) else {
            throw .malformed(place: "rollout", reason: "expected a percentage from 0 to 100")
        }
        guard Set(deltas.map(\.base)).union([pack.digest]).count == deltas.count + 1 else {
            throw .malformed(place: "deltas", reason: "expected deltas from different packs that are not this one")
        }
        self.version = version
        self.pack = pack
        self.contract = contract
        self.minimumReader = minimumReader
        self.rollout = rollout
        self.deltas = deltas.sorted { ContentDigest.precedesByBytes($0.base, $1.base) }
    }
}

/// A file that makes a pack from an earlier one.
public struct FeedDelta: Hashable, Sendable {
    /// The SHA-256 of the earlier pack.
    public let base: ContentDigest
    /// The delta.
    public let file: FeedFile

    /// Creates a delta.
    public init(base: ContentDigest, file: FeedFile) { (self.base, self.file) = (base, file) }
}

/// The name of a series of versions that devices follow: `stable`, `beta`. It has the grammar of a `ThemeID`.
public struct FeedChannel: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The name as a string.
    public let string: String

    /// Creates a name from a string that follows the grammar.
    public init(_ string: String) throws(InvalidName) {
        guard (try? ThemeID(string)) != nil else {
            throw InvalidName(
                string,
                expected: "letters, digits, '_', '-' and '.', at most \(ThemeID.maximumLength), such as \"stable\"")
        }
        self.string = string
    }

    public var description: String { string }

    public static func < (left: Self, right: Self) -> Bool { UTF8Order.precedes(left.string, right.string) }
}
