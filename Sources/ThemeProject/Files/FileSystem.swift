import ThemeSystem
import ThemeModel

/// The file system that a project is read from: ``DiskFileSystem``, or in tests one in memory.
package protocol FileSystem: Sendable {
    /// Returns the entries of a folder in no particular order, without `.` and `..`.
    func entries(of folder: String) throws(FileError) -> [FolderEntry]

    /// Reads the first `count` bytes of a regular file, or all. Does not follow a link at the end of the path.
    /// Throws before memory is allocated if the file has more than `limit` bytes.
    func read(_ path: String, first count: Int?, limit: Int) throws(FileError) -> FileContents

    /// Returns the path with every link in it resolved.
    func destination(of path: String) throws(FileError) -> String

    /// Follows links. Returns `nil` if there is no file.
    func kind(of path: String) -> FileKind?

    /// Does not follow a link at the end of the path. `nil` if there is no regular file, or no stamps.
    func stamp(of path: String) -> FileStamp?

    /// Returns the stamps of files in one folder. Can be faster than asking for each file.
    func stamps(of names: [String], in folder: String) -> [FileStamp?]

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

    package func stamp(of path: String) -> FileStamp? { nil }

    package func stamps(of names: [String], in folder: String) -> [FileStamp?] {
        names.map { stamp(of: "\(folder)/\($0)") }
    }

    /// For files that nobody exchanges.
    package var refusingLinks: any FileSystem { self }

    package var now: Int64 { 0 }
}
