package import ThemeProject
package import ThemeTrust

/// Finds problems in the folder of a feed that would make devices refuse an update.
package struct FeedCheck {
    private let site: FeedSite
    private let limits: ProjectLimits
    package let feed: ThemeFeed

    /// - Parameter limits: those of the project that built the packs.
    package init(_ site: FeedSite, limits: ProjectLimits) throws(UserError) {
        guard let feed = try FeedSite.feed(at: site.path) else {
            throw UserError(path: site.path, "does not exist", hint: "'themepack feed' writes it")
        }
        self.site = site
        self.limits = limits
        self.feed = feed
    }

    /// Returns the problems of the feed's signature and date, and of the listed files. Reads every file.
    ///
    /// - Parameters:
    ///   - now: `nil` accepts every date.
    ///   - signers: the signers of whom one must have signed the feed; `nil` for anybody or nobody. A signature of
    ///     other bytes is always a problem.
    ///   - identity: the identity that the signer must have; `nil` accepts every trusted signer.
    package func problems(at now: Moment?, signedBy signers: TrustedSigners?, identity: String?) -> [UserError] {
        var problems: [UserError] = []
        problems.collect { () throws(UserError) in
            guard let signers else { return try checkSignature() }
            try FeedSite.verify(feed, at: site.path, signedBy: signers, identity: identity)
        }
        if let now, feed.expires < now {
            problems.append(
                UserError(path: site.path, "has expired on \(feed.expires)", hint: "publish the next one"))
        }
        let releases = feed.channels.sorted { $0.key < $1.key }.flatMap(\.value)
        for release in releases {
            for (id, entry) in release.themes.sorted(by: { $0.key < $1.key }) {
                problems.collect { () throws(UserError) in try check(entry, of: id, in: release) }
                for delta in entry.deltas {
                    do { try check(delta, to: entry.pack) } catch { problems.append(problem(error, delta.file)) }
                }
            }
        }
        return problems
    }

    /// Checks that the signature, if there is one, is of this feed, whoever made it.
    private func checkSignature() throws(UserError) {
        let path = site.path + ".sig"
        guard let armored = try FeedSite.bytes(at: path) else { return }
        try rethrow(as: { UserError(path: $0.path ?? site.path, $0.reason, hint: $0.hint) }) {
            () throws(TrustError) in
            let signature = try SSHSignature(armored: armored, path: path)
            guard signature.namespace == ThemeFeed.namespace else {
                throw .otherNamespace(found: signature.namespace, expected: ThemeFeed.namespace)
            }
            guard signature.isValid(for: feed.bytes) else {
                throw .differentBytes(fingerprint: signature.key.fingerprint)
            }
        }
    }

    private func check(_ entry: FeedEntry, of id: ThemeID, in release: FeedRelease) throws(UserError) {
        let path = try existing(entry.pack.digest)
        let pack = try BuiltPack(reading: path, limits: limits)
        guard pack.file == entry.pack else { throw otherBytes(path) }
        guard pack.contract == release.contract else {
            throw UserError(
                path: path,
                "has \(id) \(pack.theme.version), which was verified against other defaults than its release",
                hint: "build all themes of the release from one project, and publish them together")
        }
        guard pack.theme.id == id, pack.theme.version == entry.version, pack.minimumReader == entry.minimumReader
        else {
            throw UserError(
                path: path, "is \(pack.theme.id) \(pack.theme.version), listed as \(id) \(entry.version)",
                hint: "write the feed again")
        }
    }

    /// Applies the delta if its base is in the folder.
    private func check(_ delta: FeedDelta, to pack: FeedFile) throws {
        let path = try existing(delta.file.digest)
        let base = site.path(of: delta.base)
        let bytes = try BytesInFile(path)
        guard bytes.count == delta.file.byteCount, try bytes.digest() == delta.file.digest else {
            throw otherBytes(path)
        }
        let read = try PackDelta(bytes)
        guard read.result == pack.digest, read.resultLength == UInt64(pack.byteCount) else {
            throw UserError(path: path, "makes another pack than \(pack.address)", hint: "write the feed again")
        }
        guard DiskFileSystem().kind(of: base) != nil else { return }
        try read.apply(to: try IndexedPack(try BytesInFile(base))) { _ in }
    }

    private func existing(_ digest: ContentDigest) throws(UserError) -> String {
        let path = site.path(of: digest)
        guard DiskFileSystem().kind(of: path) != nil else {
            throw UserError(path: path, "is listed and does not exist", hint: "fetch it from the server")
        }
        return path
    }

    private func otherBytes(_ path: String) -> UserError {
        UserError(path: path, "has other bytes than its name says", hint: "delete it, and fetch it from the server")
    }

    private func problem(_ error: any Error, _ file: FeedFile) -> UserError {
        switch error {
        case let error as UserError: error
        case let error as DeltaError:
            UserError(path: error.path, error.reason, hint: "delete it, and fetch it from the server")
        default: UserError(path: site.path(of: file.digest), "cannot be checked: \(error)")
        }
    }
}
