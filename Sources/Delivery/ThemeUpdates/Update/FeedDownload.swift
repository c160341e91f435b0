import ThemeSystem

/// Fetches the feed of a source from one server, and verifies it.
struct FeedDownload {
    let fetcher: Fetcher
    let store: UpdateStore
    let date: Date

    /// Fetches the signature, and the feed only if the signature is not one of the stored feed. A stored feed that is
    /// damaged counts as none.
    func feed() async throws(UpdateError) -> (ThemeFeed, bytes: [UInt8], signature: SSHSignature, isStored: Bool) {
        let name = ThemeFeed.fileName
        let base = fetcher.server
        let armored = try await fetcher.bytes(of: base.url(of: "\(name).sig"), limit: SSHSignature.maximumByteCount)
        let signature = try rethrow(as: { UpdateError.feed(.untrusted($0)) }) { () throws(TrustError) in
            try SSHSignature(armored: armored, path: "\(name).sig")
        }
        if let bytes = try? store.read(store.path(ofFeed: fetcher.source.base), limit: ThemeFeed.maximumByteCount),
            let feed = try? verified(bytes, signature)
        {
            return (feed, bytes, signature, isStored: true)
        }
        let bytes = try await fetcher.bytes(
            of: base.url(of: ThemeFeed.address(signature: armored)), limit: ThemeFeed.maximumByteCount,
            acceptsGzip: true)
        let feed = try rethrow(as: UpdateError.feed) { () throws(FeedError) in try verified(bytes, signature) }
        return (feed, bytes, signature, isStored: false)
    }

    private func verified(_ bytes: [UInt8], _ signature: SSHSignature) throws(FeedError) -> ThemeFeed {
        try ThemeFeed(
            verifying: bytes, signature: signature, trusting: fetcher.source.signers,
            identity: fetcher.source.identity, at: date)
    }
}
