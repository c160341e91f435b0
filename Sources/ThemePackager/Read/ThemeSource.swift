import ThemeModel

/// A theme's folder with its `theme.json` and settings read, and what was wrong with them.
struct ThemeSource: Sendable {
    static let manifestName = "theme.json"

    /// The folder's name below the project's themes.
    let folderName: String
    /// Relative to the project: `themes/year`.
    let folder: String
    /// `nil` if `theme.json` is missing or wrong.
    private(set) var manifest: ThemeManifest?
    /// The theme's settings; `nil` if it has none or they cannot be read.
    private(set) var settings: SourceDocument?
    private(set) var findings: [Finding] = []
    /// Whether the theme has no folder, and so no version of which a pack could be built.
    private(set) var isImplied = false
    private var manifestDocument: SourceDocument?

    var manifestPath: String { "\(folder)/\(Self.manifestName)" }
    var configPath: String? { manifest?.config.map { "\(folder)/\($0)" } }
    var isDefault: Bool { folderName == ThemeID.default.string }
    /// Where `theme.json` has a key.
    func place(_ key: String) -> Place? { manifestDocument?.valuePlaces[SettingPath([key])] }

    init(folderName: String, in project: Project) {
        self.folderName = folderName
        folder = "\(project.themes)/\(folderName)"
        readManifest(project)
        readSettings(project)
    }

    /// The default theme of a project that has no `themes/default`: the asset tree's images and no settings.
    static func impliedDefault(of project: Project) -> ThemeSource {
        var source = ThemeSource(folderName: ThemeID.default.string, folder: "\(project.themes)/default")
        let version = SemanticVersion(major: 0, minor: 0, patch: 0)
        source.manifest = ThemeManifest(id: .default, name: "Default", version: version, extends: nil)
        source.isImplied = true
        return source
    }

    private init(folderName: String, folder: String) { (self.folderName, self.folder) = (folderName, folder) }

    private mutating func readManifest(_ project: Project) {
        do {
            let bytes = try project.fileSystem.read(project.join(manifestPath), limit: project.limits.configBytes)
            let document = try SourceDocument.read(bytes, fileName: Self.manifestName, limits: project.limits)
            manifestDocument = document
            for problem in document.problems { report(.themeManifest, manifestPath, problem) }
            var reader = ThemeManifestReader(MemberReader(document: document), folderName: folderName, project.limits)
            manifest = reader.manifest()
            for problem in reader.problems { report(.themeManifest, manifestPath, problem) }
        } catch FileProblem.missing {
            let hint =
                "create it: {\"id\": \"\(folderName)\", \"version\": \"1.0.0\", \"imageNamePrefix\": \"\(folderName)_\"}"
            report(.themeManifest, manifestPath, SourceProblem(message: "is missing", hint: hint))
        } catch let error as FileProblem {
            report(.themeManifest, manifestPath, SourceProblem(message: error.explanation, hint: error.hint))
        } catch let error as SourceProblem {
            report(.themeManifest, manifestPath, error)
        } catch {
            report(.themeManifest, manifestPath, SourceProblem(message: "cannot be read"))
        }
        guard let config = manifest?.config, project.fileSystem.kind(of: project.join("\(folder)/\(config)")) == nil
        else {
            adoptUsualConfig(project)
            return
        }
        report(
            .themeManifest, manifestPath,
            SourceProblem(
                place: place("config"), key: SettingPath(["config"]), message: "'\(config)' does not exist",
                hint: "name a file in \(folder)"))
        manifest?.config = nil
    }

    /// A theme that names no settings file has `config.json` or `config.plist`, if one is there.
    private mutating func adoptUsualConfig(_ project: Project) {
        guard manifest != nil, manifest?.config == nil else { return }
        for name in ["config.json", "config.plist"]
        where project.fileSystem.kind(of: project.join("\(folder)/\(name)")) == .file {
            manifest?.config = try? PortablePath(name)
            return
        }
    }

    private mutating func readSettings(_ project: Project) {
        guard let path = configPath, let config = manifest?.config else { return }
        do {
            let bytes = try project.fileSystem.read(project.join(path), limit: project.limits.configBytes)
            var document = try SourceDocument.read(
                bytes, fileName: config.string, limits: project.limits)
            for problem in document.problems { report(.configSyntax, path, problem) }
            guard case .object(var members) = document.value else {
                throw SourceProblem(
                    place: Place(line: 1, column: 1), message: "holds no object of settings",
                    hint: "it starts with { or <dict>")
            }
            if let parent = members.removeValue(forKey: "super") { adopt(parent, in: document, path) }
            document.value = .object(members)
            reportEqualPaths(in: document, path)
            settings = document
        } catch let error as FileProblem {
            report(.configSyntax, path, SourceProblem(message: error.explanation, hint: error.hint))
        } catch let error as SourceProblem {
            report(.configSyntax, path, error)
        } catch {
            report(.configSyntax, path, SourceProblem(message: "cannot be read"))
        }
    }

    /// A key may hold a dot, as the path of a setting does; then two settings can come to the same path.
    private mutating func reportEqualPaths(in document: SourceDocument, _ file: String) {
        var seen: [String: SettingPath] = [:]
        var problems: [SourceProblem] = []
        document.value.forEach { path, _ in
            if let other = seen.updateValue(path, forKey: path.description), !path.keys.isEmpty {
                let line = document.keyPlaces[other].map { " (in line \($0.line))" } ?? ""
                problems.append(
                    SourceProblem(
                        place: document.keyPlaces[path], key: path, message: "another setting has the same path\(line)",
                        hint: "keep dots out of one of the keys"))
            }
        }
        for problem in problems { report(.configSyntax, file, problem) }
    }

    /// DDSkin's way of saying what a theme extends: a top-level `super` that names the parent, or its file.
    private mutating func adopt(_ parent: SettingValue, in document: SourceDocument, _ path: String) {
        let key = SettingPath(["super"])
        let place = document.valuePlaces[key]
        let suffix = [".plist", ".json"].first { parent.string?.hasSuffix($0) == true } ?? ""
        guard let name = parent.string?.dropLast(suffix.count), let id = try? ThemeID(String(name)) else {
            report(
                .themeManifest, path,
                SourceProblem(place: place, key: key, message: "names no theme", hint: "expected: a theme's id"))
            return
        }
        if self.place("extends") == nil, !isDefault {
            manifest?.extends = id
        } else if manifest?.extends != id {
            let extends = manifest?.extends?.string ?? "nothing"
            report(
                .themeManifest, path,
                SourceProblem(
                    place: place, key: key, message: "says '\(id)', but \(Self.manifestName) extends \(extends)",
                    hint: "let one of them decide"))
        }
    }

    private mutating func report(_ rule: Rule, _ path: String, _ problem: SourceProblem) {
        findings.append(
            Finding(
                rule, theme: manifest?.id.string ?? folderName, path: path, key: problem.key?.description,
                place: problem.place, problem.message, hint: problem.hint))
    }
}
