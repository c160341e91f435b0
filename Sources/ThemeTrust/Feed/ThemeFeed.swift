public import ThemeModel

// See docs/decisions/34-feeds.md.
/// The list of current packs that devices follow. FEED.md defines the file.
public struct ThemeFeed: Hashable, Sendable {
    /// The namespace of signatures of feeds.
    public static let namespace = "themepack-feed"
    /// The name of the file. The signature's has `.sig` after it.
    public static let fileName = "feed.json"
    /// The newest version of the file that this code reads and writes.
    public static let formatVersion = 1
    /// The most bytes that a feed can have.
    public static let maximumByteCount = 16_777_216
    /// The numbers that a feed can have. Every JSON reader reads them exactly.
    public static let sequences: ClosedRange<UInt64> = 1...9_007_199_254_740_992

    /// The address of the folder that the feed and its files are in.
    public let base: FeedBase
    /// Grows with every feed of a base. A device refuses a lower one than it has seen.
    public let sequence: UInt64
    /// The last moment at which a device installs packs of the feed.
    public let expires: Moment
    /// The current version of each theme, by channel.
    public let channels: [FeedChannel: [ThemeID: FeedEntry]]
    /// Packs that are not used any more.
    public let withdrawn: Set<ContentDigest>

    /// Creates a feed.
    ///
    /// - Throws: ``FeedError`` if the number is none of ``sequences``, or an entry's pack is withdrawn.
    public init(
        base: FeedBase, sequence: UInt64, expires: Moment,
        channels: [FeedChannel: [ThemeID: FeedEntry]], withdrawn: Set<ContentDigest> = []
    ) throws(FeedError) {
        guard Self.sequences.contains(sequence) else {
            throw .malformed(
                place: "sequence",
                reason: "expected a whole number from \(Self.sequences.lowerBound) to \(Self.sequences.upperBound)")
        }
        for (channel, themes) in channels {
            for (id, entry) in themes where withdrawn.contains(entry.pack.digest) {
                throw .malformed(
                    place: "channels.\(channel).\(id)",
                    reason: "lists the pack \(entry.pack.digest), which is withdrawn")
            }
        }
        self.base = base
        self.sequence = sequence
        self.expires = expires
        self.channels = channels
        self.withdrawn = withdrawn
    }

    /// The current version of a theme in a channel; `nil` if there is none.
    public func entry(of id: ThemeID, in channel: FeedChannel) -> FeedEntry? { channels[channel]?[id] }
}
