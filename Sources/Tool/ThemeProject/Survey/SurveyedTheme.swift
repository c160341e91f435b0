/// A theme's folder, its `theme.json` and its settings, with findings about them.
package struct SurveyedTheme: Sendable {
    static let manifestName = "theme.json"

    package let folderName: String
    /// Relative to the project: `themes/year`.
    package let folder: String
    package internal(set) var manifest: ThemeManifest?
    package internal(set) var settings: Settings?
    /// Of the settings; `nil` if there are none, or if they cannot be read.
    package private(set) var places: SourcePlaces?
    package internal(set) var findings: [Finding] = []
    /// Whether the theme has no folder. Such a default theme has no version of its own, so it is not packed.
    package internal(set) var isImplied = false
    /// Whether the folder is empty, cannot be read, or is a link out of the project. Nothing in it is read.
    package private(set) var isUnread = false
    var manifestDocument: SourceDocument?

    package var manifestPath: String { "\(folder)/\(Self.manifestName)" }
    package var configPath: String? { manifest?.config.map { "\(folder)/\($0)" } }
    /// Whether its place in the order of themes is known. If not, `theme.json` has a finding.
    package internal(set) var hasKnownPlace = true
    /// Whether it can have settings that cannot be read. They have a finding, and nothing is said about their contents.
    package var hasUnreadSettings: Bool { manifest == nil || manifest?.config != nil && settings == nil }
    /// Whether it is not known what a chain with this theme answers. A finding says why.
    package var isUncertain: Bool { !hasKnownPlace || hasUnreadSettings }
    package var isDefault: Bool { folderName == ThemeID.default.string }
    package func position(of key: String) -> SourcePosition? { manifestDocument?.valuePositions[SettingPath([key])] }

    package init(folderName: String, in project: Project) {
        self.init(ThemeFolder(folderName, of: project), in: project)
    }

    init(_ themeFolder: ThemeFolder, in project: Project) {
        folderName = themeFolder.name
        folder = themeFolder.path
        if themeFolder.entries == nil, let problem = project.problem(withFolder: folder, of: folderName) {
            isUnread = true
            findings.append(problem)
            return
        }
        readManifest(project, themeFolder)
        readSettings(project)
    }

    /// The default theme of a project without `themes/default`: the asset tree's images and no settings.
    init(impliedDefaultOf project: Project) {
        folderName = ThemeID.default.string
        folder = "\(project.configuration.themesFolder)/default"
        let version = SemanticVersion(major: 0, minor: 0, patch: 0)
        manifest = ThemeManifest(packTheme: PackTheme(id: .default, name: "Default", version: version))
        isImplied = true
    }
}

extension SurveyedTheme {
    mutating func readManifest(_ project: Project, _ themeFolder: ThemeFolder) {
        do throws(SourceError) {
            let document = try project.document(at: manifestPath)
            manifestDocument = document
            var reader = ThemeManifestReader(
                reader: MemberReader(document: document, project.budget.suggestions), folderName: folderName,
                limits: project.configuration.limits)
            manifest = reader.manifest { isCopy(of: $0, project) }
            if isDefault { manifest?.axes = project.configuration.axes }
            for problem in reader.problems { report(.themeManifest, manifestPath, problem) }
        } catch {
            let isMissing = error == SourceError(FileError.missing)
            if isMissing, let problem = project.emptiness(of: folder, folderName) {
                isUnread = true
                findings.append(problem)
                return
            }
            report(.themeManifest, manifestPath, isMissing ? missingManifest(project) : error)
        }
        guard let config = manifest?.config else {
            let usual = usualConfig(project, themeFolder)
            manifest?.config = usual
            return
        }
        guard themeFolder.kind(of: config.string, in: project) == nil else { return }
        let alike = file(namedLike: config.string, project)
        let meant = alike.flatMap { try? PortablePath($0) } ?? usualConfig(project, themeFolder)
        report(
            .themeManifest, manifestPath, "'\(config)' does not exist",
            alike.map { "rename '\($0)' to '\(config)'" } ?? meant.map { "did you mean '\($0)'?" }
                ?? "name a file in \(folder)", at: position(of: "config"), SettingPath(["config"]))
        // The file that was probably meant has no finding of its own.
        manifest?.config = meant
    }

    /// Whether another folder has the name of an id. On some disks a name in another letter case is the same.
    private func isCopy(of id: ThemeID, _ project: Project) -> Bool {
        let other = "\(project.configuration.themesFolder)/\(id)/\(Self.manifestName)"
        return id.string != folderName.lowercased() && project.fileSystem.kind(of: project.join(other)) == .file
    }

    private func missingManifest(_ project: Project) -> SourceError {
        if let other = file(namedLike: Self.manifestName, project) {
            return SourceError(
                message: "is missing, but there is '\(folder)/\(other)'", hint: "rename it to '\(Self.manifestName)'")
        }
        guard let inner = innerTheme(project) else {
            let prefix = isDefault ? "" : ", \"imageNamePrefix\": \"\(folderName)_\""
            let members = "\"id\": \"\(folderName)\", \"version\": \"1.0.0\"\(prefix)"
            return SourceError(message: "is missing", hint: "create it: {\(members)}")
        }
        return SourceError(
            message: "is missing, but '\(folder)/\(inner)' has one: the theme is one folder too deep",
            hint: "move '\(folder)/\(inner)' to '\(project.configuration.themesFolder)/\(inner)'")
    }

    /// The name of a folder in the theme's folder that has a `theme.json`.
    private func innerTheme(_ project: Project) -> String? {
        let entries = (try? project.fileSystem.entries(of: project.join(folder))) ?? []
        let names = entries.filter { $0.kind == .folder }.compactMap { String(validUTF8: $0.name) }.sorted()
        return names.first {
            project.fileSystem.kind(of: project.join("\(folder)/\($0)/\(Self.manifestName)")) == .file
        }
    }

    /// Returns a file of the theme's folder in place of another: `Theme.json`, `theme.json.txt`, `theme.jsonc`.
    private func file(namedLike name: String, _ project: Project) -> String? {
        let entries = (try? project.fileSystem.entries(of: project.join(folder))) ?? []
        return entries.filter { $0.kind == .file }.compactMap { String(validUTF8: $0.name) }.sorted()
            .first { $0.lowercased().hasPrefix(name.lowercased()) }
    }

    /// The file of settings that needs no name in `theme.json`. Something else in its place is no less meant, and has a
    /// finding when it is read.
    private func usualConfig(_ project: Project, _ themeFolder: ThemeFolder) -> PortablePath? {
        let names = ["config.json", "config.plist"]
        func kind(_ name: String) -> FileKind? { themeFolder.kind(of: name, in: project) }
        let found = names.first { kind($0) == .file } ?? names.first { kind($0) != nil }
        return found.flatMap { try? PortablePath($0) }
    }

    /// Returns why a file with settings is not read; `nil` if it has another kind of contents.
    func problem(withSettings name: Substring) -> (message: String, hint: String)? {
        let kinds = ["json", "plist", "yaml", "yml", "toml", "jsonc", "json5", "ini", "strings", "xml"]
        let lower = name.lowercased()
        if kinds.prefix(2).contains(where: { lower.hasSuffix(".\($0).txt") }) {
            return ("is not read: its name ends in '.txt'", "rename it to '\(name.dropLast(4))'")
        }
        guard let kind = kinds.first(where: { lower.hasSuffix(".\($0)") }) else { return nil }
        let isSettings = kinds.prefix(2).contains(kind)
        let hint = "; or list it under \"ignore\" in \(Project.fileName)"
        if let config = manifest?.config {
            return (
                "is not read: the theme's settings are in '\(config)'", "move its settings there, and remove it" + hint
            )
        }
        return isSettings
            ? ("is not read", "name it in \(Self.manifestName): \"config\": \"\(name)\"" + hint)
            : ("is not read: settings are a .json or .plist file", "write them as 'config.json', and remove it" + hint)
    }

    mutating func readSettings(_ project: Project) {
        guard let path = configPath, let config = manifest?.config else { return }
        guard config.folder.isEmpty || !leadsElsewhere(config, project) else {
            report(.configSyntax, path, "is reached through a link to a folder", "put the folder itself here")
            return
        }
        do throws(SourceError) {
            let document = try project.document(at: path)
            for problem in document.duplicateKeys { report(.configSyntax, path, problem) }
            guard case .object(let members) = document.value else {
                throw SourceError(
                    position: .start, message: "is not an object of settings",
                    hint: "it starts with { or <dict>")
            }
            try document.checkSchema()
            let known = Set(document.duplicateKeys.map(\.key))
            var settings = Settings(members) { if !known.contains($0) { report(clash: $0, document.places, path) } }
            _ = settings.remove(SourceDocument.schemaKey)
            if let parent = settings.remove("super") { applyParent(parent, document.places, path) }
            self.settings = settings
            places = document.places
        } catch {
            report(.configSyntax, path, error)
        }
    }

    /// Whether a folder on the way to a file of the theme is a link. The tree has no such files.
    private func leadsElsewhere(_ file: PortablePath, _ project: Project) -> Bool {
        let inner = file.folder.withoutLastSlash
        do throws(FileError) {
            let top = try project.fileSystem.destination(of: project.join(folder))
            return try project.fileSystem.destination(of: project.join("\(folder)/\(inner)")) != "\(top)/\(inner)"
        } catch {
            return error != .missing
        }
    }

    /// Reports a setting below one that has a value, and an empty key at the top.
    private mutating func report(clash path: SettingPath, _ places: SourcePlaces, _ file: String) {
        let position = places.ofKey(path)
        guard path.keys.first?.isEmpty == false else {
            report(.configSyntax, file, "the key of a setting is empty", "give the setting a name", at: position)
            return
        }
        let (other, place) =
            path.ancestors.lazy.compactMap { other in
                places.values[other].map { (other, $0) }
            }.first ?? (path, .start)
        report(
            .configSyntax, file, "is a member of '\(other)', which has a value in line \(place.line)",
            "write an object there, or rename one of them", at: position, path)
    }

    /// Applies the top-level `super`, with which files of the library DDSkin name the parent theme or its file.
    private mutating func applyParent(_ parent: SettingValue, _ places: SourcePlaces, _ path: String) {
        let key = SettingPath(["super"])
        let position = places.values[key]
        let suffix = [".plist", ".json"].first { parent.string?.hasSuffix($0) == true } ?? ""
        guard let name = parent.string?.dropLast(suffix.count), let id = try? ThemeID(String(name)) else {
            report(.themeManifest, path, "does not name a theme", "expected: a theme's id", at: position, key)
            return
        }
        if self.position(of: "extends") == nil, !isDefault, manifest?.combinedThemes.isEmpty == true {
            manifest?.extends = id
        } else if manifest?.extends != id {
            let extends = manifest?.extends?.string ?? "nothing"
            report(
                .themeManifest, path, "names '\(id)', but \(Self.manifestName) extends \(extends)",
                "remove one of them", at: position, key)
        }
    }

    private mutating func report(_ rule: Rule, _ path: String, _ problem: SourceError) {
        report(rule, path, problem.message, problem.hint, at: problem.position, problem.key)
    }

    private mutating func report(
        _ rule: Rule, _ path: String, _ message: String, _ hint: String?, at position: SourcePosition? = nil,
        _ key: SettingPath? = nil
    ) {
        findings.append(
            Finding(
                rule, theme: manifest?.id.string ?? folderName, path: path, key: key?.description,
                position: position, message, hint: hint))
    }
}

/// The contents of a `theme.json`.
@dynamicMemberLookup
package struct ThemeManifest: Hashable, Sendable {
    /// The properties that the theme's pack has as well, except templates, which depend on the images. `extends` names
    /// the default theme, too; it is `nil` for that theme itself and for a combination.
    package var packTheme: PackTheme
    /// Relative to the theme's folder; `nil` if the theme has no settings.
    package var config: PortablePath?
    /// Patterns of files that are packed without verification, relative to the theme's folder; those of the default
    /// theme also to the asset tree.
    package var resources = PathPatterns.none
    /// Whether `theme.json` has a `colorOrder`, so that it is no oversight.
    package var statesColorOrder = false
    /// The images that are masks; only in the default theme.
    package var templates: [TemplatePattern] = []

    package subscript<Value>(dynamicMember property: WritableKeyPath<PackTheme, Value>) -> Value {
        get { packTheme[keyPath: property] }
        set { packTheme[keyPath: property] = newValue }
    }
}

extension ThemeManifest {
    /// For example `year-1.2.0.themepack.zip`.
    package var packFileName: String { packTheme.packFileName }
}

extension PackTheme {
    /// The name that a build gives the pack.
    package var packFileName: String { "\(id)-\(version).themepack.zip" }
}
