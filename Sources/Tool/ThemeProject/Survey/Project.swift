/// A folder with an asset tree and themes, configured by `themepack.json`.
///
/// A ``ProjectSurvey`` is made from it: every theme with its settings, every image file with the theme that owns it,
/// and a ``Finding`` for each file without an owner. No image is opened. Mistakes in `themepack.json` and in the
/// baseline are thrown, and a folder of images or themes that is missing; every other mistake is a finding. Files are
/// read through ``FileSystem``, so a project can be on a disk, in a revision of git, or in a test. Nothing outside of
/// the folder is read unless `"links"` allows it, except `.gitmodules` where a folder is empty. All work is paid from
/// one ``WorkBudget``.
package struct Project: Sendable {
    package static let fileName = ProjectLimits.fileName
    /// The folder of the cache.
    package static let cacheFolder = ".themepack"

    package let root: String
    package var fileSystem: any FileSystem
    /// Resolves the project's links. Stays the same if another file system wraps ``fileSystem``.
    private(set) var anchored: AnchoredFileSystem
    package var configuration: ProjectConfiguration
    /// Pays for the work of a run.
    package var budget: WorkBudget { configuration.budget }
    package private(set) var configurationBytes: [UInt8]?
    /// The folders that can be links, or below one. No other folder leads out, because reading follows no link.
    private var resolved: Set<String> = []

    /// - Throws: ``UserError`` with all mistakes in `themepack.json`, or if the folder contains neither it nor both
    ///   trees.
    package init(at root: String, in fileSystem: any FileSystem = DiskFileSystem()) throws(UserError) {
        self.init(unconfiguredAt: root, in: fileSystem)
        let path = join(Self.fileName)
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try fileSystem.read(path, limit: configuration.limits.configBytes)
        } catch {
            guard error == .missing else { throw UserError(path: path, error.explanation) }
            guard Self.isProject(root, fileSystem) else {
                for folder in [configuration.assetFolder, configuration.themesFolder] {
                    guard let standIn = standIn(at: folder), standIn.isForLink else { continue }
                    throw UserError(path: join(folder), "is \(standIn.noun)", hint: standIn.hint)
                }
                throw UserError(
                    path: root, "contains no project: neither \(Self.fileName) nor assets/ and themes/",
                    hint: Self.hint(onNoProject: root, fileSystem))
            }
            resolveFolders()
            return
        }
        configurationBytes = bytes
        budget.addInput(bytes: bytes.count)
        let document = try rethrow(as: { UserError($0, path: path) }) { () throws(SourceError) in
            try SourceDocument.read(bytes, fileName: Self.fileName, limits: configuration.limits)
        }
        if let error = UserError(configuration.apply(document).map({ UserError($0, path: path) })) { throw error }
        configuration.ruleBook.baseline = try readBaseline()
        resolveFolders()
    }

    /// Returns the name of what is in a folder under a name in another letter case; `nil` if there is nothing.
    static func otherCase(of name: String, in folder: String, _ fileSystem: any FileSystem) -> String? {
        let entries = (try? fileSystem.entries(of: folder)) ?? []
        return entries.compactMap { String(validUTF8: $0.name) }.sorted()
            .first { $0 != name && $0.lowercased() == name.lowercased() }
    }

    /// Returns the hint on a missing folder of images or themes.
    func hint(onMissing folder: String, member: String, of what: String) -> String {
        let parent = join(folder).parentFolder
        return Self.otherCase(of: String(folder.lastPathComponent), in: String(parent), fileSystem)
            .map { "rename '\($0)' to '\(folder.lastPathComponent)'" }
            ?? "\"\(member)\" in \(Self.fileName) names the folder of \(what)"
    }

    /// Returns what to do in a folder that is no project.
    package static func hint(
        onNoProject folder: String, _ fileSystem: any FileSystem = DiskFileSystem()
    ) -> String {
        let missing = ["assets", "themes"].filter { fileSystem.kind(of: "\(folder)/\($0)") != .folder }
        for name in missing {
            if let other = otherCase(of: name, in: folder, fileSystem) { return "rename '\(other)' to '\(name)'" }
        }
        return missing.count == 1
            ? "the folder \(missing[0])/ is missing; git keeps an empty one if it has a file '.gitkeep'"
            : "run 'themepack init' to create one, or name the project's folder with -C"
    }

    /// Creates a project with the default folders, whatever `themepack.json` says. For a project whose configuration
    /// cannot be read.
    package init(unconfiguredAt root: String, in fileSystem: any FileSystem = DiskFileSystem()) {
        self.root = root
        anchored = AnchoredFileSystem(fileSystem)
        if let real = try? fileSystem.destination(of: root) { anchored.anchor(root, at: real) }
        self.fileSystem = anchored
        configuration = ProjectConfiguration(at: root)
    }

    /// Returns `folder` or the nearest folder above it that is a project; `nil` if there is none.
    package static func root(above folder: String, in fileSystem: any FileSystem = DiskFileSystem()) -> String? {
        guard let folder = try? fileSystem.destination(of: folder) else { return nil }
        return root(aboveResolved: folder, in: fileSystem)
    }

    /// - Parameter folder: an absolute path without links.
    static func root(aboveResolved folder: String, in fileSystem: any FileSystem = DiskFileSystem()) -> String? {
        var folder = folder
        while !isProject(folder, fileSystem) {
            guard folder.utf8.count > 1 else { return nil }
            folder = String(folder.parentFolder)
        }
        return folder
    }

    package static func isProject(_ folder: String, _ fileSystem: any FileSystem = DiskFileSystem()) -> Bool {
        fileSystem.kind(of: "\(folder)/\(fileName)") == .file
            || fileSystem.kind(of: "\(folder)/assets") == .folder && fileSystem.kind(of: "\(folder)/themes") == .folder
    }

    package func join(_ path: String) -> String { "\(root)/\(path)" }

    /// The path of the project's folder without links.
    package var location: String { anchored.location(of: root) }

    /// The path of a file or folder of the project with the links to it resolved, as they were when the project was
    /// read. A link at its end is not resolved, except for the folders of images and themes.
    package func location(of path: String) -> String { anchored.location(of: join(path)) }

    /// Resolves the links to a folder, unless they lead to a place from which nothing is read.
    mutating func resolve(_ folder: String) {
        resolved.insert(folder)
        guard let real = try? anchored.destination(of: join(folder)) else { return }
        // The names in a folder of themes outside are needed to report these themes.
        guard allows(folder, at: real) || folder == configuration.themesFolder else { return }
        if UTF8Order.equal(real[...], location(of: folder)[...]) { return }
        anchored.anchor(join(folder), at: real)
        fileSystem = anchored
    }

    package func location(of file: TreeFile, in folder: String) -> String {
        file.destination ?? join("\(folder)/\(file.path)")
    }

    /// Returns the kind of file that stands in for the contents; `nil` if it has contents or cannot be read.
    func standIn(at path: String) -> StandIn? {
        let limit = configuration.limits.resourceBytes
        return (try? fileSystem.read(join(path), first: StandIn.headLength, limit: limit).bytes)
            .flatMap { StandIn($0, at: path) }
    }

    /// Returns why the folder of the themes or of the default images cannot be read; `nil` if nothing is there.
    ///
    /// A link that is refused leads nowhere, because ``resolveFolders()`` has resolved the others.
    func explanation(of error: FileError, reading folder: String) -> String? {
        switch (fileSystem.kind(of: join(folder)), error) {
        case (.file?, _): standIn(at: folder).map { "is \($0.noun)" } ?? "is a file, not a folder"
        case (.other(let kind)?, _): "is \(kind), not a folder"
        case (nil, .missing): nil
        case (nil, .changed): "is a link that leads nowhere"
        case (.folder?, _), (.link?, _), (nil, _): error.explanation
        }
    }

    /// Resolves the links of the project's folders once. No other link is followed later.
    mutating func resolveFolders() {
        resolve(configuration.assetFolder)
        resolve(configuration.themesFolder)
        for entry in (try? fileSystem.entries(of: join(configuration.themesFolder))) ?? [] where entry.kind == .link {
            if let name = String(validUTF8: entry.name) { resolve("\(configuration.themesFolder)/\(name)") }
        }
    }

    /// Whether a folder of the project is outside of it, because it or a folder above it is a link. Its files are not
    /// the project's, so nothing in it is read. `"links"` in `themepack.json` allows such folders by name.
    ///
    /// - Parameter folder: relative to the project.
    func leadsOut(_ folder: String) -> Bool {
        guard resolved.contains(folder) else { return !allows(folder, at: location(of: folder)) }
        do throws(FileError) {
            let real = try fileSystem.destination(of: join(folder))
            return !UTF8Order.equal(real[...], location(of: folder)[...]) || !allows(folder, at: real)
        } catch {
            return error != .missing && !isNamed(folder)
        }
    }

    /// - Parameter real: the folder's path without links.
    func allows(_ folder: String, at real: String) -> Bool {
        UTF8Order.equal(real[...], location[...]) || real.path(below: location) != nil || isNamed(folder)
    }

    private func isNamed(_ folder: String) -> Bool {
        configuration.links.contains { folder == $0 || folder.path(below: $0) != nil }
    }

    /// Returns why the folder of a theme, or that of the default images, cannot be read; `nil` if it can.
    func problem(withFolder folder: String, of theme: String?) -> Finding? {
        let hint = "put the folder itself here, or remove it"
        do throws(FileError) {
            if resolved.contains(folder) { _ = try fileSystem.destination(of: join(folder)) }
        } catch {
            if error == .missing || error == .linkLoop {
                let message = error == .missing ? "is a link that leads nowhere" : error.explanation
                return Finding(.fileKind, theme: theme, path: folder, message, hint: hint)
            }
        }
        if leadsOut(folder) {
            return Finding(
                .fileKind, theme: theme, path: folder, "is a link to a folder outside the project",
                hint: "put the folder itself here, or allow it in \(Self.fileName): \"links\": [\"\(folder)\"]")
        }
        switch fileSystem.kind(of: join(folder)) {
        case .other(let kind)?:
            return Finding(.fileKind, theme: theme, path: folder, "is \(kind), not a folder", hint: hint)
        case .file?:
            let standIn = standIn(at: folder)
            return Finding(
                .fileKind, theme: theme, path: folder, standIn.map { "is \($0.noun)" } ?? "is a file, not a folder",
                hint: standIn?.hint
                    ?? "put the theme's folder here, or list the file under \"ignore\" in \(Self.fileName)")
        default: return nil
        }
    }

    /// Reads the baseline that `themepack.json` names; `nil` if it names none.
    mutating func readBaseline() throws(UserError) -> Baseline? {
        guard let file = configuration.baselineFile else { return nil }
        let folder = file.parentFolder
        if folder != "." { resolve(String(folder)) }
        let path = join(file)
        var bytes: [UInt8]?
        do throws(FileError) {
            bytes = try fileSystem.read(path, limit: configuration.limits.configBytes)
        } catch {
            guard error == .missing else { throw UserError(error, path: path) }
        }
        return Baseline(
            file: file, namedAt: configuration.baselinePosition, bytes, configuration.limits,
            exists: { [self] in fileSystem.kind(of: join($0)) != nil }, digest: digest)
    }

    /// Reads a file of members or settings.
    func document(at path: String) throws(SourceError) -> SourceDocument {
        let bytes = try rethrow(as: { SourceError($0) }) { () throws(FileError) in
            try fileSystem.read(join(path), limit: configuration.limits.configBytes)
        }
        budget.addInput(bytes: bytes.count)
        return try SourceDocument.read(bytes, fileName: path, limits: configuration.limits)
    }

    /// Reads an image, or its first bytes. An empty file is an error.
    package func readImage(at path: String, first count: Int? = nil) throws(ImageError) -> FileContents {
        let contents = try rethrow(as: { ImageError($0) }) { () throws(FileError) in
            try fileSystem.read(path, first: count, limit: configuration.limits.imageBytes)
        }
        guard contents.size > 0 else { throw .empty }
        return contents
    }

    /// The SHA-256 of a file; `nil` if it cannot be read, or is longer than an image may be.
    package func digest(of file: String) -> ContentDigest? {
        (try? fileSystem.read(join(file), limit: configuration.limits.imageBytes)).map { ContentDigest(of: $0) }
    }
}
