import ThemeModel

/// A file of an asset tree: its path in the tree, which is part of its name, and where to open it.
struct TreeFile: Hashable, Sendable {
    let path: PortablePath
    /// Where a link leads to; `nil` for a file.
    var destination: String?
}

/// All regular files below a folder, and what is there that is none.
struct AssetTree: Sendable {
    /// Something in a tree that cannot be an asset.
    struct Defect: Sendable {
        let rule: Rule
        /// Relative to the tree; bytes that are not UTF-8 are written `\xFF`.
        let path: String
        let message: String
        let hint: String
    }

    /// In the order of their paths' bytes.
    private(set) var files: [TreeFile] = []
    private(set) var defects: [Defect] = []
    /// Files that some disks take for earlier ones, by their places in `files`.
    private(set) var clashes: [Int: ClashCheck.Clash] = [:]

    /// Files that systems and version control leave everywhere and nobody means to ship.
    private static let ignored: Set<String> = [
        ".DS_Store", "Thumbs.db", "desktop.ini", ".gitkeep", ".keep", ".gitignore", ".gitattributes", ".git",
        ".themepack",
    ]

    private let fileSystem: any FileSystem
    private let limits: Limits
    private let root: String
    /// The tree's own place without links, against which the destinations of links are held.
    private let realRoot: String

    /// Walks the tree once. Cost: one `readdir` sweep for each folder; no file is opened, only links are followed.
    ///
    /// - Throws: ``FileProblem`` if the folder itself cannot be read.
    init(of root: String, in fileSystem: any FileSystem, limits: Limits) throws(FileProblem) {
        self.fileSystem = fileSystem
        self.limits = limits
        self.root = root
        realRoot = try fileSystem.destination(of: root)
        try walk(folder: "", depth: 0)
        files.sort { $0.path < $1.path }
        var check = ClashCheck(expecting: files.count)
        for (index, file) in files.enumerated() {
            if let clash = check.clash(file.path) { clashes[index] = clash }
        }
    }

    private mutating func walk(folder: String, depth: Int) throws(FileProblem) {
        let entries = try fileSystem.entries(of: folder.isEmpty ? root : "\(root)/\(folder.withoutLastSlash)")
        for entry in entries.sorted(by: { $0.name.lexicographicallyPrecedes($1.name) }) {
            guard let name = String(validating: entry.name, as: UTF8.self) else {
                let hint = "give it a name in UTF-8"
                report(.namePortable, folder + Self.escaped(entry.name), "its name is not UTF-8", hint)
                continue
            }
            if Self.ignored.contains(name) || name.hasPrefix("._") { continue }
            guard files.count < limits.files else {
                report(
                    .fileKind, folder, "the tree has more than \(limits.files) files",
                    "is this the right folder? \"limits\": {\"files\": ...} in themepack.json allows more")
                return
            }
            let path: PortablePath
            do {
                path = try PortablePath(folder + name)
            } catch {
                report(.namePortable, folder + name, "its name \(error.explanation)", "rename it")
                continue
            }
            switch entry.kind {
            case .file: files.append(TreeFile(path: path))
            case .link: follow(path)
            case .other(let kind):
                report(.fileKind, path.string, "is \(kind), not a regular file", "remove it from the tree")
            case .folder:
                try descend(path, depth: depth)
            }
        }
    }

    private mutating func descend(_ path: PortablePath, depth: Int) throws(FileProblem) {
        if path.string.lowercased().hasSuffix(".png") {
            report(.fileKind, path.string, "is a folder that is named like an image", "rename it")
            return
        }
        guard depth < limits.folderDepth else {
            report(
                .fileKind, path.string, "lies more than \(limits.folderDepth) folders deep", "flatten the tree")
            return
        }
        do {
            try walk(folder: path.string + "/", depth: depth + 1)
        } catch {
            report(.fileKind, path.string, "is a folder that \(error.explanation)", "allow reading it, or remove it")
        }
    }

    /// A link to a file of the same tree is that file. A link to a folder would give its files two names.
    private mutating func follow(_ path: PortablePath) {
        let destination: String
        do {
            destination = try fileSystem.destination(of: "\(root)/\(path)")
        } catch {
            let message = error == .missing ? "is a link that leads nowhere" : error.explanation
            report(.fileKind, path.string, message, "put the file itself here")
            return
        }
        guard destination.utf8.starts(with: (realRoot + "/").utf8) else {
            report(.fileKind, path.string, "is a link out of the tree", "put the file itself here")
            return
        }
        switch fileSystem.kind(of: destination) {
        case .file: files.append(TreeFile(path: path, destination: destination))
        case .folder: report(.fileKind, path.string, "is a link to a folder", "put the files themselves here")
        default: report(.fileKind, path.string, "is a link to no regular file", "put the file itself here")
        }
    }

    private mutating func report(_ rule: Rule, _ path: String, _ message: String, _ hint: String) {
        defects.append(Defect(rule: rule, path: path, message: message, hint: hint))
    }

    private static func escaped(_ name: [UInt8]) -> String {
        var text = ""
        var rest = name[...]
        while !rest.isEmpty {
            let valid = (1...min(4, rest.count)).first { String(validating: rest.prefix($0), as: UTF8.self) != nil }
            if let valid {
                text += String(decoding: rest.prefix(valid), as: UTF8.self)
                rest = rest.dropFirst(valid)
            } else {
                let digits = String(rest[rest.startIndex], radix: 16, uppercase: true)
                text += "\\x" + (digits.utf8.count < 2 ? "0" : "") + digits
                rest = rest.dropFirst()
            }
        }
        return text
    }
}
