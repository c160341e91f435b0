package import ThemeProject
package import ThemeTrust

/// The folder that a feed and its files are in, as FEED.md specifies it.
///
/// Packs and deltas are written first, each under its digest, and the signed feed last, so that a server that copies
/// the folder in this order never lists a file that it does not have. `FeedPlan` decides what a feed lists,
/// `SigningProgram` signs it, and `FeedCheck` reads a folder again as a device would.
package struct FeedSite: Sendable {
    private let feed: OutputPlace

    package var path: String { feed.path }
    package var folder: String { feed.parent.path }

    /// - Parameter feed: the feed's file. Its folder is the site.
    package init(feed: OutputPlace) { self.feed = feed }

    package func path(of digest: ContentDigest) -> String { "\(folder)/\(FeedFile.address(of: digest))" }

    /// Returns the feed that is there; `nil` if there is none.
    package static func feed(at path: String) throws(UserError) -> ThemeFeed? {
        guard let bytes = try bytes(at: path) else { return nil }
        return try rethrow(as: { error in
            do throws(SourceError) {
                var limits = ProjectLimits()
                limits.configBytes = ThemeFeed.maximumByteCount
                _ = try SourceDocument.read(bytes, fileName: path, limits: limits)
                return UserError(path: path, error.message, hint: error.hint)
            } catch {
                return UserError(error, path: path)
            }
        }) { () throws(FeedError) in
            try ThemeFeed(unverified: bytes)
        }
    }

    static func bytes(at path: String) throws(UserError) -> [UInt8]? {
        let disk = DiskFileSystem()
        guard disk.kind(of: path) != nil else { return nil }
        return try disk.contents(of: path, limit: ThemeFeed.maximumByteCount)
    }

    /// Calls `body`, which writes the files of the site and then the feed: ``write(_:after:)``.
    package func change<Value>(_ body: (SiteFiles) throws -> Value) throws -> Value {
        try SiteFiles.write(in: feed.parent) { try body($0) }
    }

    /// Writes the feed, then deletes the signature of the one before, which does not fit any more.
    package func write(_ feed: ThemeFeed, after files: SiteFiles) throws(UserError) {
        try files.finish(with: self.feed, feed.bytes)
        guard DiskCalls().unlink(self.feed.target + ".sig") == 0 || errno == ENOENT else {
            throw UserError(
                path: path + ".sig", "cannot be deleted: \(systemReason())",
                hint: "delete it; it is the signature of the feed before")
        }
    }

    /// Returns the feed that the next one continues: the one that is replaced, or the one at `previous`; `nil` if
    /// there is none.
    ///
    /// - Parameters:
    ///   - signers: the signers of whom one must have signed the feed; `nil` if its origin is known.
    ///   - identity: the identity that the signer must have; `nil` accepts every trusted signer.
    package func feedToContinue(
        at previous: String?, signedBy signers: TrustedSigners?, identity: String?
    ) throws(UserError) -> ThemeFeed? {
        let feed: ThemeFeed?
        do throws(UserError) {
            feed = try Self.feed(at: previous ?? path)
        } catch {
            guard previous == nil else { throw error }
            let hint = "name the newest feed with --previous; without any, delete this file and use --first"
            throw UserError(path: path, error.message, hint: hint)
        }
        guard let feed else {
            guard let previous else { return nil }
            throw UserError(
                path: previous, "does not exist", hint: "name the feed before, or leave --previous out")
        }
        if let signers {
            try Self.verify(feed, at: previous ?? path, signedBy: signers, identity: identity)
        }
        // A damaged feed has no number, and its replacement repairs the site.
        if let previous, let bytes = try Self.bytes(at: path), let replaced = try? ThemeFeed(unverified: bytes),
            replaced.base == feed.base, feed.sequence < replaced.sequence
        {
            throw UserError(
                path: previous,
                "has the number \(feed.sequence); '\(path)', which is replaced, has \(replaced.sequence)",
                hint: "name the newest feed: devices refuse a lower number than they have seen")
        }
        guard feed.sequence < ThemeFeed.sequences.upperBound else {
            throw UserError(
                path: previous ?? path, "has the number \(feed.sequence), the highest there is",
                hint: "no feed can follow it: publish at another address")
        }
        return feed
    }

    /// Throws unless a trusted signer signed the feed at this path.
    package static func verify(
        _ feed: ThemeFeed, at path: String, signedBy signers: TrustedSigners, identity: String?
    ) throws(UserError) {
        try rethrow(as: { UserError(path: $0.path ?? path, $0.reason, hint: $0.hint) }) { () throws(TrustError) in
            let signature = try SSHSignature(contentsOf: path + ".sig")
            _ = try signers.verify(signature, of: feed.bytes, namespace: ThemeFeed.namespace, identity: identity)
        }
    }

    /// Deletes packs and deltas that no feed has listed for a time. Returns their number.
    ///
    /// A file gets a new time when it leaves the list, so its time says since when no feed lists it. The packs that
    /// deltas start from stay, because the next deltas start from them, too.
    ///
    /// - Parameter before: the feed before this one.
    package func prune(_ feed: ThemeFeed, after before: ThemeFeed?, seconds: Int64) throws(UserError) -> Int {
        let listed = Self.files(of: feed)
        for digest in before.map(Self.files)?.subtracting(listed) ?? [] {
            utimensat(AT_FDCWD, path(of: digest), nil, AT_SYMLINK_NOFOLLOW)
        }
        let files = "\(folder)/sha256"
        var names: [String] = []
        try rethrow(as: { UserError(path: files, "cannot be read: \($0.reason)") }) { () throws(SystemError) in
            try forEachEntry(of: files) { name, _, _ in
                guard let name = String(validUTF8: name), let digest = ContentDigest(hex: name),
                    !listed.contains(digest)
                else { return }
                names.append(name)
            }
        }
        let disk = DiskFileSystem()
        let start = disk.now - seconds * 1_000_000_000
        let old = names.filter { name in disk.stamp(of: "\(files)/\(name)").map { $0.modified < start } ?? false }
        for name in old where DiskCalls().unlink("\(files)/\(name)") != 0 {
            throw UserError(path: "\(files)/\(name)", "cannot be deleted: \(systemReason())")
        }
        return old.count
    }

    private static func files(of feed: ThemeFeed) -> Set<ContentDigest> {
        let entries = feed.channels.values.joined().flatMap(\.themes.values)
        return Set(entries.map(\.pack.digest) + entries.flatMap(\.deltas).flatMap { [$0.file.digest, $0.base] })
    }
}
