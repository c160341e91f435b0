import ThemeSystem

/// The folder of an updater: `state.json`, `packs/<sha256>`, `partial/<sha256>` and the last feed
/// of each address.
///
/// Every file but those in `partial/` gets its name when it is complete and on the disk. A process that ends at any
/// moment leaves the state before or after a change. The lock is held while the state or the packs change, and never
/// over a transfer: see ``PartFile``.
///
/// Nobody else has files there. Whatever else is at one of these names, such as a folder, a FIFO or a link, counts as
/// absent and is replaced.
struct UpdateStore: Sendable {
    /// A path without links, because a link that appears on it later must not lead the store elsewhere.
    let folder: String
    var disk = DiskCalls()

    init(folder: String) { self.folder = Self.withoutLinks(folder) }

    /// Resolves the links on a path to a folder that need not exist.
    private static func withoutLinks(_ path: String) -> String {
        if let real = try? realPath(of: path) { return real }
        let parent = String(path.parentFolder)
        return parent == path ? path : "\(withoutLinks(parent).withoutLastSlash)/\(path.lastPathComponent)"
    }

    var statePath: String { "\(folder)/state.json" }
    private var packsFolder: String { "\(folder)/packs" }
    private var partsFolder: String { "\(folder)/partial" }
    func path(ofPack digest: ContentDigest) -> String { "\(packsFolder)/\(digest)" }
    func path(ofPart name: String) -> String { "\(partsFolder)/\(name)" }
    func path(ofFeed base: FeedBase) -> String { "\(folder)/feed-\(ContentDigest(of: Array(base.string.utf8))).json" }
    /// Whether the path is one of ``path(ofPack:)``.
    func hasPack(at path: String) -> Bool { path.path(below: packsFolder) != nil }

    private static let stateMax = 32 << 20

    func createFolders() throws(UpdateError) {
        for path in Self.parents(of: folder) + [folder] { try createFolder(path) }
        for path in [packsFolder, partsFolder] {
            disk.allowAccess(to: path)
            let isUsable = disk.isFolder(path) && access(path, R_OK | W_OK | X_OK) == 0
            if disk.exists(path), !isUsable { remove(path) }
            try createFolder(path)
        }
    }

    private func createFolder(_ path: String) throws(UpdateError) {
        guard mkdir(path, 0o755) != 0 else {
            if path.hasPrefix(folder) { Self.protect(path) }
            return
        }
        let error = SystemError.last()
        guard error.code == EEXIST || isFolder(path) else { throw Self.failure(path, "cannot be created", error) }
    }

    /// Whether a regular file can be read and continued.
    func isUsableFile(_ path: String) -> Bool {
        disk.allowAccess(to: path)
        return length(path) != nil && access(path, R_OK | W_OK) == 0
    }

    /// Excludes a new folder from backups, because its files can be fetched again. They can be read while the device is
    /// locked, because packs stay mapped. A volume that knows neither has packs as well.
    private static func protect(_ path: String) {
        #if canImport(Darwin)
            var url = URL(fileURLWithPath: path)
            var values = URLResourceValues()
            values.isExcludedFromBackup = true
            try? url.setResourceValues(values)
            let protection = FileProtectionType.completeUntilFirstUserAuthentication
            try? FileManager.default.setAttributes([.protectionKey: protection], ofItemAtPath: path)
        #endif
    }

    /// Creates the folders, waits up to two seconds for another process, and deletes what killed ones have left.
    func lock() async throws(UpdateError) -> FolderLock {
        try createFolders()
        for _ in 0..<100 {
            if let lock = try lockIfFree() { return lock }
            do { try await Task.sleep(for: .milliseconds(20)) } catch { break }
        }
        throw .busy(path: folder)
    }

    private func lockIfFree() throws(UpdateError) -> FolderLock? {
        let lock = try rethrow(as: { Self.failure(folder, "cannot be locked", $0) }) { () throws(SystemError) in
            try FolderLock(folder, waits: false)
        }
        guard let lock else { return nil }
        guard lock.excludes else { throw .store(path: folder, reason: "is on a file system without locks") }
        for path in [folder, packsFolder, partsFolder] { TemporaryName.removeFiles(in: path, on: disk) }
        return lock
    }

    /// The state; a new one if there is none, or if it is damaged. A file that cannot be read now, such as one of a
    /// device that is locked, is kept: it throws.
    func state() throws(UpdateError) -> UpdateState {
        try read(statePath, limit: Self.stateMax).flatMap { UpdateState(bytes: $0) } ?? .new()
    }

    func write(_ state: UpdateState) throws(UpdateError) {
        let bytes = try rethrow(as: { UpdateError.store(path: statePath, reason: "cannot be encoded: \($0)") }) {
            try state.encoded()
        }
        try write(bytes, to: statePath)
    }

    /// Returns `nil` if there is no such regular file, if it has more bytes, or if it can never be read.
    func read(_ path: String, limit: Int) throws(UpdateError) -> [UInt8]? {
        do throws(RegularFile.Failure) {
            let file: RegularFile
            do throws(RegularFile.Failure) {
                file = try RegularFile(path, links: .refuse)
            } catch .system(EACCES) {
                disk.allowAccess(to: path)
                file = try RegularFile(path, links: .refuse)
            }
            if file.length > limit { return nil }
            guard let bytes = file.bytes() else { throw .system(EIO) }
            return bytes
        } catch {
            guard case .system(let code) = error, code != ENOENT, code != EACCES,
                code != ELOOP || status(path, type: S_IFLNK) == nil
            else { return nil }
            throw Self.failure(path, "cannot be read", SystemError(systemReason(of: code)))
        }
    }

    /// Replaces whatever is there, or leaves it as it was.
    func write(_ bytes: [UInt8], to path: String) throws(UpdateError) {
        try writing(path) { () throws(SystemError) in
            let file = try AtomicFile(at: path, isOwn: true, on: disk)
            try file.append(bytes)
            makeWay(to: path)
            try file.finish()
        }
    }

    /// Calls `body`, which writes to a file.
    func writing<Value>(_ path: String, _ body: () throws(SystemError) -> Value) throws(UpdateError) -> Value {
        try rethrow(as: { Self.failure(path, "cannot be written", $0) }, body)
    }

    /// Opens a file in `partial/`, where it is while it is incomplete.
    func part(_ path: String, continues: Bool) throws(UpdateError) -> FileWriter {
        if !continues, disk.exists(path) { remove(path) }
        return try writing(path) { () throws(SystemError) in
            let descriptor = continues ? disk.append(path) : disk.create(path)
            guard descriptor >= 0 else { throw .last() }
            return FileWriter(descriptor, on: disk)
        }
    }

    /// Gives a complete file of `partial/` its name. Also waits until the name is on the disk.
    func rename(_ part: String, to path: String) throws(UpdateError) {
        makeWay(to: path)
        guard disk.rename(part, path) == 0 else { throw Self.failure(path, "cannot be written", .last()) }
        disk.synchronizeNames(String(path.parentFolder))
    }

    /// Removes a folder from the path of a file. A file replaces everything else.
    func makeWay(to path: String) {
        if disk.isFolder(path) { remove(path) }
    }

    /// Deletes whatever is at a path. A folder gets another name before, so that the path is free at once.
    func remove(_ path: String) {
        guard disk.isFolder(path) else {
            _ = disk.unlink(path)
            return
        }
        let aside = TemporaryName.path(beside: path)
        if disk.rename(path, aside) == 0 { TemporaryName.remove(aside, on: disk) }
    }

    /// The length of a regular file; `nil` if there is none.
    func length(_ path: String) -> Int64? { status(path).map { Int64($0.st_size) } }

    /// The time of the last change of a regular file; `nil` if there is none.
    func modificationDate(_ path: String) -> Date? {
        status(path).map { Date(timeIntervalSince1970: TimeInterval($0.modified.tv_sec)) }
    }

    private func status(_ path: String, type: mode_t = S_IFREG) -> stat? {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == type ? status : nil
    }

    /// Whether a file has this length and SHA-256. Cost: reads all of it.
    func hasContent(_ path: String, digest: ContentDigest, byteCount: Int64) -> Bool {
        length(path) == byteCount && self.digest(ofFile: path) == digest
    }

    /// The SHA-256 of a regular file; `nil` if it cannot be read.
    func digest(ofFile path: String) -> ContentDigest? { try? BytesInFile(path).digest() }

    /// The names of the files in `partial/`.
    var parts: [String] { names(in: partsFolder) }

    func removePacks(except packs: Set<String>) {
        for name in names(in: packsFolder) where !packs.contains(name) { remove("\(packsFolder)/\(name)") }
    }

    /// Deletes packs that the state does not name, and parts that nobody writes.
    func removeUnused(_ state: UpdateState) {
        removePacks(except: Set(state.themes.values.flatMap(\.packs).map(\.sha256)))
        for name in parts where !PartFile.isInUse(name, in: self) { remove(path(ofPart: name)) }
    }

    private func names(in path: String) -> [String] {
        var names: [String] = []
        // A folder that cannot be read has nothing that could be deleted.
        try? forEachEntry(of: path) { name, _, _ in
            if let name = String(validUTF8: name) { names.append(name) }
        }
        return names
    }

    private func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private static func parents(of path: String) -> [String] {
        path.indices.filter { path[$0] == "/" && $0 != path.startIndex }.map { String(path[..<$0]) }
    }

    private static func failure(_ path: String, _ what: String, _ error: SystemError) -> UpdateError {
        .store(path: path, reason: "\(what): \(error.reason)")
    }
}
