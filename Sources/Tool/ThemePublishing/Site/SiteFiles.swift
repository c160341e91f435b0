package import ThemeProject
package import ThemeTrust

/// New files of a folder under their digests, and after them the files that name them. All get their names, or none: a
/// full disk leaves the folder as it was.
package final class SiteFiles {
    private let folder: OutputPlace
    /// The path of the folder that has `sha256`, with a slash at its end; empty if it is `folder`.
    private let inner: String
    private let files: OutputFiles
    private var published: Set<ContentDigest> = []
    /// The reasons why some deltas were not made.
    package private(set) var problems: [UserError] = []

    private init(in folder: OutputPlace, _ inner: String, on disk: DiskCalls) {
        self.folder = folder
        self.inner = inner
        files = OutputFiles(on: disk)
    }

    /// Creates the folder, and calls `body` while no other process writes files there, so that none builds on a feed
    /// that this one replaces. Deletes the temporary files of processes that were killed, because the folder goes to a
    /// server. Deletes new folders without files if `body` throws.
    ///
    /// It does not wait for others if the file system has no locks.
    static func write<Value>(
        in folder: OutputPlace, _ inner: String = "", on disk: DiskCalls = DiskCalls(),
        _ body: (SiteFiles) throws -> Value
    ) throws -> Value {
        let locked = try OutputFolder(folder, containing: inner + "sha256", on: disk)
        let value = try body(SiteFiles(in: folder, inner, on: disk))
        locked.keep()
        return value
    }

    /// Adds a file under a name of its own. Files that are published later get their names after it.
    func begin(with place: OutputPlace, _ bytes: [UInt8]) throws(UserError) {
        try files.add(place, bytes)
        files.startGroup()
    }

    /// Gives all files their names, this one at the end.
    func finish(with place: OutputPlace, _ bytes: [UInt8]) throws(UserError) {
        files.startGroup()
        try files.add(place, bytes)
        try files.finish()
    }

    /// Writes a pack under its digest, unless it is there.
    package func publish(_ pack: BuiltPack) throws(UserError) {
        try pack.withBytes { bytes throws(UserError) in try publish(bytes, pack.file.digest) }
    }

    /// Writes a delta, or another file, under its digest. Returns `nil` if a feed cannot list it.
    func publish(_ bytes: [UInt8]) throws(UserError) -> FeedFile? {
        let digest = ContentDigest(of: bytes)
        guard let file = FeedFile(digest: digest, byteCount: Int64(bytes.count)) else { return nil }
        try bytes.withBytes { bytes throws(UserError) in try publish(bytes, digest) }
        return file
    }

    private func publish(_ bytes: UnsafeRawBufferPointer, _ digest: ContentDigest) throws(UserError) {
        guard published.insert(digest).inserted else { return }
        let place = try folder.file(inner + FeedFile.address(of: digest))
        if let known = MappedFile(at: place.target), known.withBytes({ ContentDigest(of: $0) }) == digest { return }
        try files.add(place, bytes)
    }

    /// Writes the deltas to a pack from earlier ones that are in the folder, and returns them. ``problems`` has the
    /// reason for each that an earlier pack does not allow.
    ///
    /// - Parameters:
    ///   - bases: the digests of earlier packs.
    ///   - limit: the most deltas. Those from the highest versions are made.
    package func publishDeltas(
        to pack: BuiltPack, from bases: [ContentDigest], limit: Int
    ) throws(UserError) -> [FeedDelta] {
        var versions: [(base: ContentDigest, path: String, version: SemanticVersion)] = []
        for base in bases {
            let path = "\(folder.path)/\(inner)\(FeedFile.address(of: base))"
            // A pack that was deleted from the folder cannot be the base of a delta.
            guard DiskFileSystem().kindWithoutFollowing(path) != nil else { continue }
            do throws(ThemeError) {
                versions.append((base, path, try ThemePack(mounting: path).theme.version))
            } catch {
                report(UserError(error, path: path).message, path)
            }
        }
        versions.sort { $1.version < $0.version }
        var deltas: [FeedDelta] = []
        for (base, path, _) in versions.prefix(limit) {
            var delta: [UInt8] = []
            do {
                try DeltaMaker.make(from: try IndexedPack(try BytesInFile(path)), to: try IndexedPack(pack)) {
                    delta += $0
                }
            } catch {
                let cause = error as? DeltaError
                report(cause?.path == path ? cause?.reason ?? "" : "\(error)", path)
                continue
            }
            // A delta as long as the pack is of no use.
            guard delta.count < pack.file.byteCount, let file = try publish(delta) else { continue }
            deltas.append(FeedDelta(base: base, file: file))
        }
        return deltas
    }

    private func report(_ reason: String, _ base: String) {
        let hint = "devices that have this pack fetch more; 'themepack verify' says what is wrong with it"
        problems.append(UserError(path: base, "no delta starts from it: \(reason)", hint: hint))
    }
}
