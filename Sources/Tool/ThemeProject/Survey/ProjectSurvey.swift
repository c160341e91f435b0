// See docs/decisions/12-one-survey.md.
/// The files of a project with their owners. The path of a file decides its owner. No image is opened.
package struct ProjectSurvey: Sendable {
    package let project: Project
    package let themes: SurveyedThemes
    package let images: ImageGroups
    /// The resources of each theme, by its index in `themes`, sorted by path.
    package let resources: [[(file: TreeFile, folder: String)]]
    package let templates: ImageTemplates
    /// See ``TreeSurvey``.
    package let lacksAssets: Bool
    package var findings: [Finding]
    /// Themes by what can be at the wrong end of a name: their prefixes without the last mark, and their ids.
    let marks: [String: Int]
    /// The last bytes of ``marks``, without case. Few names end so.
    let markEnds: Set<UInt8>
    /// The numbers of images in the themes' own folders, by theme. Those without the theme's prefix count.
    let folderCounts: [Int]
    /// By theme, whether it has an image with its prefix and the name of a default.
    package let hasSoundPrefix: [Bool]

    /// Reads every `theme.json`. Walks the asset tree and the folders of the selected themes once.
    package init(of project: Project, _ scope: ThemeScope, jobs: Int) throws(UserError) {
        if let baseline = project.configuration.ruleBook.baseline, let problem = baseline.problem {
            throw UserError(problem, path: project.join(baseline.file))
        }
        self.project = project
        let folders = try project.themeFolders(listing: scope)
        let themes = SurveyedThemes(of: project, in: folders, scope)
        self.themes = themes
        let trees = try TreeSurvey(of: themes, in: folders, jobs: jobs)
        images = trees.images
        resources = trees.resources
        lacksAssets = trees.lacksAssets
        let defaults = trees.images.files.lazy.filter { trees.images.trees.owner(of: $0) == nil }
        templates = ImageTemplates(
            themes.defaultTheme.flatMap { themes[$0].manifest?.templates } ?? [], of: defaults.map(\.variant.name),
            project.budget)
        findings = themes.findings + project.strayFindings() + trees.findings
        marks = Dictionary(
            themes.indices.flatMap { theme -> [(String, Int)] in
                guard let manifest = themes.sources[theme].manifest, !themes.sources[theme].isDefault else { return [] }
                let prefix = manifest.imageNamePrefix.string
                let last = prefix.utf8.lastIndex { !Self.separators.contains($0) }
                return [last.map { String(prefix[...$0]) } ?? "", manifest.id.string].map { ($0.lowercased(), theme) }
            }, uniquingKeysWith: { first, _ in first })
        markEnds = Set(marks.keys.compactMap { $0.utf8.last.map { $0 | 0x20 } })
        var counts = [Int](repeating: 0, count: themes.count)
        var sound = [Bool](repeating: false, count: themes.count)
        for (theme, _, _) in trees.unprefixed { counts[theme] += 1 }
        for number in images.files.indices {
            guard let theme = images.owner(number) else { continue }
            if !images.trees.isInAssetTree(images.files[number]) { counts[theme] += 1 }
            sound[theme] = sound[theme] || Self.hasDefault(images.files[number].variant.name, in: images)
        }
        folderCounts = counts
        hasSoundPrefix = sound
        findings += templateFindings()
        for (theme, file, image) in trees.unprefixed { findings.append(missingPrefix(file, image, theme)) }
        if themes.selectedDefault != nil { reportMisspelledDefaults(jobs: jobs) }
        reportUnusedResources()
        if scope == .everything { reportUnusedPatterns(besides: trees.usedPatterns) }
    }

    /// Reports default images whose names are nearly those of other defaults, or of a theme's images. The images of a
    /// misspelled folder are one finding.
    private mutating func reportMisspelledDefaults(jobs: Int) {
        let starts = Array(stride(from: 0, to: images.files.count, by: 256))
        let mistakes = Workers.map(starts.count, stride: 1, jobs: jobs) { [self] part in
            images.files.indices[starts[part]...].prefix(256).compactMap { number in
                images.owner(number) == nil ? misspelledDefault(number) : nil
            }
        }
        var folders: [String: (finding: Int, count: Int)] = [:]
        for (number, suffixed, meant) in mistakes.joined() {
            let name = images.files[number].variant.name.path.string
            var finding = Finding(.nameNearMiss, theme: themes.ownerName(nil), path: images.path(number), "")
            if let suffixed {
                complete(&finding, suffixed)
            } else if let meant {
                if let folder = meant.folder, let first = folders[folder] {
                    folders[folder]?.count = first.count + 1
                    continue
                }
                finding.message = meant.problem
                meant.complete(
                    &finding, of: name, prefix: .none, isTaken: hasImage(named: meant.name, meant.scale, of: nil))
                if let folder = meant.folder { folders[folder] = (findings.count, 0) }
            }
            findings.append(finding)
        }
        for (finding, count) in folders.values where count > 0 {
            findings[finding].message += "; the same is so for \(count.counting("more image")) in the folder"
        }
    }

    private func misspelledDefault(_ number: Int) -> (number: Int, suffixed: SuffixedName?, meant: MisspelledName?)? {
        let variant = images.files[number].variant
        let name = variant.name.path.string
        if let suffixed = suffixed(name, variant.scale) { return (number, suffixed, nil) }
        return MisspelledName(name, variant.scale) { isDefault(named: $0) }.map { (number, nil, $0) }
    }

    /// Cost: logarithmic in the number of images.
    package func isDefault(_ name: LogicalName) -> Bool {
        Self.hasDefault(name, in: images)
    }

    private static func hasDefault(_ name: LogicalName, in images: ImageGroups) -> Bool {
        images.groups(of: name).contains { images.defaultImage(of: $0) != nil }
    }

    package func isDefault(named name: String) -> Bool { (try? LogicalName(name)).map(isDefault) ?? false }

    /// - Parameter owner: the index of a theme; `nil` for the defaults.
    package func hasImage(named name: String, _ scale: Scale, of owner: Int?) -> Bool {
        (try? LogicalName(name)).flatMap { image(named: $0, scale, of: owner) } != nil
    }

    /// Returns the index of an image in ``images``.
    ///
    /// - Parameter owner: the index of a theme; `nil` for the defaults.
    package func image(named name: LogicalName, _ scale: Scale, of owner: Int?) -> Int? {
        images.groups(of: name).first { images.variant(of: $0).scale == scale }
            .flatMap { images.image(of: $0, for: owner) }
    }

    /// Reports the patterns of `"ignore"` and `"overrides"` that match no file.
    private mutating func reportUnusedPatterns(besides usedPatterns: Set<Int>) {
        let budget = project.budget
        let ignored = project.configuration.ignored
        let names = ignored.isEmpty ? [] : (try? project.allThemeFolders()) ?? []
        let folders = (names + project.filesBesideThemes()).map { "\(project.configuration.themesFolder)/\($0)" }
        let used = folders.reduce(into: usedPatterns) { $0.formUnion(ignored.indexes(matching: $1, budget)) }
        // Without budget, nothing matches.
        let unused =
            budget.rest(of: .patterns) > 0
            ? ignored.patterns.enumerated().filter { !used.contains($0.offset) }.map(\.element) : []
        let all = [
            AnySequence(themes.sources.lazy.flatMap { [$0.manifestPath, $0.configPath].compactMap { $0 } }),
            AnySequence(images.files.indices.lazy.map(images.path)),
            AnySequence(resources.joined().map { file, folder in "\(folder)/\(file.path)" }),
            AnySequence(findings.map(\.path)),
        ]
        let paths = AnySequence(all.joined())
        let patterns = project.configuration.ruleBook.overrides.all.flatMap(\.paths.patterns)
        for (number, pattern) in (unused + unmatched(patterns, among: paths)).enumerated() {
            report(unused: pattern, among: number < Glob.questionsMax ? paths : AnySequence([]))
        }
    }

    /// Returns the patterns that match no path.
    private func unmatched(
        _ patterns: [PathPatterns.Pattern], among paths: some Sequence<String>
    ) -> [PathPatterns.Pattern] {
        guard !patterns.isEmpty else { return [] }
        let set = GlobSet(patterns.map(\.glob))
        var used: Set<Int> = []
        for path in paths where used.count < patterns.count {
            used.formUnion(set.indexes(matching: path, project.budget))
        }
        guard project.budget.rest(of: .patterns) > 0 else { return [] }
        return patterns.indices.filter { !used.contains($0) }.map { patterns[$0] }
    }

    /// Reports the patterns of `"resources"` without which the theme's pack would be the same.
    private mutating func reportUnusedResources() {
        let folder = project.configuration.themesFolder
        let paths = Dictionary(grouping: findings.compactMap { $0.path.path(below: folder) }) { $0.firstPathComponent }
        for theme in themes.selected {
            let patterns = themes.sources[theme].manifest?.resources.patterns ?? []
            let unused = unmatched(patterns, among: resources[theme].lazy.map(\.file.path.string))
            let name = themes.sources[theme].folderName
            let inTheme = unused.isEmpty ? [] : (paths[name[...]] ?? []).compactMap { String($0).path(below: name) }
            for (number, pattern) in unused.enumerated() {
                report(unused: pattern, of: theme, among: number < Glob.questionsMax ? inTheme : [])
            }
        }
    }

    /// - Parameter theme: the theme in whose `theme.json` the pattern is; `nil` for `themepack.json`.
    private mutating func report(
        unused pattern: PathPatterns.Pattern, of theme: Int? = nil, among paths: some Sequence<some StringProtocol>
    ) {
        let text = pattern.glob.pattern
        let path = theme.map { "\(themes[$0].folder)/\(text)" } ?? text
        let isFolder = project.fileSystem.kind(of: project.join(path)) == .folder
        findings.append(
            Finding(
                .exemptionUnused, theme: theme.map(themes.name),
                path: theme.map { themes[$0].manifestPath } ?? Project.fileName, key: pattern.key.description,
                position: pattern.position,
                theme == nil ? "'\(text)' matches no file" : "'\(text)' matches no file that is packed as a resource",
                hint: isFolder
                    ? "did you mean '\(text)/**'?"
                    : pattern.glob.question(among: paths) ?? "correct the path, or remove it"))
    }
}

/// The themes that a run is about.
package struct ThemeScope: Hashable, Sendable, CustomStringConvertible {
    /// The names of the themes' folders; `nil` for all themes.
    package let folders: Set<String>?

    package static let everything = ThemeScope(folders: nil)
    package static func folders(_ folders: Set<String>) -> ThemeScope { ThemeScope(folders: folders) }

    package var description: String { folders?.sorted().joined(separator: ", ") ?? "all themes" }

    package func contains(_ folder: String) -> Bool { folders?.contains(folder) ?? true }
}
