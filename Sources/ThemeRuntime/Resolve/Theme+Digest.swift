public import ThemeModel

extension Theme {
    /// Identifies all answers of the theme: it changes if a pack of the chain does.
    ///
    /// It is the SHA-256 of the ``ThemePack/digest`` of each pack of the chain. As a cache key it suits settings, which
    /// are merged along the chain. Cost: a few microseconds, and those of the packs' digests.
    public var digest: ContentDigest {
        let digests = links.flatMap(\.pack.digest.bytes)
        return digests.withUnsafeBytes { ContentDigest(of: $0) }
    }
}
