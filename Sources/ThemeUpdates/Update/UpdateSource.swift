// Clients of this module also use addresses, channels and signers.
public import ThemeModel
@_exported public import ThemeTrust

/// The source of updates: a channel of a feed, and the keys that are trusted for it.
public struct UpdateSource: Sendable {
    /// The address of the folder of `feed.json`.
    public var base: FeedBase
    /// The channel, for example `stable`.
    public var channel: FeedChannel
    /// The keys that may sign the feed.
    public var signers: TrustedSigners
    /// The identity that the signer must have; `nil` accepts every trusted signer.
    public var identity: String?
    /// The themes that are followed; `nil` follows all themes of the channel.
    public var themes: Set<ThemeID>?
    /// Whether `http` is allowed for this machine, to try a feed.
    public var allowsLoopback = false
    /// The limits for transfers.
    public var limits = UpdateLimits()

    /// Creates a source.
    public init(base: FeedBase, channel: FeedChannel, signers: TrustedSigners) {
        self.base = base
        self.channel = channel
        self.signers = signers
    }
}
