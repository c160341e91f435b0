/// A theme's folder. If it was listed, its entries answer questions about them without the disk.
struct ThemeFolder: Sendable {
    let name: String
    /// Relative to the project: `themes/year`.
    let path: String
    /// `nil` if the folder was not listed, is a link, or cannot be read.
    let entries: [FolderEntry]?

    init(_ name: String, of project: Project, entries: [FolderEntry]? = nil) {
        self.name = name
        path = "\(project.configuration.themesFolder)/\(name)"
        self.entries = entries
    }

    /// Returns the kind of a file in the folder; `nil` if there is none. Follows links.
    ///
    /// - Parameter file: relative to the folder.
    func kind(of file: String, in project: Project) -> FileKind? {
        guard let entries, !file.contains("/") else {
            return project.fileSystem.kind(of: project.join("\(path)/\(file)"))
        }
        let kind = entries.first { $0.name.elementsEqual(file.utf8) }?.kind
        return kind == .link ? project.fileSystem.kind(of: project.join("\(path)/\(file)")) : kind
    }
}

/// The contents of the folder of the themes: themes, files in place of one, and files that belong into a theme.
extension Project {
    /// Returns the names in `themes/`, sorted, of what should be a theme.
    package func themeFolders() throws(UserError) -> [String] {
        try themeFolders(listing: .folders([])).map(\.name)
    }

    /// Returns what should be a theme, sorted by name.
    ///
    /// - Parameter scope: the themes whose folders are listed.
    func themeFolders(listing scope: ThemeScope) throws(UserError) -> [ThemeFolder] {
        let all = try placesOfThemes()
        var ignoresThemes = false
        let themes = all.compactMap { place -> ThemeFolder? in
            let folder = "\(configuration.themesFolder)/\(place.name)"
            guard !configuration.ignored.matches(folder, budget) else {
                ignoresThemes = ignoresThemes || !isLeftover(place, nil)
                return nil
            }
            let entries = place.kind == .folder && scope.contains(place.name) ? entries(in: folder) : nil
            return isLeftover(place, entries) ? nil : ThemeFolder(place.name, of: self, entries: entries)
        }
        guard !themes.isEmpty || !ignoresThemes else {
            throw UserError(path: Self.fileName, "\"ignore\" leaves no theme to verify", hint: "name fewer files there")
        }
        return themes
    }

    /// Like ``themeFolders()``, with ignored folders.
    func allThemeFolders() throws(UserError) -> [String] {
        try placesOfThemes().filter { !isLeftover($0, nil) }.map(\.name)
    }

    /// Returns the entries of a folder; `nil` if it is outside or cannot be read. Then the survey reports it.
    private func entries(in folder: String) -> [FolderEntry]? {
        allows(folder, at: location(of: folder)) ? try? fileSystem.entries(of: join(folder)) : nil
    }

    /// Whether a file of `themes/` is in the place of a theme: a link that leads to no file, or a name that themes have
    /// and documents do not.
    private func standsForTheme(_ name: String) -> Bool {
        switch standIn(at: "\(configuration.themesFolder)/\(name)") {
        case .link(let target): fileSystem.kind(of: join("\(configuration.themesFolder)/\(target)")) != .file
        case .shortcut: true
        default: name.first?.isUppercase == false && !name.contains(".") && (try? ThemeID(name)) != nil
        }
    }

    /// Returns the names of the files that lie beside the themes, where nothing is read, and have what themes have:
    /// images, settings, a `theme.json`, or an archive in place of a theme.
    private func strayFiles() -> [String] {
        filesBesideThemes().filter { name in
            guard !name.hasPrefix(".") else { return false }
            let isTheme = (try? ThemeID(String(name.dropLast(4)))) != nil && !name.hasSuffix(".themepack.zip")
            let folder = "\(configuration.themesFolder)/\(name.dropLast(4))"
            return name.lowercased().hasSuffix(".png") || name.lowercased().hasPrefix(SurveyedTheme.manifestName)
                || ["config.json", "config.plist"].contains(name)
                || name.hasSuffix(".zip") && isTheme && fileSystem.kind(of: join(folder)) == nil
        }
    }

    /// Returns the names of all files in the folder of the themes, sorted.
    func filesBesideThemes() -> [String] {
        let entries = (try? fileSystem.entries(of: join(configuration.themesFolder))) ?? []
        return entries.filter { $0.kind == .file }.compactMap { String(validUTF8: $0.name) }.sorted()
    }

    /// Reports stray files, all images in one finding.
    func strayFindings() -> [Finding] {
        let folder = configuration.themesFolder
        let names = strayFiles().filter { !configuration.ignored.matches("\(folder)/\($0)", budget) }
        let images = names.filter { $0.lowercased().hasSuffix(".png") }
        return (images.prefix(1) + names.filter { !images.contains($0) }).map { name in
            let isImage = name == images.first
            let more = isImage && images.count > 1 ? "; so do \((images.count - 1).counting("more image"))" : ""
            let hint =
                isImage
                ? "move it into the folder of its theme"
                : name.hasSuffix(".zip")
                    ? "unpack it to '\(folder)/\(name.dropLast(4))'"
                    : "a theme is a folder: put its files into '\(folder)/ID'"
            return Finding(
                .fileKind, path: "\(folder)/\(name)", "lies beside the themes, where nothing is read\(more)",
                hint: "\(hint), or list it under \"ignore\" in \(Self.fileName)")
        }
    }

    /// Returns a finding about a folder without anything in it; `nil` if it has something, or only what killed runs
    /// leave.
    func emptiness(of folder: String, _ theme: String?) -> Finding? {
        guard isEmpty(folder) else { return nil }
        if isSubmodule(folder) { return missing(submodule: folder, theme) }
        return Finding(
            .fileKind, theme: theme, path: folder, "is empty",
            hint: theme == nil
                ? "put the default images here, or a file '.gitkeep' if there are none"
                : "put the theme here, or remove the folder; a submodule of git is empty until it is fetched")
    }

    func isEmpty(_ folder: String) -> Bool {
        entries(in: folder)?.contains { !Self.isOfSystem($0) } == false
    }

    private static func isOfSystem(_ entry: FolderEntry) -> Bool {
        String(validUTF8: entry.name).map(FileTree.isOfSystem) == true
    }

    /// Whether the folder of a theme has only what killed runs leave.
    ///
    /// - Parameter entries: of the folder, if it is listed.
    private func isLeftover(_ place: (name: String, kind: FileKind), _ entries: [FolderEntry]?) -> Bool {
        let folder = "\(configuration.themesFolder)/\(place.name)"
        guard place.kind == .folder || place.kind == .link else { return false }
        guard entries != nil || fileSystem.kind(of: join("\(folder)/\(SurveyedTheme.manifestName)")) == nil else {
            return false
        }
        var isLeft = false
        for entry in entries ?? self.entries(in: folder) ?? [] where !Self.isOfSystem(entry) {
            guard String(validUTF8: entry.name).map(TemporaryName.matches) == true else { return false }
            isLeft = true
        }
        return isLeft
    }

    func isSubmodule(_ folder: String) -> Bool {
        Submodules(around: location, in: fileSystem, limits: configuration.limits).contains(location(of: folder))
    }

    func missing(submodule folder: String, _ theme: String? = nil) -> Finding {
        Finding(
            .fileKind, theme: theme, path: folder, "is a submodule of git that was not fetched",
            hint: "run 'git submodule update --init \(folder.shellWord)'")
    }

    /// Returns the names in `themes/`, sorted, of what should be a theme or is left of one, with their own kinds.
    private func placesOfThemes() throws(UserError) -> [(name: String, kind: FileKind)] {
        let entries: [FolderEntry]
        do {
            entries = try fileSystem.entries(of: join(configuration.themesFolder))
        } catch {
            let folder = configuration.themesFolder
            let explanation = explanation(of: error, reading: folder)
            // A project begins with default images.
            if explanation == nil, folder == ProjectConfiguration.usualThemesFolder,
                Self.otherCase(of: folder, in: root, fileSystem) == nil
            {
                return []
            }
            throw UserError(
                path: folder, explanation ?? error.explanation,
                hint: standIn(at: folder)?.hint ?? hint(onMissing: folder, member: "themes", of: "themes"))
        }
        for entry in entries {
            _ = try rethrow(as: {
                UserError(path: configuration.themesFolder, "contains a name that \($0)", hint: "rename it")
            }) { () throws(InvalidText) in
                try String(checking: entry.name)
            }
        }
        let places = entries.compactMap { entry -> (name: String, kind: FileKind)? in
            guard let name = String(validUTF8: entry.name), !name.hasPrefix(".") else { return nil }
            // The survey reports a link that leads nowhere, a submodule of git and the like.
            let isOtherFile =
                switch entry.kind {
                case .file: !standsForTheme(name)
                case .link: fileSystem.kind(of: join("\(configuration.themesFolder)/\(name)")) == .file
                default: false
                }
            return isOtherFile ? nil : (name, entry.kind)
        }
        return places.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }
}
