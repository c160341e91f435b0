import ThemeModel

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

    func read(_ path: String, first count: Int?, limit: Int) throws(FileError) -> FileContents {
        try base.read(location(of: path), first: count, limit: limit)
    }

    func destination(of path: String) throws(FileError) -> String { try base.destination(of: location(of: path)) }

    func kind(of path: String) -> FileKind? { base.kind(of: location(of: path)) }

    func stamp(of path: String) -> FileStamp? { base.stamp(of: location(of: path)) }

    func stamps(of names: [String], in folder: String) -> [FileStamp?] {
        base.stamps(of: names, in: location(of: folder))
    }

    /// Without anchors, because another project can have other ones.
    var refusingLinks: any FileSystem { base }

    var now: Int64 { base.now }
}
