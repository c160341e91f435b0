public import ThemePackager

/// The in-memory twin of ``DiskFileSystem``: the same answers, without a disk. Names are bytes, as there.
public struct MemoryFileSystem: FileSystem {
    public enum Node: Sendable {
        case file([UInt8])
        /// The path that it leads to: absolute, or relative to its folder.
        case link(String)
        case other(String)
        /// A file that throws when it is read.
        case refused(FileProblem)
        /// A folder that throws when it is listed.
        case refusedFolder(FileProblem)
    }

    /// By absolute path, in bytes; folders are implied.
    private var nodes: [[UInt8]: Node] = [:]
    private var folders: [[UInt8]: Set<[UInt8]>] = [[]: []]

    public init() {}

    public init(_ root: String, _ files: [String: [UInt8]]) {
        for (path, bytes) in files { self["\(root)/\(path)"] = .file(bytes) }
    }

    public subscript(path: String) -> Node? {
        get { nodes[Array(path.utf8)] }
        set { self[bytes: Array(path.utf8)] = newValue }
    }

    /// For names that are not UTF-8.
    public subscript(bytes path: [UInt8]) -> Node? {
        get { nodes[path] }
        set {
            nodes[path] = newValue
            var path = path[...]
            while let slash = path.lastIndex(of: UInt8(ascii: "/")) {
                folders[Array(path[..<slash]), default: []].insert(Array(path[(slash + 1)...]))
                path = path[..<slash]
            }
        }
    }

    public func entries(of folder: String) throws(FileProblem) -> [FolderEntry] {
        let path = Array(try destination(of: folder).utf8)
        if case .refusedFolder(let problem) = nodes[path] { throw problem }
        guard let names = folders[path] else { throw .missing }
        return names.map { FolderEntry(name: $0, kind: kindWithoutFollowing(path + [UInt8(ascii: "/")] + $0)) }
    }

    public func read(_ path: String, first count: Int?, limit: Int) throws(FileProblem) -> FileContents {
        if case .link = self[path] { throw .notRegular("a link") }
        switch self[try destination(of: path)] {
        case .file(let bytes):
            guard bytes.count <= limit else { throw .tooLarge(bytes: bytes.count, limit: limit) }
            return FileContents(bytes: Array(bytes.prefix(count ?? bytes.count)), size: bytes.count)
        case .refused(let problem), .refusedFolder(let problem): throw problem
        case .other(let kind): throw .notRegular(kind)
        case .link, nil: throw folders[Array(path.utf8)] == nil ? .missing : .notRegular("a folder")
        }
    }

    public func destination(of path: String) throws(FileProblem) -> String {
        var (resolved, followed) = ("", 0)
        var rest = path.split(separator: "/").map(String.init)
        while !rest.isEmpty {
            let name = rest.removeFirst()
            if name == "." { continue }
            if name == ".." {
                resolved = String(resolved.prefix(upTo: resolved.lastIndex(of: "/") ?? resolved.startIndex))
                continue
            }
            if case .link(let target) = self["\(resolved)/\(name)"] {
                followed += 1
                guard followed <= 40 else { throw .linkLoop }
                if target.hasPrefix("/") { resolved = "" }
                rest = target.split(separator: "/").map(String.init) + rest
            } else {
                resolved += "/\(name)"
            }
        }
        let bytes = Array(resolved.utf8)
        guard nodes[bytes] != nil || folders[bytes] != nil else { throw .missing }
        return resolved
    }

    public func kind(of path: String) -> FileKind? {
        (try? destination(of: path)).map { kindWithoutFollowing(Array($0.utf8)) }
    }

    private func kindWithoutFollowing(_ path: [UInt8]) -> FileKind {
        switch nodes[path] {
        case .file, .refused: .file
        case .link: .link
        case .other(let kind): .other(kind)
        case .refusedFolder, nil: .folder
        }
    }
}
