import ThemeModel
import ThemeProject

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
