import ThemeSystem
import ThemeModel
import ThemeProject

/// Counts how often each file is read as a whole.
final class CountedReads: FileSystem {
    private let base: any FileSystem
    let counts = Lock<[String: Int]>([:])

    init(base: any FileSystem) { self.base = base }

    func read(_ path: String, first count: Int?, limit: Int) throws(FileError) -> FileContents {
        if count == nil { counts.withLock { $0[path, default: 0] += 1 } }
        return try base.read(path, first: count, limit: limit)
    }

    func entries(of folder: String) throws(FileError) -> [FolderEntry] { try base.entries(of: folder) }
    func destination(of path: String) throws(FileError) -> String { try base.destination(of: path) }
    func kind(of path: String) -> FileKind? { base.kind(of: path) }
    func stamp(of path: String) -> FileStamp? { base.stamp(of: path) }
    var now: Int64 { base.now }
}
