/// A file or folder that a project has for one kind of output.
enum OwnOutput {
    case baseline, cache
}

/// Asks every project above a path whether a file may be written there.
enum OutputCheck {
    private static let disk = DiskFileSystem()

    /// Resolves the links on the way to a path, one after the other, and checks each where it leads. So the result is a
    /// path that was allowed, whatever happens to the links later.
    ///
    /// - Parameters:
    ///   - path: of a file or folder that may not exist yet.
    ///   - allowsSources: whether the file may be one that a project reads.
    ///   - own: what may be written although the project has it for this alone.
    ///   - newProject: a folder that can become a project. Without a configuration, it allows no link.
    /// - Returns: the path without links, `.` and `..`. Names after the last existing folder stay as they are.
    static func resolve(
        _ path: String, for what: String, allowsSources: Bool, own: OwnOutput? = nil, newProject: String? = nil
    ) throws(UserError) -> String {
        let slash = UInt8(ascii: "/")
        var way = path.utf8.first == slash ? "" : "."
        guard var real = try existing(way.isEmpty ? "/" : way, at: path) else {
            throw UserError(path: path, FileError.missing.explanation, hint: OutputPlace.hint)
        }
        var projects: [WritableProject] = []
        if let newProject, disk.kind(of: newProject) == .folder, !Project.isProject(newProject) {
            projects.append(WritableProject(unconfiguredAt: newProject))
        }
        var known: Set<String> = []
        addProjects(above: real, to: &projects, &known)
        var isMissing = false
        for name in path.utf8.split(separator: slash).map({ String(Substring($0)) }) where name != "." {
            way += "/\(name)"
            let folder = real
            real = name == ".." ? String(folder.parentFolder) : "\(folder.withoutLastSlash)/\(name)"
            if isMissing { continue }
            let next = try existing("\(folder.withoutLastSlash)/\(name)", at: way)
            if name != ".." {
                for project in projects {
                    guard let link = project.linkOut(name, in: folder, to: next) else { continue }
                    throw UserError(
                        path: path, "leads out of the project through the link '\(link)'",
                        hint: "name another path, or replace the link; nothing was written")
                }
            }
            guard let next else {
                // A link of the project's own files is replaced. One to a pipe, such as /dev/stdout, has no path.
                if !allowsSources, disk.kindWithoutFollowing(real) == .link, disk.kind(of: real) == nil {
                    throw UserError(path: path, "is a link that leads nowhere", hint: OutputPlace.hint)
                }
                isMissing = true
                continue
            }
            real = next
            addProjects(above: real, to: &projects, &known)
        }
        for project in projects where !allowsSources {
            if let obstacle = try project.obstacle(at: real, own: own) {
                throw UserError(path: path, "\(obstacle); \(what) cannot be written there", hint: OutputPlace.hint)
            }
        }
        return real
    }

    /// Adds the projects that contain a folder. A project can contain another one.
    private static func addProjects(
        above folder: String, to projects: inout [WritableProject], _ known: inout Set<String>
    ) {
        var folder = folder
        while let root = Project.root(aboveResolved: folder), known.insert(root).inserted {
            projects.append(WritableProject(at: root))
            folder = String(root.parentFolder)
        }
    }

    /// Returns a path without links; `nil` if nothing is there, or a link that leads back to itself.
    ///
    /// - Parameter name: the path as the user knows it.
    fileprivate static func existing(_ path: String, at name: String) throws(UserError) -> String? {
        do throws(FileError) {
            return try disk.destination(of: path)
        } catch {
            switch error {
            case .missing, .linkLoop: return nil
            default: throw UserError(path: name, error.explanation, hint: OutputPlace.hint)
            }
        }
    }
}

/// A project that says which of its paths may be written, even if its configuration cannot be read.
private struct WritableProject {
    private let project: Project
    private let disk = DiskFileSystem()
    /// The text of a configuration that cannot be read; `nil` if it was read. Any folder that it mentions may be one
    /// that the project reads, and an escape may stand for any name.
    private var unreadText: String?

    init(at root: String) {
        do throws(UserError) {
            project = try Project(at: root)
        } catch {
            project = Project(unconfiguredAt: root)
            let bytes = try? disk.read(project.join(Project.fileName), limit: project.configuration.limits.configBytes)
            unreadText = bytes.flatMap { String(validUTF8: $0) } ?? "\\"
        }
    }

    init(unconfiguredAt root: String) { project = Project(unconfiguredAt: root) }

    /// Returns the path in the project of a link that leads to a place outside, or nowhere; `nil` if there is none.
    /// `"links"` in `themepack.json` allows links by name.
    ///
    /// - Parameters:
    ///   - folder: the folder of `name`, without links.
    ///   - real: where the name leads; `nil` if nowhere.
    func linkOut(_ name: String, in folder: String, to real: String?) -> String? {
        let root = project.location
        guard folder == root || folder.path(below: root) != nil else { return nil }
        let inner = "\(folder)/\(name)".path(below: root).map { String($0) } ?? name
        guard !project.allows(inner, at: real ?? "") else { return nil }
        return real != nil || disk.kindWithoutFollowing("\(folder)/\(name)") == .link ? inner : nil
    }

    /// Returns which folder or file of the project a path is in, as the predicate of a sentence; `nil` if in none.
    ///
    /// - Parameter real: the path without links.
    func obstacle(at real: String, own: OwnOutput?) throws(UserError) -> String? {
        for folder in try [project.configuration.assetFolder, project.configuration.themesFolder] + linkedThemes() {
            let top = try OutputCheck.existing(project.join(folder), at: folder) ?? project.join(folder)
            guard Self.lies(real, in: top) else { continue }
            let isExact = real == top || real.path(below: top) != nil
            return "is in '\(folder)', which the project reads"
                + (isExact ? "" : ", on a disk that ignores letter case")
        }
        let ownFiles = [
            (Project.fileName, "is the project's configuration"),
            (own == .baseline ? nil : project.configuration.baselineFile, "is the project's baseline"),
            (own == .cache ? nil : Project.cacheFolder, "is in '\(Project.cacheFolder)', the project's cache"),
        ]
        for (name, words) in ownFiles {
            guard let file = name.map(project.join) else { continue }
            if Self.lies(real, in: try OutputCheck.existing(file, at: file) ?? file) { return words }
        }
        guard let unreadText, let inner = real.path(below: project.location) else { return nil }
        let folder = inner.firstPathComponent
        guard folder.utf8.count < inner.utf8.count,
            unreadText.contains("\\") || unreadText.lowercased().contains(folder.lowercased())
        else { return nil }
        return "is in '\(folder)', which the project may read: \(Project.fileName) cannot be read"
    }

    /// The themes whose folders are elsewhere.
    private func linkedThemes() throws(UserError) -> [String] {
        do throws(FileError) {
            return try disk.entries(of: project.join(project.configuration.themesFolder)).filter { $0.kind == .link }
                .compactMap { String(validUTF8: $0.name) }.map { "\(project.configuration.themesFolder)/\($0)" }
        } catch {
            if error == .missing { return [] }
            throw UserError(path: project.configuration.themesFolder, error.explanation, hint: OutputPlace.hint)
        }
    }

    /// Ignores letter case and Unicode form, as some disks do.
    private static func lies(_ path: String, in folder: String) -> Bool {
        func names(_ path: String) -> [String] {
            path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)).lowercased() }
        }
        return names(path).starts(with: names(folder))
    }
}
