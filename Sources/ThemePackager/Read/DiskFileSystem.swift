#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The file system of the machine, through POSIX calls.
///
/// Foundation's enumerator stops without a word at what it cannot handle and repairs names that are not UTF-8 into ones
/// that do not exist; `readdir` gives the bytes.
public struct DiskFileSystem: FileSystem {
    public init() {}

    public func entries(of folder: String) throws(FileProblem) -> [FolderEntry] {
        guard let stream = opendir(folder) else { throw Self.problem(errno) }
        defer { closedir(stream) }
        var entries: [FolderEntry] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else { break }
            let name = Self.name(of: entry)
            if name == [UInt8(ascii: ".")] || name == [UInt8(ascii: "."), UInt8(ascii: ".")] { continue }
            let kind: FileKind
            switch Int32(entry.pointee.d_type) {
            case Int32(DT_REG): kind = .file
            case Int32(DT_DIR): kind = .folder
            case Int32(DT_LNK): kind = .link
            // Some file systems tell nothing here.
            case Int32(DT_UNKNOWN): kind = Self.kindWithoutFollowing(Array(folder.utf8) + [UInt8(ascii: "/")] + name)
            case Int32(DT_FIFO): kind = .other("a FIFO")
            case Int32(DT_SOCK): kind = .other("a socket")
            default: kind = .other("a device")
            }
            entries.append(FolderEntry(name: name, kind: kind))
        }
        guard errno == 0 else { throw Self.problem(errno) }
        return entries
    }

    public func read(_ path: String, first count: Int?, limit: Int) throws(FileProblem) -> FileContents {
        // Opening a FIFO would block without O_NONBLOCK.
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw errno == ELOOP ? .notRegular("a link") : Self.problem(errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Self.problem(errno) }
        guard case .file = Self.kind(status) else { throw .notRegular(Self.words(Self.kind(status))) }
        let size = Int(status.st_size)
        guard size <= limit else { throw .tooLarge(bytes: size, limit: limit) }
        let wanted = min(count ?? size, size)
        var failure: FileProblem?
        let bytes = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
            guard let base = buffer.baseAddress else { return }
            while filled < wanted {
                #if canImport(Darwin)
                    let got = Darwin.read(descriptor, base + filled, wanted - filled)
                #elseif canImport(Musl)
                    let got = Musl.read(descriptor, base + filled, wanted - filled)
                #else
                    let got = Glibc.read(descriptor, base + filled, wanted - filled)
                #endif
                if got < 0, errno == EINTR { continue }
                if got < 0 { failure = Self.problem(errno) }
                if got == 0 { failure = .changed }
                guard got > 0 else { return }
                filled += got
            }
        }
        if let failure { throw failure }
        // What somebody else writes meanwhile may be half of one file and half of another.
        if count == nil, !Self.isUnchanged(descriptor, since: status) { throw .changed }
        return FileContents(bytes: bytes, size: size, stamp: FileStamp(status))
    }

    private static func isUnchanged(_ descriptor: Int32, since before: stat) -> Bool {
        var now = stat()
        guard fstat(descriptor, &now) == 0, now.st_size == before.st_size else { return false }
        #if canImport(Darwin)
            let (old, new) = (before.st_mtimespec, now.st_mtimespec)
        #else
            let (old, new) = (before.st_mtim, now.st_mtim)
        #endif
        return old.tv_sec == new.tv_sec && old.tv_nsec == new.tv_nsec
    }

    public func destination(of path: String) throws(FileProblem) -> String {
        guard let resolved = realpath(path, nil) else { throw Self.problem(errno) }
        defer { free(resolved) }
        guard let string = String(validatingCString: resolved) else { throw .system("its destination is not UTF-8") }
        return string
    }

    public func kind(of path: String) -> FileKind? {
        var status = stat()
        return stat(path, &status) == 0 ? Self.kind(status) : nil
    }

    public func stamp(of path: String) -> FileStamp? { Self.stamp(of: path, from: AT_FDCWD) }

    /// The way to the folder is gone once.
    public func stamps(of names: [String], in folder: String) -> [FileStamp?] {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return names.map { stamp(of: "\(folder)/\($0)") } }
        defer { close(descriptor) }
        return names.map { Self.stamp(of: $0, from: descriptor) }
    }

    /// - Parameter folder: the descriptor of what a relative path starts from.
    private static func stamp(of path: String, from folder: Int32) -> FileStamp? {
        var status = stat()
        guard fstatat(folder, path, &status, AT_SYMLINK_NOFOLLOW) == 0, case .file = kind(status) else { return nil }
        return FileStamp(status)
    }

    public var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return time.nanoseconds
    }

    /// `d_name` is declared with a fixed length, which a long name on some file systems exceeds: read up to the NUL.
    private static func name(of entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
        let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
        let start = UnsafeRawPointer(entry) + offset
        return Array(UnsafeRawBufferPointer(start: start, count: strlen(start.assumingMemoryBound(to: CChar.self))))
    }

    private static func kindWithoutFollowing(_ path: [UInt8]) -> FileKind {
        var status = stat()
        let found = (path + [0]).withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) { $0.baseAddress.map { lstat($0, &status) } ?? -1 }
        }
        return found == 0 ? kind(status) : .other("nothing that can be looked at")
    }

    private static func kind(_ status: stat) -> FileKind {
        switch status.st_mode & S_IFMT {
        case S_IFREG: .file
        case S_IFDIR: .folder
        case S_IFLNK: .link
        case S_IFIFO: .other("a FIFO")
        case S_IFSOCK: .other("a socket")
        default: .other("a device")
        }
    }

    private static func words(_ kind: FileKind) -> String {
        switch kind {
        case .file: "a file"
        case .folder: "a folder"
        case .link: "a link"
        case .other(let words): words
        }
    }

    private static func problem(_ code: Int32) -> FileProblem {
        switch code {
        case ENOENT, ENOTDIR: .missing
        case EACCES, EPERM: .notPermitted
        case ELOOP: .linkLoop
        case ENAMETOOLONG: .pathTooLong
        default: .system(String(cString: strerror(code)))
        }
    }
}

extension FileStamp {
    fileprivate init(_ status: stat) {
        #if canImport(Darwin)
            let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
        #else
            let (modified, changed) = (status.st_mtim, status.st_ctim)
        #endif
        self.init(
            size: UInt64(status.st_size), inode: UInt64(status.st_ino), modified: modified.nanoseconds,
            changed: changed.nanoseconds)
    }
}

extension timespec {
    /// Since 1970. A file may claim any year; one beyond what fits is as good as another.
    fileprivate var nanoseconds: Int64 { Int64(tv_sec) &* 1_000_000_000 &+ Int64(tv_nsec) }
}
