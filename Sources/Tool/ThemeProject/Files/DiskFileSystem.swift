/// The machine's file system. Reads folders with `readdir`, because Foundation's enumerator stops silently at some
/// paths and changes names that are not UTF-8.
package struct DiskFileSystem: FileSystem {
    /// For paths whose links are resolved, such as those of an ``OutputPlace``.
    package static let withoutLinks = DiskFileSystem(links: .refuse)

    private let links: LinkPolicy

    /// Follows links to folders.
    package init() { links = .refuseAtEnd }

    private init(links: LinkPolicy) { self.links = links }

    package var refusingLinks: any FileSystem { Self.withoutLinks }

    /// A folder that the user names can be a link.
    private var folderLinks: LinkPolicy { links == .refuse ? .refuse : .follow }

    package func entries(of folder: String) throws(FileError) -> [FolderEntry] {
        var entries: [FolderEntry] = []
        try list(folder) { entry, _ in entries.append(entry) }
        return entries
    }

    package func stampedEntries(of folder: String) throws(FileError) -> [StampedEntry] {
        var entries: [StampedEntry] = []
        try list(folder) { entry, folder in
            entries.append((entry, entry.kind == .file ? Self.stamp(of: entry.name, in: folder) : nil))
        }
        return entries
    }

    private func list(_ folder: String, _ body: (FolderEntry, _ folder: Int32) -> Void) throws(FileError) {
        do throws(SystemError) {
            try forEachEntry(of: folder, links: folderLinks) { name, type, folder in
                // The type of an entry has the bits of a mode.
                let isUnknown = type == Int32(DT_UNKNOWN)
                let kind = isUnknown ? .other("a file of unknown kind") : Self.kind(ofMode: mode_t(type) << 12)
                body(FolderEntry(name: name, kind: kind), folder)
            }
        } catch {
            throw error.code == ELOOP && links == .refuse ? .changed : Self.error(error.code)
        }
    }

    package func read(_ path: String, first count: Int?, limit: Int) throws(FileError) -> FileContents {
        let file: RegularFile
        do throws(RegularFile.Failure) {
            file = try RegularFile(path, links: links)
        } catch {
            switch error {
            case .system(ELOOP) where links == .refuse && kindWithoutFollowing(path) != .link: throw .changed
            case .system(ELOOP): throw .notRegular("a link")
            case .system(let code): throw Self.error(code)
            case .otherKind(let kind): throw .notRegular(Self.kind(ofMode: kind).words)
            }
        }
        let descriptor = file.descriptor
        let stamp = FileStamp(file.status)
        let size = file.length
        guard size <= limit else { throw .tooLarge(bytes: size, limit: limit) }
        let wanted = min(count ?? size, size)
        let bytes = try rethrow(as: { $0 == .endOfFile ? FileError.changed : Self.error(errno) }) {
            () throws(IncompleteRead) in
            try [UInt8](count: wanted) { bytes throws(IncompleteRead) in try readFully(descriptor, into: bytes) }
        }
        // A write during the read could mix old and new bytes.
        if count == nil {
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { throw .changed }
            let now = FileStamp(status)
            guard now.size == stamp.size, now.modified == stamp.modified else { throw .changed }
        }
        return FileContents(bytes: bytes, size: size, stamp: stamp)
    }

    package func destination(of path: String) throws(FileError) -> String {
        do throws(SystemError) { return try realPath(of: path) } catch {
            throw error.code == 0 ? .system(error.reason) : Self.error(error.code)
        }
    }

    package func kind(of path: String) -> FileKind? {
        var status = stat()
        return stat(path, &status) == 0 ? Self.kind(ofMode: status.st_mode) : nil
    }

    /// Like ``kind(of:)``, but does not follow a link at the end of the path.
    package func kindWithoutFollowing(_ path: String) -> FileKind? {
        var status = stat()
        return lstat(path, &status) == 0 ? Self.kind(ofMode: status.st_mode) : nil
    }

    package func stamp(of path: String) -> FileStamp? {
        let descriptor = folderLinks.open(String(path.parentFolder), searchFlags)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return Self.stamp(of: path.lastPathComponent.utf8, in: descriptor)
    }

    private static func stamp(of name: some Collection<UInt8>, in folder: Int32) -> FileStamp? {
        var status = stat()
        let found = withUnsafeTemporaryAllocation(of: CChar.self, capacity: name.count + 1) { bytes in
            for (index, byte) in name.enumerated() { bytes[index] = CChar(bitPattern: byte) }
            bytes[name.count] = 0
            return bytes.baseAddress.map { fstatat(folder, $0, &status, AT_SYMLINK_NOFOLLOW) } ?? -1
        }
        return found == 0 && kind(ofMode: status.st_mode) == .file ? FileStamp(status) : nil
    }

    package var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return time.nanoseconds
    }

    private static func kind(ofMode mode: mode_t) -> FileKind {
        switch mode & S_IFMT {
        case S_IFREG: .file
        case S_IFDIR: .folder
        case S_IFLNK: .link
        case S_IFIFO: .fifo
        case S_IFSOCK: .socket
        default: .other("a device")
        }
    }

    private static func error(_ code: Int32) -> FileError {
        switch code {
        case ENOENT, ENOTDIR: .missing
        case EACCES, EPERM: .notPermitted
        case ELOOP: .linkLoop
        case ENAMETOOLONG: .pathTooLong
        default: .system(systemReason(of: code))
        }
    }
}

extension FileStamp {
    package init(_ status: stat) {
        self.init(
            size: UInt64(status.st_size), device: UInt64(truncatingIfNeeded: status.st_dev),
            inode: UInt64(status.st_ino), modified: status.modified.nanoseconds,
            changed: status.changed.nanoseconds)
    }
}

extension timespec {
    /// The time in nanoseconds. Wraps on overflow, because a file's time can be in any year and is only compared.
    fileprivate var nanoseconds: Int64 { Int64(tv_sec) &* 1_000_000_000 &+ Int64(tv_nsec) }
}

/// A file system in which the links of certain folders are resolved once, and all other links are refused. So the files
/// of a folder that another process exchanges for a link after its check are not read.
struct AnchoredFileSystem: FileSystem {
    private let base: any FileSystem
    /// The resolved paths of folders, by the bytes of their names.
    private var anchors: [[UInt8]: String] = [:]

    init(_ fileSystem: any FileSystem) { base = fileSystem.refusingLinks }

    /// From now on `folder` and what is in it is read by the path `real`, which has no links.
    mutating func anchor(_ folder: String, at real: String) {
        if !UTF8Order.equal(folder[...], real[...]) { anchors[Array(folder.utf8)] = real }
    }

    /// Returns the path by which a file or folder is read. Asks no disk.
    func location(of path: String) -> String {
        guard !anchors.isEmpty else { return path }
        let bytes = Array(path.utf8)
        var folder = bytes[...]
        while true {
            if let real = anchors[Array(folder)] {
                return real + String(Substring(path.utf8.dropFirst(folder.count)))
            }
            guard let slash = folder.lastIndex(of: UInt8(ascii: "/")) else { return path }
            folder = folder[..<slash]
        }
    }

    func entries(of folder: String) throws(FileError) -> [FolderEntry] { try base.entries(of: location(of: folder)) }

    func stampedEntries(of folder: String) throws(FileError) -> [StampedEntry] {
        try base.stampedEntries(of: location(of: folder))
    }

    func read(_ path: String, first count: Int?, limit: Int) throws(FileError) -> FileContents {
        try base.read(location(of: path), first: count, limit: limit)
    }

    func destination(of path: String) throws(FileError) -> String { try base.destination(of: location(of: path)) }

    func kind(of path: String) -> FileKind? { base.kind(of: location(of: path)) }

    func stamp(of path: String) -> FileStamp? { base.stamp(of: location(of: path)) }

    /// Without anchors, because another project can have other ones.
    var refusingLinks: any FileSystem { base }

    var now: Int64 { base.now }
}

/// A file whose bytes the system reads from the disk when they are used.
package final class MappedFile: Sendable {
    // `unsafe` is safe here: the mapping is read-only, and the buffer never changes.
    private nonisolated(unsafe) let bytes: UnsafeRawBufferPointer

    /// Returns `nil` if the file cannot be mapped, or is not a regular file.
    package convenience init?(at path: String, links: LinkPolicy = .refuse) {
        guard let file = try? RegularFile(path, links: links) else { return nil }
        self.init(file)
    }

    package init?(_ file: borrowing RegularFile) {
        let length = file.length
        // mmap rejects length 0.
        guard length > 0 else {
            bytes = UnsafeRawBufferPointer(start: nil, count: 0)
            return
        }
        guard let start = mmap(nil, length, PROT_READ, MAP_SHARED, file.descriptor, 0), start != MAP_FAILED else {
            return nil
        }
        bytes = UnsafeRawBufferPointer(start: start, count: length)
    }

    deinit { if !bytes.isEmpty { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) } }

    package func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(self) {} }
        return try body(bytes)
    }

    /// Releases the memory of the first `count` bytes, or of all. The system reads them again when they are used.
    package func release(first count: Int? = nil) {
        let count = count ?? bytes.count
        let wholePages = count - count % Int(getpagesize())
        madvise(UnsafeMutableRawPointer(mutating: bytes.baseAddress), wholePages, MADV_DONTNEED)
    }
}
