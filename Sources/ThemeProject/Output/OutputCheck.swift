import ThemeModel

/// Asks every project above a path whether a file may be written there.
enum OutputCheck {
    private static let disk = DiskFileSystem()

    /// - Parameters:
    ///   - path: of a file or folder that may not exist yet. Links on the way to it are followed.
    ///   - allowsSources: whether the file may be one that a project reads.
    static func check(_ path: String, for what: String, allowsSources: Bool) throws(UserError) {
        for root in try roots(above: path) {
            let project = WritableProject(at: root)
            if let link = try project.linkOut(onWayTo: path) { throw Self.leadsOut(path, through: link) }
            if !allowsSources, let obstacle = try project.readingObstacle(at: path) {
                throw UserError(path: path, "\(obstacle); \(what) cannot be written there", hint: OutputPlace.hint)
            }
        }
    }

    /// Checks the way in a folder that can become a project. Without a configuration, it allows no link.
    static func checkLinks(onWayTo path: String, outOf root: String) throws(UserError) {
        guard disk.kind(of: root) == .folder, !Project.isProject(root) else { return }
        let project = WritableProject(unconfiguredAt: root)
        if let link = try project.linkOut(onWayTo: path) { throw Self.leadsOut(path, through: link) }
    }

    private static func leadsOut(_ path: String, through link: String) -> UserError {
        UserError(
            path: path, "leads out of the project through the link '\(link)'",
            hint: "name another path, or replace the link; nothing was written")
    }

    /// The projects that contain a folder on the way. A project can contain another one.
    private static func roots(above path: String) throws(UserError) -> [String] {
        let slash = UInt8(ascii: "/")
        let ends = path.utf8.indices.filter { path.utf8[$0] == slash && $0 > path.startIndex } + [path.endIndex]
        let folders = [path.utf8.first == slash ? "/" : "."] + ends.map { String(path[..<$0]) }
        var known: Set<String> = []
        var roots: [String] = []
        for folder in folders where disk.kind(of: folder) == .folder {
            var existing = folder
            while let root = try root(above: existing), known.insert(root).inserted {
                roots.append(root)
                existing = root + "/.."
            }
        }
        return roots
    }

    private static func root(above folder: String) throws(UserError) -> String? {
        do throws(FileError) {
            return Project.root(aboveResolved: try disk.destination(of: folder))
        } catch {
            throw UserError(path: folder, error.explanation, hint: OutputPlace.hint)
        }
    }
}

/// What a project allows to be written, also if its configuration cannot be read.
private struct WritableProject {
    private let project: Project
    private let disk = DiskFileSystem()
    /// The names in a configuration that cannot be read; `nil` if it was read.
    private var unread: UnreadConfiguration?

    init(at root: String) {
        do throws(UserError) {
            project = try Project(at: root)
        } catch {
            project = Project(unconfiguredAt: root)
            unread = UnreadConfiguration(of: project)
        }
    }

    init(unconfiguredAt root: String) { project = Project(unconfiguredAt: root) }

    /// Returns the first link on the way to a path that leads from the project to a place outside, or nowhere; `nil` if
    /// there is none. `"links"` in `themepack.json` allows links by name.
    func linkOut(onWayTo path: String) throws(UserError) -> String? {
        guard let root = try existing(project.root) else { return nil }
        var way = path.utf8.first == UInt8(ascii: "/") ? "" : "."
        for name in path.utf8.split(separator: UInt8(ascii: "/")).map({ String(Substring($0)) }) where name != "." {
            guard let folder = try existing(way.isEmpty ? "/" : way) else { return nil }
            way += "/\(name)"
            guard name != "..", folder == root || folder.path(below: root) != nil else { continue }
            let inner = "\(folder)/\(name)".path(below: root).map { String($0) } ?? name
            guard !project.links.contains(where: { inner == $0 || inner.path(below: $0) != nil }) else { continue }
            if let real = try existing(way, isLinkFine: true) {
                if real != root, real.path(below: root) == nil { return inner }
            } else if try isLink(name, in: folder) {
                return inner
            }
        }
        return nil
    }

    /// Returns which folder or file of the project a path is in, as the predicate of a sentence; `nil` if in none.
    func readingObstacle(at path: String) throws(UserError) -> String? {
        guard let real = try resolved(path) else { return nil }
        for folder in try [project.assetFolder, project.themesFolder] + linkedThemes() {
            let top = try existing(project.join(folder), isLinkFine: true) ?? project.join(folder)
            guard Self.lies(real, in: top) else { continue }
            let isExact = real == top || real.path(below: top) != nil
            return "is in '\(folder)', which the project reads"
                + (isExact ? "" : ", on a disk that ignores letter case")
        }
        let file = project.join(Project.fileName)
        if Self.lies(real, in: try existing(file, isLinkFine: true) ?? file) { return "is the project's configuration" }
        guard let unread, let root = try existing(project.root), let inner = real.path(below: root) else { return nil }
        return unread.obstacle(at: String(inner))
    }

    /// The themes whose folders are elsewhere.
    private func linkedThemes() throws(UserError) -> [String] {
        do throws(FileError) {
            let links = try disk.entries(of: project.join(project.themesFolder)).filter { $0.kind == .link }
            return links.compactMap { String(validUTF8: $0.name) }.map { "\(project.themesFolder)/\($0)" }
        } catch {
            if error == .missing { return [] }
            throw UserError(path: project.themesFolder, error.explanation, hint: OutputPlace.hint)
        }
    }

    /// Ignores letter case and Unicode form, as some disks do.
    private static func lies(_ path: String, in folder: String) -> Bool {
        func names(_ path: String) -> [String] {
            path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)).lowercased() }
        }
        return names(path).starts(with: names(folder))
    }

    /// Returns the path without links; `nil` if nothing is there.
    ///
    /// - Parameter isLinkFine: whether a link that leads back to itself counts as nothing. It is then a link to report.
    private func existing(_ path: String, isLinkFine: Bool = false) throws(UserError) -> String? {
        do throws(FileError) {
            return try disk.destination(of: path)
        } catch {
            switch error {
            case .missing: return nil
            case .linkLoop where isLinkFine: return nil
            default: throw UserError(path: path, error.explanation, hint: OutputPlace.hint)
            }
        }
    }

    private func isLink(_ name: String, in folder: String) throws(UserError) -> Bool {
        do throws(FileError) {
            return try disk.entries(of: folder).contains {
                $0.kind == .link && $0.name.elementsEqual(name.utf8)
            }
        } catch {
            if error == .missing { return false }
            throw UserError(path: folder, error.explanation, hint: OutputPlace.hint)
        }
    }

    /// Returns a path without links, `.` and `..`. Names after the last existing folder stay as they are.
    private func resolved(_ path: String) throws(UserError) -> String? {
        var rest: [Substring] = []
        var head = path[...]
        while true {
            let known = head.isEmpty ? (path.utf8.first == UInt8(ascii: "/") ? "/" : ".") : String(head)
            if var real = try existing(known) {
                for name in rest.reversed() where !name.isEmpty && name != "." {
                    real = name == ".." ? String(real.parentFolder) : real.withoutLastSlash + "/" + name
                }
                return real
            }
            guard !head.isEmpty else { return nil }
            rest.append(head.lastPathComponent)
            head = head[..<(head.utf8.lastIndex(of: UInt8(ascii: "/")) ?? head.startIndex)]
        }
    }
}

/// A `themepack.json` that cannot be read. Any folder that it mentions may be one that the project reads.
private struct UnreadConfiguration {
    /// `nil` if the file cannot be read at all.
    private let text: String?

    init(of project: Project) {
        do throws(FileError) {
            text = String(
                validUTF8: try DiskFileSystem().read(
                    project.join(Project.fileName), limit: project.limits.configBytes))
        } catch {
            text = nil
        }
    }

    /// - Parameter path: relative to the project.
    func obstacle(at path: String) -> String? {
        let folder = String(path.firstPathComponent)
        guard folder.utf8.count < path.utf8.count else { return nil }
        let isUnknown = text.map { $0.contains("\\") || $0.lowercased().contains(folder.lowercased()) } ?? true
        return isUnknown
            ? "is in '\(folder)', which the project may read: \(Project.fileName) cannot be read" : nil
    }
}
