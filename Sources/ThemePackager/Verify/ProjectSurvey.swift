import ThemeModel

/// What lies in a project and to whom it belongs, told from names alone; no image has been opened yet.
struct ProjectSurvey: Sendable {
    let project: Project
    let themes: [ThemeSource]
    /// Which of the themes are to be verified.
    let selected: [Int]
    private(set) var images: ImageGroups
    /// On their way into `images`.
    private var files: [ImageFile] = []
    private(set) var resources: [[(file: TreeFile, folder: String)]]
    var findings: [Finding] = []
    /// By path in the project.
    private var walked: [String: Result<AssetTree, FileProblem>] = [:]
    private var unprefixed: [(theme: Int, file: TreeFile, image: ImageFileName)] = []

    var defaultTheme: Int? { themes.firstIndex { $0.isDefault } }
    var selectedDefault: Int? { selected.first { themes[$0].isDefault } }

    /// Walks the asset tree and the folders of the selected themes, each once, and reads every `theme.json`: whose an image
    /// is depends on all prefixes.
    init(of project: Project, _ selection: ThemeScope, jobs: Int) throws(ProjectProblem) {
        self.project = project
        var themes = try project.themeFolders().map { ThemeSource(folderName: $0, in: project) }
        if !themes.contains(where: \.isDefault) { themes.append(.impliedDefault(of: project)) }
        self.themes = themes
        selected = themes.indices.filter { selection.contains(themes[$0].folderName) }
        images = ImageGroups(in: ImageTrees(of: project, themes))
        resources = Array(repeating: [], count: themes.count)
        findings = selected.flatMap { themes[$0].findings }
        checkChains()
        walkTrees(jobs: jobs)
        try surveyAssets()
        for theme in selected { surveyFolder(of: theme) }
        groupImages()
        for theme in selected {
            checkPackNames(of: theme)
            orderResources(of: theme)
        }
        for (theme, file, image) in unprefixed { findings.append(prefixMissing(file, image, theme)) }
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
            // Of one that names itself its own theme.json was told already.
            if let start = next, start == themes[theme].folderName, chain.count > 1 {
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

    private mutating func walkTrees(jobs: Int) {
        let folders = [project.assets] + selected.map { themes[$0].folder }
        let project = project
        let trees = Workers.map(folders.count, jobs: jobs) { index in
            Result { () throws(FileProblem) in
                try AssetTree(of: project.join(folders[index]), in: project.fileSystem, limits: project.limits)
            }
        }
        walked = Dictionary(zip(folders, trees)) { first, _ in first }
    }

    /// A tree that was walked, and is let go of.
    private mutating func take(_ folder: String) throws(FileProblem) -> AssetTree {
        guard let tree = walked.removeValue(forKey: folder) else { throw .missing }
        return try tree.get()
    }

    private mutating func surveyAssets() throws(ProjectProblem) {
        let tree: AssetTree
        do {
            tree = try take(project.assets)
        } catch {
            throw ProjectProblem(
                path: project.assets, message: error.explanation,
                hint: "\"assets\" in \(Project.fileName) names the folder of default images")
        }
        let prefixed = themes.indices.compactMap { theme in
            themes[theme].manifest.flatMap {
                $0.imageNamePrefix.isEmpty ? nil : (theme: theme, prefix: $0.imageNamePrefix)
            }
        }
        let globs = GlobSet(defaultTheme.flatMap { themes[$0].manifest?.resources } ?? [])
        func owners(of stem: String) -> [(theme: Int, stem: String)] {
            prefixed.compactMap { entry in entry.prefix.removed(from: stem).map { (entry.theme, $0) } }
        }
        /// Who is told of a name that no image can have: the themes whose prefix it carries, else the default.
        func concerned(_ path: Substring) -> [Int] {
            let owners = owners(of: String(path.lastPathComponent)).map(\.theme)
            return (owners.isEmpty ? [defaultTheme].compactMap { $0 } : owners).filter(selected.contains)
        }
        for defect in tree.defects {
            for theme in concerned(defect.path[...]) { report([defect], in: project.assets, theme) }
        }
        for (index, file) in tree.files.enumerated() {
            if let clash = tree.clashes[index] {
                for theme in concerned(file.path.string[...]) {
                    report(clash, in: "\(project.assets)/\(file.path)", theme)
                }
                continue
            }
            guard let image = ImageFileName(file.path.lastComponent) else {
                if globs.matches(file.path.string) {
                    if let theme = selectedDefault { resources[theme].append((file, project.assets)) }
                } else {
                    for theme in concerned(file.path.string[...]) { report(foreign: file, in: project.assets, theme) }
                }
                continue
            }
            let owners = owners(of: image.stem)
            if owners.count > 1 {
                for owner in owners where selected.contains(owner.theme) {
                    report(ambiguous: file, owners.map { name($0.theme) }, owner.theme)
                }
            } else if let owner = owners.first {
                guard selected.contains(owner.theme) else { continue }
                add(file, image, stem: owner.stem, to: owner.theme, isAsset: true)
            } else {
                add(file, image, stem: image.stem, to: nil, isAsset: true)
            }
        }
    }

    private mutating func surveyFolder(of theme: Int) {
        let source = themes[theme]
        guard let manifest = source.manifest,
            project.fileSystem.kind(of: project.join(source.folder)) == .folder
        else { return }
        let tree: AssetTree
        do {
            tree = try take(source.folder)
        } catch {
            findings.append(
                Finding(.fileKind, theme: name(theme), path: source.folder, error.explanation, hint: error.hint))
            return
        }
        report(tree.defects, in: source.folder, theme)
        let globs = GlobSet(manifest.resources)
        for (index, file) in tree.files.enumerated() {
            if let clash = tree.clashes[index] {
                report(clash, in: "\(source.folder)/\(file.path)", theme)
                continue
            }
            if file.path.string == ThemeSource.manifestName || file.path == manifest.config { continue }
            // A PNG is always an image: what is packed as it is, is not verified.
            if let image = ImageFileName(file.path.lastComponent) {
                addFromFolder(file, image, manifest.imageNamePrefix, of: source, theme)
            } else if globs.matches(file.path.string) {
                resources[theme].append((file, source.folder))
            } else {
                report(foreign: file, in: source.folder, theme)
            }
        }
    }

    private mutating func addFromFolder(
        _ file: TreeFile, _ image: ImageFileName, _ prefix: ImagePrefix, of source: ThemeSource, _ theme: Int
    ) {
        if source.isDefault {
            findings.append(
                Finding(
                    .nameAmbiguous, theme: name(theme), path: "\(source.folder)/\(file.path)",
                    "the default theme's images lie in \(project.assets)/",
                    hint: "move it to \(project.assets)/\(file.path)"))
        } else if let stem = prefix.isEmpty ? image.stem : prefix.removed(from: image.stem) {
            add(file, image, stem: stem, to: theme, isAsset: false)
        } else {
            unprefixed.append((theme, file, image))
        }
    }

    /// - Parameter owner: `nil` for a default.
    private mutating func add(
        _ file: TreeFile, _ image: ImageFileName, stem: String, to owner: Int?, isAsset: Bool
    ) {
        do {
            files.append(try images.trees.image(file, image, stem: stem, of: owner, isAsset: isAsset))
        } catch {
            let folder = owner.flatMap { isAsset ? nil : themes[$0].folder } ?? project.assets
            findings.append(
                Finding(
                    .namePortable, theme: ownerName(owner), path: "\(folder)/\(file.path)",
                    "without prefix and scale its name \(error.explanation)", hint: "rename it"))
        }
    }

    func ownerName(_ owner: Int?) -> String { owner.map(name) ?? ThemeID.default.string }

    private mutating func groupImages() {
        var seconds: [(file: ImageFile, first: ImageFile)] = []
        var files: [ImageFile] = []
        swap(&files, &self.files)
        images = ImageGroups(of: files, in: images.trees) { seconds.append(($0, $1)) }
        for (file, first) in seconds { report(second: file, first: first) }
    }

    /// A theme's images may lie in two trees, neither of which holds a clash, and whose names clash in the pack.
    private mutating func checkPackNames(of theme: Int) {
        guard !themes[theme].isDefault else { return }
        let files = images.files.filter { images.trees.owner(of: $0) == theme }
        guard files.contains(where: images.trees.isAsset) else { return }
        var clashes = ClashCheck()
        for file in files {
            if let path = try? PortablePath(images.trees.pathInTree(of: file)), let clash = clashes.clash(path) {
                report(clash, in: images.trees.path(of: file), theme)
            }
        }
    }

    /// The default theme's may lie in the asset tree and in its own folder; together they are in the order of paths.
    private mutating func orderResources(of theme: Int) {
        var kept: [(file: TreeFile, folder: String)] = []
        var clashes = ClashCheck()
        for resource in resources[theme].sorted(by: { $0.file.path < $1.file.path }) {
            if let last = kept.last, last.file.path == resource.file.path {
                findings.append(
                    Finding(
                        .nameClash, theme: name(theme), path: "\(resource.folder)/\(resource.file.path)",
                        "is a second file for the resource \(resource.file.path)", hint: "keep one of them",
                        related: Finding.Related(path: "\(last.folder)/\(last.file.path)", message: "the first is here")
                    ))
            } else if let clash = clashes.clash(resource.file.path) {
                report(clash, in: "\(resource.folder)/\(resource.file.path)", theme)
            } else {
                kept.append(resource)
            }
        }
        resources[theme] = kept
    }
}
