/// The files of a project as a commit has them, with the answers of ``DiskFileSystem``. Reads a file when it is asked
/// for. Links lead to files of the project only.
package struct RevisionFileSystem: FileSystem {
    let tree: RevisionTree
    /// The folder that contains the tree.
    let root: String
    let reader: BlobReader

    private static let linksMax = 40
    private static let linkBytesMax = 4096

    package func entries(of folder: String) throws(FileError) -> [FolderEntry] {
        let path = try resolved(folder)
        guard let names = tree.folders[path] else { throw .missing }
        let start = path.isEmpty ? [] : path + [UInt8(ascii: "/")]
        return names.map { FolderEntry(name: $0, kind: kindWithoutFollowing(start + $0)) }
    }

    package func read(_ path: String, first count: Int?, limit: Int) throws(FileError) -> FileContents {
        let resolved = try resolved(path, followsLast: false)
        switch tree.nodes[resolved] {
        case .file(let blob):
            guard blob.size <= limit else { throw .tooLarge(bytes: blob.size, limit: limit) }
            let bytes = try reader.read(blob)
            if StandIn(bytes, at: path) == .largeFilePointer { throw .largeFilePointer }
            return FileContents(bytes: Array(bytes.prefix(count ?? bytes.count)), size: bytes.count)
        case .link: throw .notRegular("a link")
        case .submodule: throw .notRegular("a submodule")
        case nil: throw tree.folders[resolved] == nil ? .missing : .notRegular("a folder")
        }
    }

    package func destination(of path: String) throws(FileError) -> String {
        let resolved = try resolved(path)
        let text = try rethrow(as: { FileError.system("its destination \($0)") }) { () throws(InvalidText) in
            try String(checking: resolved)
        }
        return text.isEmpty ? root : "\(root)/\(text)"
    }

    package func kind(of path: String) -> FileKind? {
        (try? resolved(path)).map(kindWithoutFollowing)
    }

    private func kindWithoutFollowing(_ path: [UInt8]) -> FileKind {
        switch tree.nodes[path] {
        case .file: .file
        case .link: .link
        case .submodule: .other("a submodule")
        case nil: .folder
        }
    }

    /// Returns the path below the root with every link in it resolved.
    private func resolved(_ path: String, followsLast: Bool = true) throws(FileError) -> [UInt8] {
        let slash = UInt8(ascii: "/")
        guard UTF8Order.equal(path, root) || path.utf8.starts(with: "\(root)/".utf8) else { throw .missing }
        var rest = path.utf8.dropFirst(root.utf8.count).split(separator: slash).map { Array($0) }[...]
        var resolved: [UInt8] = []
        var followed = 0
        while let name = rest.popFirst() {
            if name == [UInt8(ascii: ".")] { continue }
            if name == Array("..".utf8) {
                guard !resolved.isEmpty else { throw .missing }
                resolved = Array(resolved[..<(resolved.lastIndex(of: slash) ?? 0)])
                continue
            }
            let next = resolved.isEmpty ? name : resolved + [slash] + name
            guard case .link(let blob) = tree.nodes[next], followsLast || !rest.isEmpty else {
                resolved = next
                continue
            }
            followed += 1
            guard followed <= Self.linksMax else { throw .linkLoop }
            let target = blob.size > Self.linkBytesMax ? [] : try reader.read(blob)
            // An absolute path leads to a file of this machine, not of the revision.
            guard !target.isEmpty, target.first != slash else { throw .missing }
            rest = target.split(separator: slash).map { Array($0) } + rest
        }
        guard tree.nodes[resolved] != nil || tree.folders[resolved] != nil else { throw .missing }
        return resolved
    }
}

/// The files of a folder in a commit, as `git ls-tree -r -z -l` lists them.
struct RevisionTree: Sendable {
    struct Blob: Hashable, Sendable {
        /// Hexadecimal digits.
        let id: String
        let size: Int
    }

    enum Node: Sendable {
        case file(Blob)
        case link(Blob)
        case submodule
    }

    /// By the bytes of the path below the folder.
    private(set) var nodes: [[UInt8]: Node] = [:]
    /// The names in each folder. The top has an empty path.
    private(set) var folders: [[UInt8]: Set<[UInt8]>] = [:]

    var isEmpty: Bool { nodes.isEmpty }

    /// Entries that cannot be understood are left out.
    init(_ listing: [UInt8], below prefix: String) {
        let start = prefix.utf8.count
        for entry in listing.split(separator: 0) {
            guard let tab = entry.firstIndex(of: UInt8(ascii: "\t")) else { continue }
            let fields = String(repairing: entry[..<tab]).split(separator: " ")
            let path = entry[(tab + 1)...]
            guard fields.count == 4, path.starts(with: prefix.utf8), path.count > start else { continue }
            let blob = Blob(id: String(fields[2]), size: Int(fields[3]) ?? 0)
            let node: Node =
                switch fields[0] {
                case "120000": .link(blob)
                case "160000": .submodule
                default: .file(blob)
                }
            add(node, at: Array(path.dropFirst(start)))
        }
    }

    private mutating func add(_ node: Node, at path: [UInt8]) {
        nodes[path] = node
        var rest = path[...]
        while true {
            let slash = rest.lastIndex(of: UInt8(ascii: "/"))
            let parent = slash.map { rest[..<$0] } ?? []
            let name = Array(slash.map { rest[($0 + 1)...] } ?? rest)
            let isNew = folders[Array(parent), default: []].insert(name).inserted
            guard isNew, slash != nil else { return }
            rest = parent
        }
    }
}
