import CPNGShim
import PackFormat
import ThemeProject

/// The folder `.themepack/` in the project's folder. A file with a wrong checksum counts as missing.
struct CacheFolder: Sendable {
    /// The start of every file. Its last four bytes are the CRC-32 of what is between. The number increases with
    /// every change of the format.
    private static let formatHeader = Array("themepack cache 14\n".utf8)
    private static let checksumLength = 4
    /// Enough for a million images.
    private static let sizeMax = 1 << 28

    let path: String
    /// The path with the links to the folder resolved. If the folder itself is a link, it is not opened.
    private let location: String
    /// Where files are written, or the reason why none are.
    private let place: Result<OutputPlace, UserError>

    init(path: String) {
        self.path = path
        let parent = try? DiskFileSystem().destination(of: String(path.parentFolder))
        location = parent.map { "\($0.withoutLastSlash)/\(path.lastPathComponent)" } ?? path
        place = Result { () throws(UserError) in try OutputPlace(folder: path, for: "a cache", isCache: true) }
    }

    /// Returns `nil` if the file is missing or damaged.
    func read(_ name: String) -> CacheReader? {
        guard exists, let file = try? RegularFile("\(location)/\(name)", links: .refuse),
            file.length <= Self.sizeMax, var bytes = file.bytes(), bytes.starts(with: Self.formatHeader)
        else { return nil }
        let start = Self.formatHeader.count
        let end = bytes.count - Self.checksumLength
        guard end >= start else { return nil }
        let isWhole = bytes.withUnsafeBufferPointer { bytes in
            let stored = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: end, as: UInt32.self)
            return UInt32(littleEndian: stored) == png_shim_crc32(0, bytes.baseAddress.map { $0 + start }, end - start)
        }
        guard isWhole else { return nil }
        bytes.removeLast(Self.checksumLength)
        return CacheReader(bytes, from: start)
    }

    /// Replaces a file. Another run finds the old one, the new one, or none. Creates the folder if needed.
    ///
    /// - Parameter parts: the contents. Large ones are made part by part, so that memory has one part at a time.
    func write(_ name: String, _ parts: some Sequence<[UInt8]>) throws(UserError) {
        let place: OutputPlace
        do throws(UserError) { place = try self.place.get() } catch {
            throw UserError("\(Project.cacheFolder) cannot be used: it \(error.message)")
        }
        if DiskCalls().createFolder(location) != 0, errno != EEXIST { throw .system("cannot be created") }
        // A link is not followed, also not within the project.
        guard exists else { throw .system("cannot be used") }
        let ignoreList = try place.file(Self.ignoreName)
        if DiskFileSystem().kindWithoutFollowing(ignoreList.target) == nil {
            try Self.replace(ignoreList) { file throws(SystemError) in try file.append(Array("*\n".utf8)) }
        }
        try Self.replace(try place.file(name)) { file throws(SystemError) in
            try file.append(Self.formatHeader)
            var checksum: UInt32 = 0
            for part in parts {
                checksum = png_shim_crc32(checksum, part, part.count)
                try file.append(part)
            }
            var end = ByteWriter()
            end.add(checksum)
            try file.append(end.bytes)
        }
        // A killed run leaves an unfinished file.
        removeOldest(keeping: Self.unfinishedMax, where: TemporaryName.matches)
    }

    private static let ignoreName = ".gitignore"
    private static let unfinishedMax = 8

    private static func replace(
        _ place: OutputPlace, _ write: (AtomicFile) throws(SystemError) -> Void
    ) throws(UserError) {
        try rethrow(as: { UserError("\(Project.cacheFolder) cannot be written to: \($0.reason)") }) {
            () throws(SystemError) in
            let file = try AtomicFile(resolved: place.target)
            try write(file)
            // ext4 writes a file that replaces another one to the disk at once, which takes milliseconds. So the old
            // file is deleted first. A run in between finds no file, as it finds a damaged one. The old file stays open
            // until the new one has its name, because to free a large file takes longer.
            let old = openWithoutLinks(place.target, O_RDONLY | O_NONBLOCK)
            defer { if old >= 0 { close(old) } }
            _ = DiskCalls().unlink(place.target)
            try file.finish(isDurable: false)
        }
    }

    func remove(_ name: String) { _ = DiskCalls().unlink("\(location)/\(name)") }

    /// Whether there is a folder and not a link.
    var exists: Bool {
        let folder = openWithoutLinks(location, O_RDONLY | O_DIRECTORY)
        if folder >= 0 { close(folder) }
        return folder >= 0
    }

    /// Deletes the files and the folder. Folders in it, which no run creates, stay with it.
    func delete() throws(UserError) {
        guard exists else { throw .system("cannot be opened") }
        let disk = DiskCalls()
        for entry in (try? DiskFileSystem.withoutLinks.entries(of: location)) ?? [] where entry.kind != .folder {
            let file = "\(location)/\(String(decoding: entry.name, as: UTF8.self))"
            guard disk.unlink(file) == 0 || errno == ENOENT else { throw .system("cannot be deleted") }
        }
        guard disk.rmdir(location) == 0 || errno == ENOENT else { throw .system("cannot be deleted") }
    }

    func removeOldest(keeping count: Int, where isIncluded: (_ name: String) -> Bool) {
        let disk = DiskFileSystem.withoutLinks
        let names = ((try? disk.entries(of: location)) ?? []).compactMap { String(validUTF8: $0.name) }
        let files = names.filter(isIncluded)
            .map { (name: $0, time: disk.stamp(of: "\(location)/\($0)")?.modified ?? 0) }
        for file in files.sorted(by: { $0.time > $1.time }).dropFirst(count) { remove(file.name) }
    }
}

extension UserError {
    fileprivate static func system(_ what: String) -> UserError {
        UserError("\(Project.cacheFolder) \(what): \(systemReason())")
    }
}
