import PackFormat
import SystemCalls
import ThemeModel
import ThemeProject

/// The folder `.themepack/` in the project's folder. A file with a wrong checksum counts as missing.
struct CacheFolder: Sendable {
    static let name = ".themepack"

    /// The start of every file. The XXH64 of the rest follows. The number increases with every change of the format.
    private static let formatHeader = Array("themepack cache 4\n".utf8)
    /// Enough for a million images.
    private static let sizeMax = 1 << 28

    let path: String

    /// Returns `nil` if the file is missing or damaged.
    func read(_ name: String) -> ByteReader? {
        let folder = open(path, Self.folderFlags)
        guard folder >= 0 else { return nil }
        defer { close(folder) }
        let file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.sizeMax else {
            return nil
        }
        let size = Int(status.st_size)
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
            if (try? readFully(file, into: UnsafeMutableRawBufferPointer(buffer))) != nil { filled = size }
        }
        guard bytes.starts(with: Self.formatHeader) else { return nil }
        var reader = ByteReader(bytes, from: Self.formatHeader.count)
        guard let checksum = try? reader.number(UInt64.self), checksum == Self.checksum(of: bytes[reader.offset...])
        else { return nil }
        return reader
    }

    /// Replaces a file in one step. Creates the folder if needed.
    func write(_ name: String, _ contents: [UInt8]) throws(UserError) {
        if mkdir(path, 0o777) != 0, errno != EEXIST { throw .system("cannot be created") }
        // Does not follow a link: it could lead out of the project.
        let folder = open(path, Self.folderFlags)
        guard folder >= 0 else { throw .system("cannot be used") }
        defer { close(folder) }
        var status = stat()
        if fstatat(folder, Self.ignoreName, &status, AT_SYMLINK_NOFOLLOW) != 0 {
            try Self.replace(Self.ignoreName, [Array("*\n".utf8)], in: folder)
        }
        var head = ByteWriter(Self.formatHeader)
        head.add(Self.checksum(of: contents[...]))
        try Self.replace(name, [head.bytes, contents], in: folder)
        // A killed run leaves an unfinished file.
        removeOldest(keeping: Self.unfinishedMax, where: TemporaryName.matches)
    }

    private static let ignoreName = ".gitignore"
    private static let unfinishedMax = 8

    private static func replace(_ name: String, _ parts: [[UInt8]], in folder: Int32) throws(UserError) {
        let temporary = TemporaryName.random()
        let file = openat(folder, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
        guard file >= 0 else { throw .system("cannot be written to") }
        defer { close(file) }
        do throws(UserError) {
            for part in parts { try write(part, to: file) }
            guard renameat(folder, temporary, folder, name) == 0 else { throw .system("cannot be written to") }
        } catch {
            unlinkat(folder, temporary, 0)
            throw error
        }
    }

    func remove(_ name: String) { unlink("\(path)/\(name)") }

    /// Whether there is a folder and not a link.
    var exists: Bool {
        let folder = open(path, Self.folderFlags)
        if folder >= 0 { close(folder) }
        return folder >= 0
    }

    /// Deletes the files and the folder. Folders in it, which no run creates, stay with it.
    func delete() throws(UserError) {
        let folder = open(path, Self.folderFlags)
        guard folder >= 0 else { throw .system("cannot be opened") }
        defer { close(folder) }
        for entry in (try? DiskFileSystem().entries(of: path)) ?? [] where entry.kind != .folder {
            let name = String(decoding: entry.name, as: UTF8.self)
            guard unlinkat(folder, name, 0) == 0 || errno == ENOENT else { throw .system("cannot be deleted") }
        }
        guard rmdir(path) == 0 || errno == ENOENT else { throw .system("cannot be deleted") }
    }

    func removeOldest(keeping count: Int, where isIncluded: (_ name: String) -> Bool) {
        let disk = DiskFileSystem()
        let names = ((try? disk.entries(of: path)) ?? []).compactMap { String(validUTF8: $0.name) }
        let files = names.filter(isIncluded)
            .map { (path: "\(path)/\($0)", time: disk.stamp(of: "\(path)/\($0)")?.modified ?? 0) }
        for file in files.sorted(by: { $0.time > $1.time }).dropFirst(count) { unlink(file.path) }
    }

    private static let folderFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC

    private static func checksum(of bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.withUnsafeBytes { XXHash64.hash($0) }
    }

    private static func write(_ bytes: [UInt8], to file: Int32) throws(UserError) {
        guard bytes.withUnsafeBytes({ writeFully($0, to: file) }) else { throw .system("cannot be written to") }
    }
}

extension UserError {
    fileprivate static func system(_ what: String) -> UserError {
        UserError("\(CacheFolder.name) \(what): \(systemReason())")
    }
}
