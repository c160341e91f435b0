import TestSupport
import ThemeProject

final class ChangingFileSystem: FileSystem {
    private let before: MemoryFileSystem
    private let after: MemoryFileSystem
    nonisolated(unsafe) var hasChanged = false

    init(_ before: MemoryFileSystem, _ after: MemoryFileSystem) { (self.before, self.after) = (before, after) }

    private var current: MemoryFileSystem { hasChanged ? after : before }

    func entries(of folder: String) throws(FileError) -> [FolderEntry] { try current.entries(of: folder) }
    func read(_ path: String, first count: Int?, limit: Int) throws(FileError) -> FileContents {
        try current.read(path, first: count, limit: limit)
    }
    func destination(of path: String) throws(FileError) -> String { try current.destination(of: path) }
    func kind(of path: String) -> FileKind? { current.kind(of: path) }
}
