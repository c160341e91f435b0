import ThemeSystem

/// Fetches the feed of a source from one server, and verifies it.
struct FeedDownload {
    let fetcher: Fetcher
    let store: UpdateStore
    let date: Date

    /// Fetches the signature, and the feed only if the signature is not one of the stored feed: compressed if possible.
    /// A stored feed that is damaged counts as none.
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
        if let bytes = try await compressed(of: armored), let feed = try? verified(bytes, signature) {
            return (feed, bytes, signature, isStored: false)
        }
        let bytes = try await fetcher.bytes(of: base.url(of: name), limit: ThemeFeed.maximumByteCount)
        let feed = try rethrow(as: UpdateError.feed) { () throws(FeedError) in try verified(bytes, signature) }
        return (feed, bytes, signature, isStored: false)
    }

    /// Fetches the feed that belongs to a signature. `nil` if the server does not have it, as when another program has
    /// signed the feed.
    private func compressed(of signature: [UInt8]) async throws(UpdateError) -> [UInt8]? {
        let url = fetcher.server.url(of: ThemeFeed.compressedAddress(signature: signature))
        do throws(UpdateError) {
            return ThemeFeed.bytes(
                compressed: try await fetcher.bytes(of: url, limit: ThemeFeed.compressedByteCountMax))
        } catch {
            if case .unusableAnswer = error { return nil }
            guard case .status = error, !error.isTransient else { throw error }
            return nil
        }
    }

    private func verified(_ bytes: [UInt8], _ signature: SSHSignature) throws(FeedError) -> ThemeFeed {
        try ThemeFeed(
            verifying: bytes, signature: signature, trusting: fetcher.source.signers,
            identity: fetcher.source.identity, at: date)
    }
}
