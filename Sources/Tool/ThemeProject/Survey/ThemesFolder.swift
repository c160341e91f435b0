/// The contents of the folder of the themes: themes, files in place of one, and files that belong into a theme.
extension Project {
    /// Returns the names in `themes/`, sorted, of what should be a theme.
    package func themeFolders() throws(UserError) -> [String] {
        let all = try allThemeFolders()
        let themes = all.filter { !configuration.ignored.matches("\(configuration.themesFolder)/\($0)", budget) }
        guard !themes.isEmpty || all.isEmpty else {
            throw UserError(path: Self.fileName, "\"ignore\" leaves no theme to verify", hint: "name fewer files there")
        }
        return themes
    }

    /// Returns the names in a folder, except those that systems add; `nil` if it is outside or cannot be read. Then the
    /// survey reports it.
    private func contents(of folder: String) -> [String?]? {
        guard allows(folder, at: location(of: folder)), let entries = try? fileSystem.entries(of: join(folder)) else {
            return nil
        }
        return entries.map { String(validUTF8: $0.name) }.filter { $0.map(FileTree.isOfSystem) != true }
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

    /// Whether the folder of a theme has only what killed runs leave.
    private func isLeftover(_ folder: String) -> Bool {
        guard fileSystem.kind(of: join("\(folder)/\(SurveyedTheme.manifestName)")) == nil else { return false }
        let contents = contents(of: folder) ?? []
        return !contents.isEmpty && contents.allSatisfy { $0.map(TemporaryName.matches) == true }
    }

    func isEmpty(_ folder: String) -> Bool { contents(of: folder)?.isEmpty == true }

    func isSubmodule(_ folder: String) -> Bool {
        Submodules(around: location, in: fileSystem, limits: configuration.limits).contains(location(of: folder))
    }

    func missing(submodule folder: String, _ theme: String? = nil) -> Finding {
        Finding(
            .fileKind, theme: theme, path: folder, "is a submodule of git that was not fetched",
            hint: "run 'git submodule update --init \(folder.shellWord)'")
    }

    /// Like ``themeFolders()``, with ignored folders.
    func allThemeFolders() throws(UserError) -> [String] {
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
        let names = entries.compactMap { entry -> String? in
            guard let name = String(validUTF8: entry.name), !name.hasPrefix(".") else { return nil }
            let folder = "\(configuration.themesFolder)/\(name)"
            switch entry.kind == .link ? fileSystem.kind(of: join(folder)) : entry.kind {
            case .folder?: return isLeftover(folder) ? nil : name
            case .file?: return entry.kind == .file && standsForTheme(name) ? name : nil
            // The survey reports a link that leads nowhere, a submodule of git and the like.
            default: return name
            }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
