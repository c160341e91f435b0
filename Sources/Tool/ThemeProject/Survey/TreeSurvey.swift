/// Walks the asset tree and the folders of the selected themes once, and gives each file its owner.
struct TreeSurvey {
    private let project: Project
    private let themes: SurveyedThemes
    private let trees: ImageTrees
    private var assetFolder: String { project.configuration.assetFolder }
    /// The trees that are not yet surveyed, by path in the project.
    private var walked: [String: Result<NamedTree, FileError>] = [:]
    /// The patterns of `"ignore"` that matched a file or folder, by their index.
    private(set) var usedPatterns: Set<Int> = []
    private var imageFiles: [ImageFile] = []
    private(set) var images: ImageGroups
    /// The resources of each theme, by its index, sorted by path.
    private(set) var resources: [[(file: TreeFile, folder: String)]]
    /// Images in themes' folders that lack the prefix. They are reported when the names of all defaults are known.
    private(set) var unprefixed: [(theme: Int, file: TreeFile, image: ImageFileName)] = []
    private(set) var findings: [Finding] = []
    /// Whether the asset tree is empty or outside. Nothing is said about themed images without a default then.
    private(set) var lacksAssets = false

    init(of themes: SurveyedThemes, in folders: [ThemeFolder], jobs: Int) throws(UserError) {
        self.themes = themes
        project = themes.project
        trees = ImageTrees(of: project, themes.sources)
        images = ImageGroups(in: trees)
        resources = Array(repeating: [], count: themes.count)
        walk(folders, jobs: jobs)
        try surveyAssets()
        for theme in themes.selected { surveyFolder(of: theme) }
        groupImages()
        let numbers = images.numbersByOwner()
        for theme in themes.selected {
            checkPackNames(of: numbers[theme], theme)
            sortResources(of: theme)
        }
    }

    private mutating func walk(_ themeFolders: [ThemeFolder], jobs: Int) {
        let project = project
        let entries = Dictionary(themeFolders.map { ($0.path, $0.entries) }) { first, _ in first }
        let themes = themes
        let imageTrees = trees
        var owners: [Int?] = project.leadsOut(assetFolder) ? [] : [nil]
        owners += themes.selected.filter { !themes.sources[$0].isUnread }
        let folders = owners.map { owner in owner.map { themes.sources[$0].folder } ?? assetFolder }
        let trees = Workers.map(folders.count, jobs: jobs) { [owners] index in
            Result { () throws(FileError) in
                let tree = try FileTree(of: folders[index], entries[folders[index]] ?? nil, in: project)
                return NamedTree(tree, of: owners[index], themes, imageTrees)
            }
        }
        walked = Dictionary(zip(folders, trees)) { first, _ in first }
        for tree in trees { usedPatterns.formUnion((try? tree.get())?.usedPatterns ?? []) }
    }

    /// Removes a walked tree from `walked`, so that its memory is freed after use.
    private mutating func take(_ folder: String) throws(FileError) -> NamedTree {
        guard let tree = walked.removeValue(forKey: folder) else { throw .missing }
        return try tree.get()
    }

    private mutating func surveyAssets() throws(UserError) {
        guard !project.leadsOut(assetFolder) else {
            findings += [project.problem(withFolder: assetFolder, of: nil)].compactMap { $0 }
            lacksAssets = true
            return
        }
        let tree = try rethrow(as: {
            UserError(
                path: assetFolder, project.explanation(of: $0, reading: assetFolder) ?? $0.explanation,
                hint: project.standIn(at: assetFolder)?.hint
                    ?? project.hint(onMissing: assetFolder, member: "assets", of: "default images"))
        }) { () throws(FileError) in
            try take(assetFolder)
        }
        if tree.fileCount == 0, let problem = project.emptiness(of: assetFolder, nil) {
            findings.append(problem)
            lacksAssets = true
        }
        // Other files than images say nothing about the names of defaults.
        if !tree.findings.isEmpty, !tree.hasImages { lacksAssets = true }
        let patterns = themes.defaultTheme.flatMap { themes[$0].manifest?.resources } ?? .none
        /// Returns the selected themes whose prefix the file has, else the default theme.
        func affectedThemes(_ path: Substring) -> [Int] {
            let owners = themes.owners(of: path.lastPathComponent).map(\.theme)
            return (owners.isEmpty ? [themes.defaultTheme].compactMap { $0 } : owners).filter(themes.selected.contains)
        }
        for finding in tree.findings {
            for theme in affectedThemes(finding.path[...]) { add(finding, of: theme) }
        }
        imageFiles += tree.images
        for (file, kind) in tree.others {
            switch kind {
            case .ambiguous(let owners):
                // One finding keeps all themes from being packed.
                guard let owner = owners.first(where: themes.selected.contains) else { continue }
                let names = owners.map(themes.name).joined(separator: " and ")
                report(
                    .nameAmbiguous, owner, "\(assetFolder)/\(file.path)", "has the prefixes of \(names)",
                    "move it into the folder of its theme, or choose prefixes of which none starts another")
            case .unsuitable(let error, let owner, let stem): report(error, file, in: assetFolder, owner, stem: stem)
            case .noImage:
                if patterns.matches(file.path.string, project.budget) {
                    if let theme = themes.selectedDefault { addResource(file, in: assetFolder, patterns, theme) }
                } else {
                    for theme in affectedThemes(file.path.string[...]) {
                        report(unlisted: file, in: assetFolder, theme)
                    }
                }
            case .unprefixed, .misplaced: break
            }
        }
    }

    private mutating func surveyFolder(of theme: Int) {
        let source = themes[theme]
        guard let manifest = source.manifest, !source.isImplied else { return }
        let tree: NamedTree
        do {
            tree = try take(source.folder)
        } catch {
            report(.fileKind, theme, source.folder, error.explanation, error.hint)
            return
        }
        // The file of the settings can have a finding already.
        let known = Set(source.findings.map(\.path))
        for finding in tree.findings where !known.contains(finding.path) { add(finding, of: theme) }
        imageFiles += tree.images
        for (file, kind) in tree.others {
            switch kind {
            case .unprefixed(let image): unprefixed.append((theme, file, image))
            case .misplaced:
                report(
                    .nameAmbiguous, theme, "\(source.folder)/\(file.path)",
                    "the default theme's images belong in \(assetFolder)/", "move it to \(assetFolder)/\(file.path)")
            case .unsuitable(let error, _, let stem): report(error, file, in: source.folder, theme, stem: stem)
            // A PNG is an image even if "resources" lists it, because resources are not verified.
            case .noImage:
                if manifest.resources.matches(file.path.string, project.budget) {
                    addResource(file, in: source.folder, manifest.resources, theme)
                } else {
                    report(unlisted: file, in: source.folder, theme)
                }
            case .ambiguous: break
            }
        }
    }

    /// Files that nobody means to ship, by the ends of their paths in lower case.
    private static let unmeant: KeyValuePairs = [
        "a file for secrets": [".pem", ".p12", ".pfx", ".keystore", ".jks", "id_rsa", "id_ecdsa", "id_ed25519"],
        "the source of a design program": [
            ".psd", ".psb", ".ai", ".sketch", ".fig", ".xd", ".xcf", ".afdesign", ".afphoto", ".kra",
        ],
        "a temporary file": [".tmp", ".temp", ".part", ".partial", ".crdownload", ".download", ".orig", ".rej", "#"],
    ]

    /// Reports what nobody means to ship, and only a pattern with wildcards lists.
    private mutating func addResource(
        _ file: TreeFile, in folder: String, _ patterns: PathPatterns, _ theme: Int
    ) {
        let isHidden = file.path.string.split(separator: "/").contains { $0.hasPrefix(".") }
        let lower = file.path.string.lowercased()
        let kind = isHidden ? "hidden" : Self.unmeant.first { $0.value.contains(where: lower.hasSuffix) }?.key
        if let kind, !patterns.names(file.path) {
            findings.append(
                Finding(
                    .resourceContent, severity: .warning, theme: themes.name(theme), path: "\(folder)/\(file.path)",
                    "is \(kind), and only a pattern with wildcards lists it",
                    hint: "name it under \"resources\" if apps need it, else under \"ignore\" in \(Project.fileName)"))
        }
        resources[theme].append((file, folder))
    }

    private mutating func report(
        _ error: InvalidPath, _ file: TreeFile, in folder: String, _ owner: Int?, stem: String
    ) {
        let hasName = (try? LogicalName(file.path.folder + stem)) != nil
        report(
            .namePortable, owner, "\(folder)/\(file.path)",
            (hasName ? "in a pack its name " : "without prefix and scale its name ") + error.explanation, "rename it")
        findings[findings.endIndex - 1].expected = FileTree.portableName(file.path.lastComponent)
        findings[findings.endIndex - 1].actual = String(file.path.lastComponent)
    }

    private mutating func groupImages() {
        var duplicates: [(file: ImageFile, first: ImageFile)] = []
        var files: [ImageFile] = []
        swap(&files, &imageFiles)
        images = ImageGroups(of: files, in: trees) { duplicates.append(($0, $1)) }
        for (file, first) in duplicates {
            report(
                .nameClash, trees.owner(of: file), trees.path(of: file),
                "is a second file for \(file.variant.name) at \(file.variant.scale)", "keep one of them",
                first: trees.path(of: first))
        }
    }

    /// A theme's images need different names in its pack. One from the asset tree can clash with one from its folder.
    private mutating func checkPackNames(of numbers: [Int], _ theme: Int) {
        let files = numbers.map { images.files[$0] }
        guard files.contains(where: trees.isInAssetTree) else { return }
        var clashes = ClashCheck()
        for file in files {
            if let path = try? PortablePath(trees.pathInTree(of: file)), let clash = clashes.clash(adding: path) {
                add(clash.finding(at: trees.path(of: file)), of: theme)
            }
        }
    }

    /// The default theme's resources come from the asset tree and from its own folder.
    private mutating func sortResources(of theme: Int) {
        var kept: [(file: TreeFile, folder: String)] = []
        var clashes = ClashCheck()
        for resource in resources[theme].sorted(by: { $0.file.path < $1.file.path }) {
            if let last = kept.last, last.file.path == resource.file.path {
                report(
                    .nameClash, theme, "\(resource.folder)/\(resource.file.path)",
                    "is a second file for the resource \(resource.file.path)", "keep one of them",
                    first: "\(last.folder)/\(last.file.path)")
            } else if let clash = clashes.clash(adding: resource.file.path) {
                add(clash.finding(at: "\(resource.folder)/\(resource.file.path)"), of: theme)
            } else {
                kept.append(resource)
            }
        }
        resources[theme] = kept
    }

    /// - Parameter first: the file that the finding's file repeats.
    private mutating func report(
        _ rule: Rule, _ owner: Int?, _ path: String, _ message: String, _ hint: String, first: String? = nil
    ) {
        findings.append(
            Finding(
                rule, theme: themes.ownerName(owner), path: path, message, hint: hint,
                related: first.map { Finding.Related(path: $0, message: "the first is here") }))
    }

    private mutating func add(_ finding: Finding, of theme: Int) {
        var finding = finding
        finding.theme = themes.name(theme)
        for number in finding.roots.indices { finding.roots[number].theme = themes.name(theme) }
        findings.append(finding)
    }

    private mutating func report(unlisted file: TreeFile, in folder: String, _ theme: Int) {
        // Without budget, nothing matches a pattern.
        guard project.budget.rest(of: .patterns) > 0 else { return }
        let path = "\(folder)/\(file.path)"
        if let standIn = project.standIn(at: path), standIn.isForLink {
            report(.fileKind, theme, path, "is \(standIn.noun)", standIn.hint)
            return
        }
        let name = file.path.lastComponent
        if name.lowercased().hasSuffix(".png") {
            report(
                .namePortable, theme, path, "has no name before '\(name)'",
                "name it after what it shows, such as 'button\(name)'")
            return
        }
        if folder == themes[theme].folder, file.path.folder.isEmpty,
            let problem = themes[theme].problem(withSettings: name)
        {
            // Settings of which theme.json has a wrong name have a finding there.
            guard themes[theme].manifest?.config != nil || themes[theme].position(of: "config") == nil else { return }
            report(.imageFormat, theme, path, problem.message, problem.hint)
            return
        }
        report(
            .imageFormat, theme, path,
            "is not a PNG, and theme.json does not list it as a resource",
            "export it as PNG, list it under \"resources\", or under \"ignore\" in themepack.json")
    }
}
