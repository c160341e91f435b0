import ThemeModel

/// What lies in a project and to whom it belongs, told from names alone; no image has been opened yet.
struct ProjectSurvey {
    let project: Project
    let themes: [ThemeSource]
    /// Which of the themes are to be verified.
    let selected: [Int]
    private(set) var originals: [ImageFile.Variant: ImageFile] = [:]
    /// By theme. The default theme's are the originals.
    private(set) var themed: [[ImageFile.Variant: ImageFile]]
    private(set) var resources: [[(path: PortablePath, file: TreeFile, shown: String)]]
    var findings: [Finding] = []

    var defaultTheme: Int? { themes.firstIndex { $0.isDefault } }
    var selectedDefault: Int? { selected.first { themes[$0].isDefault } }

    /// Walks the asset tree and the folders of the selected themes, each once, and reads every `theme.json`: whose an image
    /// is depends on all prefixes.
    init(of project: Project, _ selection: ThemeSelection) throws(ProjectProblem) {
        self.project = project
        var themes = try project.themeFolders().map { ThemeSource(folderName: $0, in: project) }
        if !themes.contains(where: \.isDefault) { themes.append(.impliedDefault(of: project)) }
        self.themes = themes
        selected = themes.indices.filter { selection.contains(themes[$0].folderName) }
        themed = Array(repeating: [:], count: themes.count)
        resources = Array(repeating: [], count: themes.count)
        findings = selected.flatMap { themes[$0].findings }
        checkChains()
        try surveyAssets()
        for theme in selected { surveyFolder(of: theme) }
    }

    func name(_ theme: Int) -> String { themes[theme].manifest?.id.string ?? themes[theme].folderName }

    // MARK: Chains

    private mutating func checkChains() {
        let parents = Dictionary(
            themes.map { ($0.folderName, $0.manifest?.extends?.string) }, uniquingKeysWith: { first, _ in first })
        for theme in selected {
            guard let parent = themes[theme].manifest?.extends?.string else { continue }
            guard parents.keys.contains(parent) else {
                let near = NearMiss.suggestion(for: parent, among: parents.keys.sorted())
                report(extends: theme, "there is no theme '\(parent)'", near.map { "did you mean '\($0)'?" })
                continue
            }
            var chain = [themes[theme].folderName]
            var next: String? = parent
            while let step = next, !chain.contains(step) {
                chain.append(step)
                next = parents[step] ?? nil
            }
            if let start = next, start == themes[theme].folderName {
                let circle = (chain + [start]).joined(separator: " -> ")
                report(extends: theme, "extends itself by a circle: \(circle)", "let one of them extend 'default'")
            }
        }
    }

    private mutating func report(extends theme: Int, _ message: String, _ hint: String?) {
        findings.append(
            Finding(
                .themeManifest, theme: name(theme), path: themes[theme].manifestPath, key: "extends",
                place: themes[theme].place("extends"), message, hint: hint))
    }

    // MARK: Trees

    private mutating func surveyAssets() throws(ProjectProblem) {
        let tree: AssetTree
        do {
            tree = try AssetTree(of: project.join(project.assets), in: project.fileSystem, limits: project.limits)
        } catch {
            throw ProjectProblem(
                path: project.assets, message: error.explanation,
                hint: "\"assets\" in \(Project.fileName) names the folder of default images")
        }
        let prefixed = themes.indices.compactMap { theme in
            themes[theme].manifest.flatMap { $0.imageNamePrefix.isEmpty ? nil : (theme: theme, prefix: $0.imageNamePrefix) }
        }
        let globs = (defaultTheme.flatMap { themes[$0].manifest?.resources } ?? []).map(Glob.init)
        var clashes = ClashCheck()
        if let theme = selectedDefault { report(tree.defects, in: project.assets, theme) }
        for file in tree.files {
            let shown = "\(project.assets)/\(file.path)"
            if let theme = selectedDefault, let other = clashes.clash(file.path) { report(clash: shown, other, theme) }
            if globs.contains(where: { $0.matches(file.path.string) }) {
                if let theme = selectedDefault { resources[theme].append((file.path, file, shown)) }
                continue
            }
            guard let image = ImageFileName(file.path.lastComponent) else {
                if let theme = selectedDefault { report(foreign: shown, theme) }
                continue
            }
            let owners = prefixed.compactMap { entry in
                entry.prefix.removed(from: image.stem).map { (theme: entry.theme, stem: $0) }
            }
            if owners.count > 1 {
                for owner in owners where selected.contains(owner.theme) {
                    report(ambiguous: shown, owners.map { name($0.theme) }, owner.theme)
                }
            } else if let owner = owners.first {
                guard selected.contains(owner.theme) else { continue }
                add(file, stem: owner.stem, image.scale, shown, to: owner.theme)
            } else {
                add(file, stem: image.stem, image.scale, shown, to: nil)
            }
        }
    }

    private mutating func surveyFolder(of theme: Int) {
        let source = themes[theme]
        guard source.manifest != nil, project.fileSystem.kind(of: project.join(source.folder)) == .folder else { return }
        let tree: AssetTree
        do {
            tree = try AssetTree(of: project.join(source.folder), in: project.fileSystem, limits: project.limits)
        } catch {
            findings.append(Finding(.fileKind, theme: name(theme), path: source.folder, error.explanation))
            return
        }
        report(tree.defects, in: source.folder, theme)
        let globs = (source.manifest?.resources ?? []).map(Glob.init)
        var clashes = ClashCheck()
        for file in tree.files {
            let shown = "\(source.folder)/\(file.path)"
            if let other = clashes.clash(file.path) { report(clash: shown, other, theme) }
            if shown == source.manifestPath || shown == source.configPath { continue }
            if globs.contains(where: { $0.matches(file.path.string) }) {
                resources[theme].append((file.path, file, shown))
            } else if let image = ImageFileName(file.path.lastComponent) {
                addFromFolder(file, image, shown, to: theme)
            } else {
                report(foreign: shown, theme)
            }
        }
    }

    private mutating func addFromFolder(_ file: TreeFile, _ image: ImageFileName, _ shown: String, to theme: Int) {
        guard let prefix = themes[theme].manifest?.imageNamePrefix else { return }
        if themes[theme].isDefault {
            findings.append(
                Finding(
                    .nameAmbiguous, theme: name(theme), path: shown, "the default theme's images lie in \(project.assets)/",
                    hint: "move it to \(project.assets)/\(file.path)"))
        } else if let stem = prefix.isEmpty ? image.stem : prefix.removed(from: image.stem) {
            add(file, stem: stem, image.scale, shown, to: theme)
        } else {
            findings.append(prefixMissing(file, image, shown, theme, prefix))
        }
    }

    /// - Parameter theme: `nil` for a default.
    private mutating func add(_ file: TreeFile, stem: String, _ scale: Scale, _ shown: String, to theme: Int?) {
        let name: LogicalName
        do {
            name = try LogicalName(file.path.folder + stem)
        } catch {
            findings.append(
                Finding(
                    .namePortable, theme: theme.map(self.name) ?? ThemeID.default.string, path: shown,
                    "without prefix and scale its name \(error.explanation)", hint: "rename it"))
            return
        }
        let variant = ImageFile.Variant(name: name, scale: scale)
        let image = ImageFile(variant: variant, location: file.location, path: shown)
        let known = theme.map { themed[$0][variant] } ?? originals[variant]
        if let known {
            findings.append(
                Finding(
                    .nameClash, theme: theme.map(self.name) ?? ThemeID.default.string, path: shown,
                    "is a second file for \(name) at \(scale)", hint: "keep one of them",
                    related: Finding.Related(path: known.path, message: "the first is here")))
        } else if let theme {
            themed[theme][variant] = image
        } else {
            originals[variant] = image
        }
    }

    // MARK: What names tell

    private mutating func report(_ defects: [AssetTree.Defect], in folder: String, _ theme: Int) {
        findings += defects.map {
            Finding($0.rule, theme: name(theme), path: "\(folder)/\($0.path)", $0.message, hint: $0.hint)
        }
    }

    private mutating func report(clash shown: String, _ other: PortablePath, _ theme: Int) {
        findings.append(
            Finding(
                .nameClash, theme: name(theme), path: shown,
                "differs from '\(other)' only in letter case or Unicode form; many disks hold one of the two",
                hint: "rename one of them"))
    }

    private mutating func report(foreign shown: String, _ theme: Int) {
        findings.append(
            Finding(
                .imageFormat, theme: name(theme), path: shown, "is no PNG, and theme.json does not list it as a resource",
                hint: "export it as PNG, list it under \"resources\", or move it out of the tree"))
    }

    private mutating func report(ambiguous shown: String, _ owners: [String], _ theme: Int) {
        findings.append(
            Finding(
                .nameAmbiguous, theme: name(theme), path: shown,
                "carries the prefixes of \(owners.joined(separator: " and "))",
                hint: "move it into the folder of its theme, or choose prefixes of which none starts another"))
    }

    private func prefixMissing(
        _ file: TreeFile, _ image: ImageFileName, _ shown: String, _ theme: Int, _ prefix: ImagePrefix
    ) -> Finding {
        let folder = file.path.folder
        func isDefault(_ stem: String) -> Bool {
            guard let name = try? LogicalName(folder + stem) else { return false }
            return Scale.all.contains { originals[ImageFile.Variant(name: name, scale: $0)] != nil }
        }
        var stem = image.stem
        // A misspelt prefix is of about the same length; what is left behind it is a default's name.
        for length in max(1, prefix.string.utf8.count - 2)...(prefix.string.utf8.count + 2)
        where !isDefault(stem) && length < image.stem.utf8.count {
            let head = String(decoding: image.stem.utf8.prefix(length), as: UTF8.self)
            let tail = String(decoding: image.stem.utf8.dropFirst(length), as: UTF8.self)
            if isDefault(tail), NearMiss.suggestion(for: head, among: [prefix.string]) != nil { stem = tail }
        }
        let expected = "\(prefix)\(stem)\(image.scale.suffix).png"
        return Finding(
            .namePrefix, theme: name(theme), path: shown, "does not start with the theme's prefix '\(prefix)'",
            expected: expected, actual: String(file.path.lastComponent),
            hint: isDefault(stem) ? "did you mean '\(expected)'?" : "rename it to '\(expected)', or move it out of the theme")
    }
}

extension Scale {
    static let all = (1...9).compactMap { Scale($0) }
}

/// Finds names that a disk which ignores letter case or Unicode form would take for one.
private struct ClashCheck {
    /// Swift compares strings by canonical equivalence, which here is what is wanted.
    private var seen: [String: PortablePath] = [:]
    private var folders: [String: String] = [:]

    /// The earlier path that this one clashes with, as a whole or in one of its folders.
    mutating func clash(_ path: PortablePath) -> PortablePath? {
        let folded = path.string.lowercased()
        if let other = seen[folded] { return other }
        seen[folded] = path
        let folder = String(path.folder)
        let known = folders[folder.lowercased(), default: folder]
        folders[folder.lowercased()] = known
        return known.utf8.elementsEqual(folder.utf8) ? nil : try? PortablePath(known + path.lastComponent)
    }
}
