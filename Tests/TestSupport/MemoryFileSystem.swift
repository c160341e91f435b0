package import ThemeProject

/// A file system in memory with the answers of ``DiskFileSystem``. Names are bytes.
package struct MemoryFileSystem: FileSystem {
    package enum Node: Sendable {
        case file([UInt8])
        /// The destination: absolute, or relative to the link's folder.
        case link(String)
        case other(String)
        case refused(FileError)
        case refusedFolder(FileError)
    }

    /// By the bytes of the absolute path. Folders are implied.
    private var nodes: [[UInt8]: Node] = [:]
    private var folders: [[UInt8]: Set<[UInt8]>] = [[]: []]

    package init() {}

    package init(_ root: String, _ files: [String: [UInt8]]) {
        for (path, bytes) in files { self["\(root)/\(path)"] = .file(bytes) }
    }

    package subscript(path: String) -> Node? {
        get { nodes[Array(path.utf8)] }
        set { self[bytes: Array(path.utf8)] = newValue }
    }

    /// For names that are not UTF-8.
    package subscript(bytes path: [UInt8]) -> Node? {
        get { nodes[path] }
        set {
            nodes[path] = newValue
            var path = path[...]
            while let slash = path.lastIndex(of: UInt8(ascii: "/")) {
                let isNew = folders[Array(path[..<slash]), default: []].insert(Array(path[(slash + 1)...])).inserted
                // The folders above a known folder are known.
                guard isNew else { return }
                path = path[..<slash]
            }
        }
    }

    package func entries(of folder: String) throws(FileError) -> [FolderEntry] {
        let path = Array(try destination(of: folder).utf8)
        if case .refusedFolder(let problem) = nodes[path] { throw problem }
        guard let names = folders[path] else { throw .missing }
        return names.map { FolderEntry(name: $0, kind: kindWithoutFollowing(path + [UInt8(ascii: "/")] + $0)) }
    }

    package func read(_ path: String, first count: Int?, limit: Int) throws(FileError) -> FileContents {
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

    package func destination(of path: String) throws(FileError) -> String {
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

    package func kind(of path: String) -> FileKind? {
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
