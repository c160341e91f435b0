/// The file system that a project is read from: ``DiskFileSystem``, or in tests one in memory.
package protocol FileSystem: Sendable {
    /// Returns the entries of a folder in no particular order, without `.` and `..`.
    func entries(of folder: String) throws(FileError) -> [FolderEntry]

    /// Like ``entries(of:)``, with the stamps of regular files, if there are stamps.
    func stampedEntries(of folder: String) throws(FileError) -> [StampedEntry]

    /// Reads the first `count` bytes of a regular file, or all. Does not follow a link at the end of the path.
    /// Throws before memory is allocated if the file has more than `limit` bytes.
    func read(_ path: String, first count: Int?, limit: Int) throws(FileError) -> FileContents

    /// Returns the path with every link in it resolved.
    func destination(of path: String) throws(FileError) -> String

    /// Follows links. Returns `nil` if there is no file.
    func kind(of path: String) -> FileKind?

    /// Does not follow a link at the end of the path. `nil` if there is no regular file, or no stamps.
    func stamp(of path: String) -> FileStamp?

    /// Returns the number under which an earlier run has recorded a file; `nil` if it is unknown, or has changed.
    func record(of path: String) -> Int32?

    /// The same files by paths whose links are resolved. Files behind another link are refused.
    var refusingLinks: any FileSystem { get }

    /// The time by the clock that stamps files, in nanoseconds since 1970.
    var now: Int64 { get }
}

extension FileSystem {
    package func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
        try read(path, first: nil, limit: limit).bytes
    }

    /// Whether links lead from a folder to a place outside. Also `true` if this cannot be found out, because the
    /// answer decides what may be read; `false` if nothing is there.
    package func leadsOut(_ path: String, of folder: String) -> Bool {
        do throws(FileError) {
            let top = try destination(of: folder)
            let real = try destination(of: path)
            return real != top && real.path(below: top) == nil
        } catch {
            return error != .missing
        }
    }

    package func stampedEntries(of folder: String) throws(FileError) -> [StampedEntry] {
        try entries(of: folder).map { ($0, nil) }
    }

    package func stamp(of path: String) -> FileStamp? { nil }

    package func record(of path: String) -> Int32? { nil }

    /// For files that nobody exchanges.
    package var refusingLinks: any FileSystem { self }

    package var now: Int64 { 0 }
}

package struct FolderEntry: Hashable, Sendable {
    /// One path component, as bytes, because not every file system requires UTF-8.
    package var name: [UInt8]
    package var kind: FileKind
    /// See ``FileSystem/record(of:)``.
    package var record: Int32?

    package init(name: [UInt8], kind: FileKind) {
        self.name = name
        self.kind = kind
    }
}

package typealias StampedEntry = (entry: FolderEntry, stamp: FileStamp?)

package enum FileKind: Hashable, Sendable {
    case file
    case folder
    case link
    /// The kind in words: "a FIFO", "a device", "a socket".
    case other(String)

    static let fifo = FileKind.other("a FIFO")
    static let socket = FileKind.other("a socket")
}

package struct FileContents: Sendable {
    package var bytes: [UInt8]
    /// The whole file's size in bytes. `bytes` can be only its beginning.
    package var size: Int
    /// The file's stamp before the first byte was read; `nil` if the file system has no stamps.
    package var stamp: FileStamp?

    package init(bytes: [UInt8], size: Int, stamp: FileStamp? = nil) {
        self.bytes = bytes
        self.size = size
        self.stamp = stamp
    }
}

/// A file's size, device, inode and times. Writing to it, replacing or moving it changes `ctime`, which cannot be set.
package struct FileStamp: Hashable, Sendable {
    package var size: UInt64
    package var device: UInt64
    package var inode: UInt64
    // `mtime` and `ctime`, in nanoseconds since 1970.
    package var modified: Int64
    package var changed: Int64

    package init(size: UInt64, device: UInt64 = 0, inode: UInt64, modified: Int64, changed: Int64) {
        self.size = size
        self.device = device
        self.inode = inode
        self.modified = modified
        self.changed = changed
    }

    /// Two ticks of the kernel clock that sets file times, which ticks at least a hundred times a second.
    package static let usualSettlingDelay: Int64 = 20_000_000

    /// Nanoseconds after a write in which another write can leave the stamp unchanged. Some file systems store times
    /// in whole seconds, FAT in steps of two seconds.
    package var settlingDelay: Int64 {
        let second: Int64 = 1_000_000_000
        return modified % second == 0 && changed % second == 0 ? 2 * second : Self.usualSettlingDelay
    }

    /// The time after which every write changes the stamp. Until then, git calls such a file "racily clean".
    package var settlingTime: Int64 { max(modified, changed).addingReportingOverflow(settlingDelay).partialValue }

    package func isSettled(at now: Int64) -> Bool {
        settlingTime > modified && settlingTime > changed && settlingTime <= now
    }
}

extension FileStamp: CustomStringConvertible {
    /// Contains all members, because caches use it as a key. Swift's own description reads their names at run time,
    /// which takes a millisecond.
    package var description: String { "\(size) \(device) \(inode) \(modified) \(changed)" }
}

/// The reason why a file or folder cannot be read.
package enum FileError: Error, Hashable, Sendable {
    case missing
    case notPermitted
    case notRegular(_ kind: String)
    case tooLarge(bytes: Int, limit: Int)
    case changed
    case linkLoop
    case pathTooLong
    /// The repository has only a pointer to a file that Git LFS stores.
    case largeFilePointer
    case system(String)

    /// The predicate of a sentence whose subject is the file.
    package var explanation: String { words.explanation }
    package var hint: String { words.hint }

    private var words: (explanation: String, hint: String) {
        switch self {
        case .missing: ("does not exist", "put the file itself here, or remove what refers to it")
        case .notPermitted: ("cannot be read: permission denied", "allow reading it: chmod +r")
        case .notRegular(let kind): ("is \(kind), not a regular file", "put the file itself here")
        case .tooLarge(let bytes, let limit):
            (
                "has \(bytes) bytes, more than the limit of \(limit)",
                "make it smaller, or set \"limits\" in themepack.json"
            )
        case .changed: ("changed while it was read", "run again when no program writes to it")
        case .linkLoop:
            ("is a link that leads back to itself", "put the file itself here, or remove what refers to it")
        case .pathTooLong: ("has a path that is too long for this system", "shorten the names on its path")
        case .largeFilePointer:
            (
                "is a Git LFS pointer; the repository does not have the file itself",
                "compare with a pack, or with a folder where 'git lfs pull' has run"
            )
        case .system(let text): ("cannot be read: \(text)", "check whether other programs can read it")
        }
    }
}
