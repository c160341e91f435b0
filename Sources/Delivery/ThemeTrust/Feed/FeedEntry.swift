/// Packs that belong together: published together, rolled out together, activated together.
///
/// All of its themes were verified against the same defaults. A device takes a release as a whole, or not.
public struct FeedRelease: Hashable, Sendable {
    /// The digest of the defaults that the themes were verified against.
    public let contract: ContentDigest
    /// The percentage of devices that get the release, from 0 to 100. At 100 it is complete.
    public let rollout: Int
    /// The themes; one at least.
    public let themes: [ThemeID: FeedEntry]

    /// Creates a release.
    ///
    /// - Throws: ``FeedError`` if the rollout is not a percentage, or there is no theme.
    public init(contract: ContentDigest, rollout: Int = 100, themes: [ThemeID: FeedEntry]) throws(FeedError) {
        guard (0...100).contains(rollout) else {
            throw .malformed(place: "rollout", reason: "expected a percentage from 0 to 100")
        }
        guard !themes.isEmpty else { throw .malformed(place: "themes", reason: "expected a theme") }
        self.contract = contract
        self.rollout = rollout
        self.themes = themes
    }

    /// The lowest version of a reader that can read all packs.
    public var minimumReader: UInt16 { themes.values.map(\.minimumReader).max() ?? 1 }

    /// Returns a number from 0 to 99, the same for a device and a release. The device gets the release if the number is
    /// less than ``rollout``, so a larger percentage reaches the same devices and more. FEED.md defines the number.
    package func bucket(installation: String) -> Int {
        let text = themes.sorted { $0.key < $1.key }.reduce(installation) { "\($0)\n\($1.key) \($1.value.version)" }
        let digest = ContentDigest(of: Array(text.utf8))
        return Int(digest.bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % 100)
    }
}

/// The version of a theme in a release.
public struct FeedEntry: Hashable, Sendable {
    /// The version of the theme.
    public let version: SemanticVersion
    /// The pack.
    public let pack: FeedFile
    /// The lowest version of a reader that can read the pack.
    public let minimumReader: UInt16
    /// The deltas from earlier versions to this one, in the order of their bases' digests.
    public let deltas: [FeedDelta]

    /// Creates an entry. The deltas can be in any order. Each is from another pack.
    ///
    /// - Throws: ``FeedError`` if the deltas are not from different packs.
    public init(
        version: SemanticVersion, pack: FeedFile, minimumReader: UInt16, deltas: [FeedDelta] = []
    ) throws(FeedError) {
        guard Set(deltas.map(\.base)).union([pack.digest]).count == deltas.count + 1 else {
            throw .malformed(place: "deltas", reason: "expected deltas from different packs that are not this one")
        }
        self.version = version
        self.pack = pack
        self.minimumReader = minimumReader
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
    public init(base: ContentDigest, file: FeedFile) {
        self.base = base
        self.file = file
    }
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
