import ThemeModel

extension Project {
    /// Returns the reason why nothing may be written at a path; `nil` if there is none. It is in a folder that the
    /// project reads, or `themepack.json`: later runs would report what was written as a mistake. Or a link of the
    /// project leads to it: somebody else may have added the link.
    ///
    /// - Parameter path: of a file or folder that may not exist yet. Links on the way to it are followed.
    package func obstacle(toWritingAt path: String) -> String? {
        if let link = linkOut(onWayTo: path) { return "leads out of the project through the link '\(link)'" }
        return readingObstacle(at: path)
    }

    /// Returns which folder or file of the project a path is in, as the predicate of a sentence; `nil` if in none.
    package func readingObstacle(at path: String) -> String? {
        guard let real = resolved(path) else { return nil }
        let readFolders = [assetFolder, themesFolder] + ((try? themeFolders()) ?? []).map { "\(themesFolder)/\($0)" }
        for folder in readFolders {
            let top = resolved(join(folder)) ?? join(folder)
            guard Self.lies(real, in: top) else { continue }
            let isExact = real == top || real.path(below: top) != nil
            return "is in '\(folder)', which the project reads"
                + (isExact ? "" : ", on a disk that ignores letter case")
        }
        let file = join(Self.fileName)
        return Self.lies(real, in: resolved(file) ?? file) ? "is the project's configuration" : nil
    }

    /// Ignores letter case and Unicode form, as some disks do.
    private static func lies(_ path: String, in folder: String) -> Bool {
        func names(_ path: String) -> [String] {
            path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)).lowercased() }
        }
        return names(path).starts(with: names(folder))
    }

    /// Checks that a file or folder may be written: that no project above it reads it.
    ///
    /// - Parameter what: the subject of the error, such as "an image".
    package static func check(
        writing what: String, at path: String, in fileSystem: any FileSystem = DiskFileSystem()
    ) throws(UserError) {
        let slash = UInt8(ascii: "/")
        let ends = path.utf8.indices.filter { path.utf8[$0] == slash && $0 > path.startIndex } + [path.endIndex]
        let folders = [path.utf8.first == slash ? "/" : "."] + ends.map { String(path[..<$0]) }
        var known: Set<String> = []
        for folder in folders where fileSystem.kind(of: folder) == .folder {
            var existing = folder
            // A project can contain another one.
            while let root = root(above: existing, in: fileSystem), known.insert(root).inserted {
                if let obstacle = (try? Project(at: root, in: fileSystem))?.obstacle(toWritingAt: path) {
                    throw UserError(
                        path: path, "\(obstacle); \(what) cannot be written there", hint: "name another path")
                }
                existing = root + "/.."
            }
        }
    }

    /// Returns a path without links, `.` and `..`. Names after the last existing folder stay as they are.
    private func resolved(_ path: String) -> String? {
        var rest: [Substring] = []
        var head = path[...]
        while true {
            let known = head.isEmpty ? (path.utf8.first == UInt8(ascii: "/") ? "/" : ".") : String(head)
            if var real = try? fileSystem.destination(of: known) {
                for name in rest.reversed() where !name.isEmpty && name != "." {
                    real =
                        name == ".."
                        ? String(real[..<(real.utf8.lastIndex(of: UInt8(ascii: "/")) ?? real.startIndex)])
                        : real.withoutLastSlash + "/" + name
                }
                return real
            }
            guard !head.isEmpty else { return nil }
            rest.append(head.lastPathComponent)
            head = head[..<(head.utf8.lastIndex(of: UInt8(ascii: "/")) ?? head.startIndex)]
        }
    }
}
