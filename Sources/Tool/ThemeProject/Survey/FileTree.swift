/// The regular files below a folder, and a finding for everything else there that is not ignored. Of two files whose
/// names many disks cannot store together, the first one counts.
struct FileTree: Sendable {
    let files: [WalkedFile]
    /// Without a theme. In their paths, bytes that are not text are escaped as `\xFF`.
    let findings: [Finding]
    /// The patterns that made this tree ignore a file or folder, by their index.
    let usedPatterns: Set<Int>

    /// - Parameters:
    ///   - folder: relative to the project.
    ///   - entries: of the folder, if it was listed.
    init(of folder: String, _ entries: [FolderEntry]?, in project: Project) throws(FileError) {
        let walk = try TreeWalk(through: folder, entries, of: project)
        files = walk.files
        findings = walk.findings
        usedPatterns = walk.usedPatterns
    }

    /// Created for version control and by editors.
    private static let ignored: Set<String> = [
        ".gitkeep", ".keep", ".gitignore", ".gitattributes", ".gitmodules", ".git", ".svn", ".hg", "CVS", ".themepack",
        ".idea", ".vscode", ".vs", ".fleet", ".zed", ".editorconfig",
    ]

    /// In lower case: of the Finder and disks of macOS, of Windows, of KDE and GNOME, of storage in networks, and of
    /// programs that synchronize folders.
    private static let ofSystem: Set<String> = [
        ".ds_store", ".localized", "icon\r", ".appledouble", ".appledb", ".appledesktop", ".apdisk", ".lsoverride",
        ".spotlight-v100", ".fseventsd", ".trashes", ".temporaryitems", ".documentrevisions-v100", ".volumeicon.icns",
        "network trash folder", "thumbs.db", "ehthumbs.db", "ehthumbs_vista.db", "desktop.ini", "$recycle.bin",
        "system volume information", ".directory", ".hidden", ".thumbnails", "lost+found", "@eadir", "#recycle",
        ".dropbox", ".dropbox.cache", ".dropbox.attr", ".stfolder", ".stversions", ".stignore", ".sync", ".picasa.ini",
        "picasa.ini",
    ]

    private static let systemStarts = [
        "._", ".nfs", ".fuse_hidden", ".trash-", ".goutputstream-", ".#", ".~lock.", "~$",
    ]
    private static let systemEnds = ["~", ".swp", ".swo", ".swx"]

    /// Whether the walk passes over a file or folder of this name.
    fileprivate static func isPassedOver(_ name: String) -> Bool {
        !isLikeAnImage(name) && (ignored.contains(name) || isOfSystem(name) || TemporaryName.matches(name))
    }

    /// Whether the name begins with a letter and ends with the last one of `.png`, as most do.
    private static func isLikeAnImage(_ name: String) -> Bool {
        name.utf8.last == UInt8(ascii: "g") && name.utf8.first?.isASCIILetter == true
    }

    /// Whether a desktop, a disk or an editor adds a file or folder of this name to folders.
    static func isOfSystem(_ name: String) -> Bool {
        if isLikeAnImage(name) { return false }
        let name = name.lowercased()
        return ofSystem.contains(name) || systemStarts.contains(where: name.hasPrefix)
            || systemEnds.contains(where: name.hasSuffix)
    }

    /// Returns a name without the characters that not every system can store; `nil` if it has none, or if what is left
    /// has too many combining marks in a row.
    static func portableName(_ name: some StringProtocol) -> String? {
        let portable = String(name.filter { $0 == "." || (try? PortablePath(String($0))) != nil })
        return portable.utf8.count == name.utf8.count ? nil : String(validUTF8: portable.utf8)
    }
}

/// Finds the files of a ``FileTree``.
private struct TreeWalk {
    var files: [WalkedFile] = []
    var findings: [Finding] = []
    var usedPatterns: Set<Int> = []
    /// Whether any folder has two names that a disk may take for one. Without, no two paths clash.
    private var mayClash = false
    private let project: Project
    /// Relative to the project.
    private let folder: String
    /// With links resolved. The destination of a link must be below it.
    private let realRoot: String
    private var limits: ProjectLimits { project.configuration.limits }

    init(through folder: String, _ entries: [FolderEntry]?, of project: Project) throws(FileError) {
        self.project = project
        self.folder = folder
        realRoot = project.location(of: folder)
        try walk(.root, entries, depth: 0)
        findCommonCauses()
        project.budget.addInput(bytes: WorkBudget.bytesPerFile * files.count)
        guard mayClash else { return }
        var check = ClashCheck(expecting: files.count)
        var clashing: Set<Int> = []
        for (index, file) in files.enumerated() {
            let path = file.entry.path
            guard let clash = check.clash(adding: path) else { continue }
            findings.append(clash.finding(at: "\(folder)/\(path)"))
            clashing.insert(index)
        }
        if !clashing.isEmpty { files = files.indices.filter { !clashing.contains($0) }.map { files[$0] } }
    }

    private mutating func walk(
        _ parent: PortablePath.Folder, _ listed: [FolderEntry]? = nil, depth: Int
    ) throws(FileError) {
        let folder = parent.prefix
        let place = "\(self.folder)/\(folder)".withoutLastSlash
        let entries = if let listed { listed } else { try project.fileSystem.entries(of: project.join(String(place))) }
        if entries.isEmpty, !folder.isEmpty, project.isSubmodule(String(place)) {
            findings.append(project.missing(submodule: String(place)))
        }
        let names = NameList(of: entries)
        mayClash = mayClash || names.mayClash
        for number in names.order() {
            let entry = entries[number]
            let name: String
            do throws(InvalidText) {
                name = try String(checking: entry.name)
            } catch {
                let hint = error.defect == .marks ? "rename it" : "give it a name in UTF-8"
                report(.namePortable, folder + Self.escaped(entry.name), "its name \(error)", hint)
                continue
            }
            if FileTree.isPassedOver(name) || isIgnored(folder + name) { continue }
            // For example `.button.png.icloud`.
            if name.hasPrefix("."), name.hasSuffix(".icloud"), name.utf8.count > 8 {
                let original = name.dropFirst().dropLast(7)
                report(
                    .fileKind, folder + name, "is iCloud's placeholder for a file that is not on this machine",
                    "open the folder in the Finder and download the file", meant: String(original))
                continue
            }
            if name == "__MACOSX", entry.kind == .folder {
                report(
                    .fileKind, folder + name, "has what macOS adds to an archive, and no images",
                    "delete it, or name it under \"ignore\" in themepack.json")
                continue
            }
            guard files.count < limits.files else {
                report(
                    .fileKind, folder, "the tree has more than \(limits.files) files",
                    "is this the right folder? \"limits\": {\"files\": ...} in themepack.json allows more")
                return
            }
            let file: PortablePath.Entry
            do throws(InvalidPath) {
                file = try PortablePath.Entry(name, in: parent)
                if Self.isDeviceOfWindows(name) { throw .reservedOnWindows(name) }
            } catch {
                report(
                    .namePortable, folder + name, "its name \(error.explanation)", "rename it",
                    meant: FileTree.portableName(name))
                continue
            }
            switch entry.kind {
            case .file: files.append(WalkedFile(entry: file, record: entry.record))
            case .link: follow(file)
            case .other(let kind):
                report(.fileKind, file.path.string, "is \(kind), not a regular file", "remove it from the tree")
            case .folder:
                try descend(file.path, depth: depth)
            }
        }
    }

    /// Windows also takes superscript digits for digits, and has devices for the console. The format of packs allows
    /// these names. https://learn.microsoft.com/windows/win32/fileio/naming-a-file
    private static func isDeviceOfWindows(_ name: String) -> Bool {
        guard let first = name.utf8.first, "CcLl".utf8.contains(first) else { return false }
        let stem = name.prefix { $0 != "." }.uppercased()
        return stem == "CONIN$" || stem == "CONOUT$"
            || ["COM", "LPT"].contains(where: stem.hasPrefix) && ["¹", "²", "³"].contains(stem.dropFirst(3))
    }

    private mutating func isIgnored(_ path: @autoclosure () -> String) -> Bool {
        let ignored = project.configuration.ignored
        guard !ignored.isEmpty else { return false }
        let matching = ignored.indexes(matching: "\(folder)/\(path())", project.budget)
        usedPatterns.formUnion(matching)
        return !matching.isEmpty
    }

    private mutating func descend(_ path: PortablePath, depth: Int) throws(FileError) {
        if path.string.lowercased().hasSuffix(".png") {
            report(.fileKind, path.string, "is a folder that is named like an image", "rename it")
            return
        }
        guard depth < limits.folderDepth else {
            report(
                .fileKind, path.string, "is more than \(limits.folderDepth) folders deep", "flatten the tree")
            return
        }
        do {
            try walk(PortablePath.Folder(path), depth: depth + 1)
        } catch {
            report(.fileKind, path.string, "is a folder that \(error.explanation)", "allow reading it, or remove it")
        }
    }

    /// Accepts only a link to a file of the same tree. A link to a folder would give its files two names.
    private mutating func follow(_ link: PortablePath.Entry) {
        let path = link.path
        let destination: String
        do {
            destination = try project.fileSystem.destination(of: project.join("\(folder)/\(path)"))
        } catch {
            let message = error == .missing ? "is a link that leads nowhere" : error.explanation
            report(.fileKind, path.string, message, "put the file itself here")
            return
        }
        guard destination.utf8.starts(with: (realRoot + "/").utf8) else {
            report(.fileKind, path.string, "is a link out of the tree", "put the file itself here")
            return
        }
        switch project.fileSystem.kind(of: destination) {
        case .file:
            let record = project.fileSystem.record(of: destination)
            files.append(WalkedFile(entry: link, destination: destination, record: record))
        case .folder: report(.fileKind, path.string, "is a link to a folder", "put the files themselves here")
        default: report(.fileKind, path.string, "is a link to a special file", "put a regular file here")
        }
    }

    /// - Parameter meant: the right name of the file, for findings that follow from this one.
    private mutating func report(
        _ rule: Rule, _ path: String, _ message: String, _ hint: String, meant: String? = nil
    ) {
        findings.append(
            Finding(
                rule, path: "\(folder)/\(path)", message, expected: meant,
                actual: meant.map { _ in String(path.lastPathComponent) }, hint: hint))
    }

    /// Attaches what most files of the tree have in common: a program or a disk did not bring them.
    private mutating func findCommonCauses() {
        let files = findings.indices.filter { findings[$0].rule == .fileKind }
        for (message, numbers) in Dictionary(grouping: files, by: { findings[$0].message }) {
            let root = RootCause(
                at: folder, "", " in it: each \(message)", hint: findings[numbers[0]].hint ?? "", unit: .file,
                quorum: max(4, (self.files.count + files.count) / 2 + 1))
            for number in numbers { findings[number].roots = [root] }
        }
    }

    private static func escaped(_ name: [UInt8]) -> String {
        let text = escaped(name, keeping: 4)
        // Among the bytes that are UTF-8 can be too many combining marks.
        return String(validUTF8: text.utf8) ?? escaped(name, keeping: 1)
    }

    /// - Parameter length: of the longest character that is not escaped, in bytes.
    private static func escaped(_ name: [UInt8], keeping length: Int) -> String {
        var text = ""
        var rest = name[...]
        while !rest.isEmpty {
            let valid = (1...min(length, rest.count)).first { String(validUTF8: rest.prefix($0)) != nil }
            if let valid {
                text += String(decoding: rest.prefix(valid), as: UTF8.self)
                rest = rest.dropFirst(valid)
            } else {
                text += "\\x" + rest[rest.startIndex].hexadecimal(digits: 2, uppercase: true)
                rest = rest.dropFirst()
            }
        }
        return text
    }
}

extension ClashCheck.Clash {
    func finding(at path: String) -> Finding {
        Finding(
            .nameClash, path: path, "\(explanation); many disks can store only one of them", hint: "rename one of them")
    }
}

/// A file of a ``FileTree``.
struct WalkedFile: Sendable {
    /// Relative to the tree.
    let entry: PortablePath.Entry
    /// `nil` if the file is not a link.
    var destination: String?
    /// See ``FileSystem/record(of:)``.
    var record: Int32?
}

/// A file of a tree that is not among ``NamedTree/images``.
package struct TreeFile: Hashable, Sendable {
    /// Relative to the tree.
    package let path: PortablePath
    /// `nil` if the file is not a link.
    let destination: String?

    init(_ file: WalkedFile) {
        path = file.entry.path
        destination = file.destination
    }
}
