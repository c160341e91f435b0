/// What reading needs of a file system. ``DiskFileSystem`` is the real one; tests bring one that holds its files in memory.
public protocol FileSystem: Sendable {
    /// What lies in a folder, in no particular order, without `.` and `..`.
    func entries(of folder: String) throws(FileProblem) -> [FolderEntry]

    /// The first bytes of a regular file; a link at the end of the path is not followed.
    ///
    /// - Parameters:
    ///   - count: how many bytes at most; `nil` for all of them.
    ///   - limit: a larger file throws ``FileProblem/tooLarge(bytes:limit:)`` before anything is allocated.
    func read(_ path: String, first count: Int?, limit: Int) throws(FileProblem) -> FileContents

    /// What a path leads to; with no link left in it.
    func destination(of path: String) throws(FileProblem) -> String

    /// What lies at a path, links followed; `nil` if nothing does.
    func kind(of path: String) -> FileKind?

    /// The stamp of a regular file; a link at the end of the path is not followed. `nil` if there is none, or if this file
    /// system has no stamps.
    func stamp(of path: String) -> FileStamp?

    /// The same of several files of one folder, which may take less than one after the other.
    func stamps(of names: [String], in folder: String) -> [FileStamp?]

    /// The time by the clock that stamps files, in nanoseconds since 1970.
    var now: Int64 { get }
}

extension FileSystem {
    public func read(_ path: String, limit: Int) throws(FileProblem) -> [UInt8] {
        try read(path, first: nil, limit: limit).bytes
    }

    public func stamp(of path: String) -> FileStamp? { nil }

    public func stamps(of names: [String], in folder: String) -> [FileStamp?] {
        names.map { stamp(of: "\(folder)/\($0)") }
    }

    public var now: Int64 { 0 }
}

/// A name in a folder. Names are bytes: not every file system insists on UTF-8.
public struct FolderEntry: Hashable, Sendable {
    /// One path component, as the file system has it.
    public var name: [UInt8]
    public var kind: FileKind

    public init(name: [UInt8], kind: FileKind) { (self.name, self.kind) = (name, kind) }
}

/// What can lie in a folder.
public enum FileKind: Hashable, Sendable {
    case file
    case folder
    case link
    /// Neither of these: "a FIFO", "a device", "a socket".
    case other(String)
}

/// The bytes that were asked for, and how many the file has in all.
public struct FileContents: Sendable {
    /// From the start of the file, as many as were asked for.
    public var bytes: [UInt8]
    /// Bytes of the whole file.
    public var size: Int
    /// The file's stamp before the first byte was read; `nil` where the file system has none.
    public var stamp: FileStamp?

    public init(bytes: [UInt8], size: Int, stamp: FileStamp? = nil) {
        (self.bytes, self.size, self.stamp) = (bytes, size, stamp)
    }
}

/// Why a file or folder could not be read.
public enum FileProblem: Error, Hashable, Sendable {
    case missing
    case notPermitted
    /// What it is instead: "a FIFO", "a folder".
    case notRegular(String)
    case tooLarge(bytes: Int, limit: Int)
    /// It changed while it was read.
    case changed
    case linkLoop
    case pathTooLong
    /// Anything else, in the system's words.
    case system(String)

    /// How to mend it.
    public var hint: String {
        switch self {
        case .missing, .linkLoop: "put the file itself here, or remove what names it"
        case .notPermitted: "allow reading it: chmod +r"
        case .notRegular: "put the file itself here"
        case .tooLarge: "make it smaller, or set \"limits\" in themepack.json"
        case .changed: "run again when nothing writes to it"
        case .pathTooLong: "shorten the names on its path"
        case .system: "can other programs read it?"
        }
    }

    /// What is wrong, as the predicate of a sentence about the file.
    public var explanation: String {
        switch self {
        case .missing: "does not exist"
        case .notPermitted: "cannot be read: permission denied"
        case .notRegular(let kind): "is \(kind), not a regular file"
        case .tooLarge(let bytes, let limit): "has \(bytes) bytes, more than the limit of \(limit)"
        case .changed: "changed while it was read"
        case .linkLoop: "is a link that leads back to itself"
        case .pathTooLong: "has a path that is too long for this system"
        case .system(let text): "cannot be read: \(text)"
        }
    }
}
