import ContentHashing
import SystemCalls
import ThemeModel
import ThemeRuntime

/// The folder of an updater: `state.json`, `packs/<sha256>`, `partial/<sha256>`, the last catalogue, and a lock.
///
/// Every file but those in `partial/` gets its name when it is complete and on the disk. A process that ends at any
/// moment leaves the state before or after a change.
struct UpdateStore: Sendable {
    let folder: String
    var calls = StoreCalls()

    var statePath: String { "\(folder)/state.json" }
    func path(ofPack digest: ContentDigest) -> String { "\(folder)/packs/\(digest)" }
    func path(ofPart digest: ContentDigest) -> String { "\(folder)/partial/\(digest)" }
    func catalogueFile(_ name: String) -> String { "\(folder)/\(name)" }

    private static let stateMax = 32 << 20

    func createFolders() throws(UpdateError) {
        for path in Self.parents(of: folder) + [folder, "\(folder)/packs", "\(folder)/partial"] {
            if mkdir(path, 0o755) != 0, errno != EEXIST, !isFolder(path) {
                throw failure(path, "cannot be created")
            }
        }
    }

    /// The state; a new one if there is none, or if it is damaged. A file that cannot be read now is kept: it throws.
    func state() throws(UpdateError) -> UpdateState {
        try read(statePath, limit: Self.stateMax).flatMap { UpdateState(bytes: $0) } ?? .new()
    }

    func write(_ state: UpdateState) throws(UpdateError) {
        let bytes: [UInt8]
        do {
            bytes = try state.encoded()
        } catch {
            throw .store(path: statePath, reason: "cannot be encoded: \(error)")
        }
        try write(bytes, to: statePath)
    }

    /// Returns `nil` if there is no such file, or if it has more bytes.
    func read(_ path: String, limit: Int) throws(UpdateError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw failure(path, "cannot be read")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit else {
            return nil
        }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        let isRead = bytes.withUnsafeMutableBytes { (try? readFully(descriptor, into: $0)) != nil }
        guard isRead else { throw failure(path, "cannot be read") }
        return bytes
    }

    /// Replaces a file, or leaves it as it was.
    func write(_ bytes: [UInt8], to path: String) throws(UpdateError) {
        let temporary = "\(path).new"
        let file = try StoreFile(temporary, cuts: true, calls: calls)
        try file.append(bytes)
        try file.finish()
        try rename(temporary, to: path)
    }

    /// Also waits until the name is on the disk.
    func rename(_ temporary: String, to path: String) throws(UpdateError) {
        guard calls.rename(temporary, path) == 0 else { throw failure(path, "cannot be written") }
        synchronizeNames(in: String(path.parentFolder))
    }

    func remove(_ path: String) { unlink(path) }

    /// The length of a regular file; `nil` if there is none.
    func length(_ path: String) -> Int64? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int64(status.st_size)
    }

    /// Whether a file has this length and SHA-256. Cost: reads all of it.
    func hasContent(_ path: String, digest: ContentDigest, byteCount: Int64) -> Bool {
        length(path) == byteCount && self.digest(ofFile: path) == digest
    }

    /// The SHA-256 of a regular file; `nil` if it cannot be read.
    func digest(ofFile path: String) -> ContentDigest? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        var hasher = ContentHasher()
        return withUnsafeTemporaryAllocation(byteCount: 1 << 17, alignment: 16) { buffer in
            while true {
                let count = retryingOnInterrupt { SystemCalls.read(descriptor, buffer.baseAddress, buffer.count) }
                if count < 0 { return nil }
                if count == 0 { return hasher.digest }
                hasher.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            }
        }
    }

    /// Deletes packs and parts that the state does not name.
    func removeUnused(_ state: UpdateState, parts: Set<String> = []) {
        let packs = Set(state.themes.values.flatMap(\.packs).map(\.sha256))
        for (name, kept) in [("packs", packs), ("partial", parts)] {
            for file in names(in: "\(folder)/\(name)")
            where !kept.contains(String(file.prefix { $0 != "." })) || name == "packs" && file.contains(".") {
                unlink("\(folder)/\(name)/\(file)")
            }
        }
    }

    private func names(in path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            if let name = FolderListing.name(of: entry), name != ".", name != ".." { names.append(name) }
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

    func failure(_ path: String, _ what: String) -> UpdateError {
        .store(path: path, reason: "\(what): \(systemReason())")
    }
}
