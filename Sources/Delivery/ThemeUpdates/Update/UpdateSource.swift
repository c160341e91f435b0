/// The source of updates: a channel of a feed, and the keys that are trusted for it.
public struct UpdateSource: Sendable {
    /// The address of the folder of `feed.json`. It is signed, so that no other feed can be served there.
    public var base: FeedBase
    /// The addresses of further servers of the same folder, in the order in which they are asked. Each file has to
    /// be the same. The next one is asked if a server cannot be reached, is too slow, answers with another status or
    /// other bytes, or has an older feed or one that is not trusted.
    public var mirrors: [FeedBase] = []
    /// The channel, for example `stable`.
    public var channel: FeedChannel
    /// The keys that may sign the feed.
    public var signers: TrustedSigners
    /// The identity that the signer must have; `nil` accepts every trusted signer.
    public var identity: String?
    /// The contracts that the app knows; `nil` for that of the embedded default theme, or any if that theme has no
    /// images and settings. Releases of other contracts are for other versions of the app.
    public var contracts: Set<ContentDigest>?
    /// The themes that are followed; `nil` follows all themes of the channel.
    public var themes: Set<ThemeID>?
    /// Whether themes that the device does not have are fetched only by ``ThemeUpdater/fetch(_:progress:)``.
    public var onDemand = false
    /// Whether packs can be fetched over networks that are paid by the byte, or that the user saves. A check uses every
    /// network, because it finds withdrawn packs. On Linux it has no effect: see ``UpdateRequest/allowsMetered``.
    public var allowsMetered = true
    /// The most bytes of packs in the store: current, previous and downloaded ones. `nil` for any number. Unfinished
    /// downloads are not counted.
    public var quota: Int64?
    /// Called on any thread for each file that does not arrive as the feed says, for the app's own telemetry. Nothing
    /// else gets it.
    public var onFailure: @Sendable (UpdateFailure) -> Void = { _ in }
    /// Whether `http` is allowed for this machine, to try a feed.
    public var allowsLoopback = false
    /// Whether an update takes packs out of use that the feed has withdrawn. Otherwise they are shown until the process
    /// ends, or until ``ThemeUpdater/dropWithdrawn()``.
    public var dropsWithdrawn = true
    /// The limits for transfers.
    public var limits = UpdateLimits()

    /// Creates a source.
    public init(base: FeedBase, channel: FeedChannel, signers: TrustedSigners) {
        self.base = base
        self.channel = channel
        self.signers = signers
    }

    var servers: [FeedBase] { [base] + mirrors }
}
