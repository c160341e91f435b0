// Clients of this module also use addresses, channels and signers.
@_exported public import ThemeCatalogue
public import ThemeModel
@_exported public import ThemeTrust

/// The source of updates: a channel of a catalogue, and the keys that are trusted for it.
public struct UpdateSource: Sendable {
    /// The address of the folder of `catalogue.json`.
    public var base: CatalogueBase
    /// The channel, for example `stable`.
    public var channel: CatalogueChannel
    /// The keys that may sign the catalogue.
    public var signers: TrustedSigners
    /// The identity that the signer must have; `nil` accepts every trusted signer.
    public var identity: String?
    /// The themes that are followed; `nil` follows all themes of the channel.
    public var themes: Set<ThemeID>?
    /// Whether `http` is allowed for this machine, to try a catalogue.
    public var allowsLoopback = false
    /// The limits for transfers.
    public var limits = UpdateLimits()

    /// Creates a source.
    public init(base: CatalogueBase, channel: CatalogueChannel, signers: TrustedSigners) {
        (self.base, self.channel, self.signers) = (base, channel, signers)
    }
}
