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

    /// Reads every `theme.json`. Walks the asset tree and the folders of the selected themes once.
    package init(of project: Project, _ scope: ThemeScope, jobs: Int) throws(UserError) {
        if let baseline = project.configuration.ruleBook.baseline, let problem = baseline.problem {
            throw UserError(problem, path: project.join(baseline.file))
        }
        self.project = project
        let themes = try SurveyedThemes(of: project, scope)
        self.themes = themes
        let trees = try TreeSurvey(of: themes, jobs: jobs)
        images = trees.images
        resources = trees.resources
        lacksAssets = trees.lacksAssets
        let defaults = trees.images.files.lazy.filter { trees.images.trees.owner(of: $0) == nil }
        templates = ImageTemplates(
            themes.defaultTheme.flatMap { themes[$0].manifest?.templates } ?? [], of: defaults.map(\.variant.name),
            project.budget)
        findings = themes.findings + trees.findings
        findings += templateFindings()
        for (theme, file, image) in trees.unprefixed { findings.append(missingPrefix(file, image, theme)) }
        if themes.selectedDefault != nil { reportMisspelledDefaults() }
        for theme in themes.selected { reportUnusedResources(of: theme) }
        if scope == .everything { reportUnusedPatterns(besides: trees.usedPatterns) }
    }

    /// Reports default images whose names end like a misspelled scale, or like a copy of another default.
    private mutating func reportMisspelledDefaults() {
        for number in images.files.indices where images.owner(number) == nil {
            let variant = images.files[number].variant
            let path = variant.name.path
            guard let suffix = MisspelledSuffix(stem: path.lastComponent, scale: variant.scale) else { continue }
            if suffix.canBeIntended, !isDefault(named: "\(path.folder)\(suffix.stem)") { continue }
            var finding = Finding(
                .nameNearMiss, theme: themes.ownerName(nil), path: images.path(number), suffix.problem)
            let isTaken = hasImage(named: "\(path.folder)\(suffix.stem)", suffix.scale, of: nil)
            suffix.complete(&finding, prefix: .none, isTaken: isTaken)
            findings.append(finding)
        }
    }

    /// Cost: logarithmic in the number of images.
    package func isDefault(_ name: LogicalName) -> Bool {
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
        guard let group = images.groups(of: name).first(where: { images.variant(of: $0).scale == scale }) else {
            return nil
        }
        return images.ranges[group].first { images.owner($0) == owner }
    }

    /// Returns the parts of a name of which the second is a default's, split after a `_`.
    package func unknownPrefix(of name: LogicalName) -> (prefix: String, name: String)? {
        let folder = name.path.folder
        let last = name.path.lastComponent
        // A prefix with more of them is rare, and each takes a search.
        for end in last.utf8.indices.filter({ last.utf8[$0] == UInt8(ascii: "_") }).prefix(3) {
            let rest = last[last.utf8.index(after: end)...]
            let other = "\(folder)\(rest)"
            if isDefault(named: other) { return (String(last[...end]), other) }
        }
        return nil
    }

    /// Returns the hint on a file whose name begins with another prefix than its theme's.
    package func hint(onPrefix prefix: String, orElse question: String) -> String {
        themes.indices.first { themes[$0].manifest?.imageNamePrefix.string == prefix }.map {
            "it has the prefix of theme '\(themes.name($0))': move it there"
        } ?? "no theme has the prefix '\(prefix)'; \(question)"
    }

    func missingPrefix(_ file: TreeFile, _ image: ImageFileName, _ theme: Int) -> Finding {
        let prefix = themes[theme].manifest?.imageNamePrefix ?? .none
        let folder = file.path.folder
        func isDefault(_ stem: String) -> Bool { self.isDefault(named: "\(folder)\(stem)") }
        /// Looks for a default's name, also after a misspelled prefix of about the same length.
        func defaultStem(_ stem: String) -> String? {
            if isDefault(stem) { return stem }
            for length in max(1, prefix.string.utf8.count - 2)...(prefix.string.utf8.count + 2)
            where length < stem.utf8.count {
                let head = String(decoding: stem.utf8.prefix(length), as: UTF8.self)
                let tail = String(decoding: stem.utf8.dropFirst(length), as: UTF8.self)
                if isDefault(tail), project.budget.suggestions.suggestion(for: head, among: [prefix.string]) != nil {
                    return tail
                }
            }
            return nil
        }
        func otherPrefix(_ stem: String) -> (prefix: String, name: String)? {
            (try? LogicalName("\(folder)\(stem)")).flatMap(unknownPrefix)
        }
        var near = defaultStem(image.stem)
        var other = near == nil ? otherPrefix(image.stem) : nil
        var scale = image.scale
        // The scale can be misspelled as well.
        if near == nil, other == nil, let suffix = MisspelledSuffix(stem: image.stem[...], scale: scale),
            suffix.canBeRenamed
        {
            near = defaultStem(suffix.stem)
            other = near == nil ? otherPrefix(suffix.stem) : nil
            if near != nil || other != nil { scale = suffix.scale }
        }
        let stem = near ?? other.map { String($0.name.lastPathComponent) } ?? image.stem
        let expected = "\(prefix)\(stem)\(scale.suffix).png"
        let path = "\(themes[theme].folder)/\(file.path)"
        let isNear = near != nil
        var hint = "did you mean '\(expected)'?"
        if let other {
            hint = self.hint(onPrefix: other.prefix, orElse: hint)
        } else if !isNear {
            hint = "rename it to '\(expected)', or move it out of the theme"
        }
        return Finding(
            .namePrefix, theme: themes.name(theme), path: path,
            "does not start with the theme's prefix '\(prefix)'",
            expected: expected, actual: String(file.path.lastComponent), hint: hint,
            remedy: isNear && file.destination == nil ? .rename(to: path.replacingLastComponent(by: expected)) : nil)
    }

    /// Reports the patterns of `"ignore"` and `"overrides"` that match no file.
    private mutating func reportUnusedPatterns(besides usedPatterns: Set<Int>) {
        let budget = project.budget
        let folders = ((try? project.allThemeFolders()) ?? []).map { "\(project.configuration.themesFolder)/\($0)" }
        for (index, pattern) in project.configuration.ignored.patterns.enumerated()
        where !usedPatterns.contains(index) && budget.rest(of: .patterns) > 0
            && !folders.contains(where: { pattern.glob.matches($0, budget) })
        {
            report(unused: pattern)
        }
        let paths = [
            AnySequence(themes.flatMap { [$0.manifestPath, $0.configPath].compactMap { $0 } }),
            AnySequence(images.files.indices.lazy.map(images.path)),
            AnySequence(resources.joined().map { file, folder in "\(folder)/\(file.path)" }),
            AnySequence(findings.map(\.path)),
        ]
        let patterns = project.configuration.ruleBook.overrides.flatMap(\.paths.patterns)
        for pattern in unmatched(patterns, among: paths.joined()) { report(unused: pattern) }
    }

    /// Returns the patterns that match no path. Compares each one until it has matched.
    private func unmatched(
        _ patterns: [PathPatterns.Pattern], among paths: some Sequence<String>
    ) -> [PathPatterns.Pattern] {
        guard !patterns.isEmpty else { return [] }
        var plain = Set(patterns.lazy.map(\.glob).filter { !$0.hasWildcards })
        var globs = patterns.map(\.glob).filter(\.hasWildcards)
        for text in paths {
            if plain.isEmpty, globs.isEmpty { return [] }
            if !plain.isEmpty { plain.remove(Glob(text)) }
            guard !globs.isEmpty else { continue }
            let path = Glob.Path(text)
            globs.removeAll { $0.matches(path, project.budget) }
        }
        // Without budget, nothing matches.
        guard project.budget.rest(of: .patterns) > 0 else { return [] }
        let left = plain.union(globs)
        return patterns.filter { left.contains($0.glob) }
    }

    /// Reports the patterns of `"resources"` without which the theme's pack would be the same.
    private mutating func reportUnusedResources(of theme: Int) {
        let patterns = themes[theme].manifest?.resources.patterns ?? []
        for pattern in unmatched(patterns, among: resources[theme].lazy.map(\.file.path.string)) {
            report(unused: pattern, of: theme)
        }
    }

    /// - Parameter theme: the theme in whose `theme.json` the pattern is; `nil` for `themepack.json`.
    private mutating func report(unused pattern: PathPatterns.Pattern, of theme: Int? = nil) {
        let text = pattern.glob.pattern
        let path = theme.map { "\(themes[$0].folder)/\(text)" } ?? text
        let isFolder = project.fileSystem.kind(of: project.join(path)) == .folder
        findings.append(
            Finding(
                .exemptionUnused, theme: theme.map(themes.name),
                path: theme.map { themes[$0].manifestPath } ?? Project.fileName, key: pattern.key.description,
                position: pattern.position,
                theme == nil ? "'\(text)' matches no file" : "'\(text)' matches no file that is packed as a resource",
                hint: isFolder ? "did you mean '\(text)/**'?" : "correct the path, or remove it"))
    }
}

extension MisspelledSuffix {
    /// Adds the name that was probably meant to a finding about the file.
    ///
    /// - Parameter isTaken: whether there is a file with that name.
    package func complete(_ finding: inout Finding, prefix: ImagePrefix, isTaken: Bool) {
        let name = "\(prefix)\(fileName)"
        finding.expected = name
        finding.actual = String(finding.path.lastPathComponent)
        if isTaken {
            finding.hint = "there is '\(name)' as well: remove one of the two"
        } else {
            finding.hint = canBeRenamed ? "did you mean '\(name)'?" : "export it as '\(name)', or remove it"
        }
        finding.remedy = canBeRenamed ? .rename(to: finding.path.replacingLastComponent(by: name)) : nil
    }
}

extension String {
    fileprivate func replacingLastComponent(by name: String) -> String {
        String(self[..<lastPathComponent.startIndex]) + name
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
