import ThemeSystem

extension Fetcher {
    /// Fetches the signature, and the feed only if the signature is not one of the stored feed. A stored feed that is
    /// damaged counts as none.
    ///
    /// - Parameter date: the time at which the signer must be trusted.
    func feed(
        storedIn store: UpdateStore, at date: Date
    ) async throws(UpdateError) -> (ThemeFeed, bytes: [UInt8], signature: SSHSignature, isStored: Bool) {
        let name = ThemeFeed.fileName
        let armored = try await self.bytes(of: server.url(of: "\(name).sig"), limit: SSHSignature.maximumByteCount)
        let signature = try rethrow(as: { UpdateError.feed(.untrusted($0)) }) { () throws(TrustError) in
            try SSHSignature(armored: armored, path: "\(name).sig")
        }
        func verified(_ bytes: [UInt8]) throws(FeedError) -> ThemeFeed {
            try ThemeFeed(
                verifying: bytes, signature: signature, trusting: source.signers, identity: source.identity, at: date)
        }
        if let bytes = try? store.read(store.path(ofFeed: source.base), limit: ThemeFeed.maximumByteCount),
            let feed = try? verified(bytes)
        {
            return (feed, bytes, signature, isStored: true)
        }
        let bytes = try await self.bytes(
            of: server.url(of: ThemeFeed.address(signature: armored)), limit: ThemeFeed.maximumByteCount,
            acceptsGzip: true)
        let feed = try rethrow(as: UpdateError.feed) { () throws(FeedError) in try verified(bytes) }
        return (feed, bytes, signature, isStored: false)
    }
}
