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
    private let marks: [String: Int]
    /// The last bytes of ``marks``, without case. Few names end so.
    private let markEnds: Set<UInt8>
    /// The numbers of images in the themes' own folders, by theme. Those without the theme's prefix count.
    private let folderCounts: [Int: Int]
    /// The themes that have an image with their prefix and the name of a default.
    private let soundPrefixes: Set<Int>

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
        findings = themes.findings + project.strayFindings() + trees.findings
        marks = Dictionary(
            themes.indices.flatMap { theme -> [(String, Int)] in
                guard let manifest = themes[theme].manifest, !themes[theme].isDefault else { return [] }
                let prefix = manifest.imageNamePrefix.string.reversed().drop(while: Self.separators.contains).reversed()
                return [String(prefix), manifest.id.string].map { ($0.lowercased(), theme) }
            }, uniquingKeysWith: { first, _ in first })
        markEnds = Set(marks.keys.compactMap { $0.utf8.last.map { $0 | 0x20 } })
        let inFolders = trees.images.files.lazy.filter { !trees.images.trees.isInAssetTree($0) }
            .compactMap(trees.images.trees.owner)
        let unprefixed = trees.unprefixed.reduce(into: [:]) { $0[$1.theme, default: 0] += 1 }
        folderCounts = inFolders.reduce(into: unprefixed) { $0[$1, default: 0] += 1 }
        var sound: Set<Int> = []
        for (number, file) in trees.images.files.enumerated() {
            guard let theme = trees.images.owner(number), !sound.contains(theme) else { continue }
            let groups = trees.images.groups(of: file.variant.name)
            if groups.contains(where: { trees.images.defaultImage(of: $0) != nil }) { sound.insert(theme) }
        }
        soundPrefixes = sound
        findings += templateFindings()
        for (theme, file, image) in trees.unprefixed { findings.append(missingPrefix(file, image, theme)) }
        if themes.selectedDefault != nil { reportMisspelledDefaults() }
        reportUnusedResources()
        if scope == .everything { reportUnusedPatterns(besides: trees.usedPatterns) }
    }

    /// Reports default images whose names are nearly those of other defaults, or of a theme's images. The images of a
    /// misspelled folder are one finding.
    private mutating func reportMisspelledDefaults() {
        var folders: [String: (finding: Int, count: Int)] = [:]
        for number in images.files.indices where images.owner(number) == nil {
            let name = images.files[number].variant.name.path.string
            let scale = images.files[number].variant.scale
            let suffixed = suffixed(name, scale)
            let meant = suffixed == nil ? MisspelledName(name, scale) { self.isDefault(named: $0) } : nil
            guard suffixed != nil || meant != nil else { continue }
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

    /// An image that has a theme's prefix or id at the end of its name: `button_year`.
    package struct SuffixedName {
        let end: String
        package let theme: Int
        /// The default's name.
        let name: String
        let scale: Scale
    }

    private static let separators: Set<Character> = ["_", "-", ".", " "]

    /// Returns `nil` if no default has the rest of the name.
    package func suffixed(_ name: String, _ scale: Scale) -> SuffixedName? {
        guard let end = name.utf8.last, end >= 0x7F || markEnds.contains(end | 0x20) else { return nil }
        let last = name.lastPathComponent
        // A prefix with more of them is rare.
        for start in last.indices.filter({ Self.separators.contains(last[$0]) }).suffix(3).reversed() {
            guard let theme = marks[last[start...].dropFirst().lowercased()],
                let rest = ImageFileName(last[..<start] + ".png"), rest.scale == .one || scale == .one
            else { continue }
            let meant = "\(name[..<last.startIndex])\(rest.stem)"
            guard isDefault(named: meant) else { continue }
            return SuffixedName(
                end: String(last[start...]), theme: theme, name: meant, scale: scale == .one ? rest.scale : scale)
        }
        return nil
    }

    /// Adds the name that was probably meant to a finding about an image.
    package func complete(_ finding: inout Finding, _ name: SuffixedName) {
        let theme = name.theme
        let prefix = themes[theme].manifest?.imageNamePrefix ?? .none
        let file = "\(prefix)\(name.name.lastPathComponent)\(name.scale.suffix).png"
        let isMoved = prefix.isEmpty && finding.rule == .nameNearMiss
        let shown = isMoved ? "\(themes[theme].folder)/\(name.name)\(name.scale.suffix).png" : file
        finding.message =
            "ends in '\(name.end)', the \(prefix.isEmpty ? "id" : "prefix") of theme '\(themes.name(theme))'"
            + (finding.message.isEmpty ? "" : "; \(finding.message)")
        finding.expected = shown
        finding.actual = String(finding.path.lastPathComponent)
        let isTaken = hasImage(named: name.name, name.scale, of: theme)
        finding.hint =
            isTaken
            ? "there is '\(shown)' as well: remove one of the two"
            : isMoved ? "if it is that theme's, move it to '\(shown)'" : "did you mean '\(shown)'?"
        if finding.rule != .nameNearMiss { finding.remedy = .rename(to: finding.path.replacingLastComponent(by: file)) }
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
        images.groups(of: name).first { images.variant(of: $0).scale == scale }
            .flatMap { images.image(of: $0, for: owner) }
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
        themes.first(withPrefix: prefix).map {
            "it has the prefix of theme '\(themes.name($0))': move it there"
        } ?? "no theme has the prefix '\(prefix)'; \(question)"
    }

    /// Whether a theme has an image with its prefix and the name of a default.
    package func hasSoundPrefix(_ theme: Int) -> Bool { soundPrefixes.contains(theme) }

    /// Returns what most images of a theme's folder can have in common: another prefix than `theme.json` says. `nil` if
    /// an image of the theme has the prefix and the name of a default, because then the prefix is right.
    ///
    /// A few images can have misspelled names if their prefix is not similar, or if only the theme's begins with the
    /// id.
    package func root(ofPrefix prefix: String, in theme: Int) -> RootCause? {
        guard !hasSoundPrefix(theme) else { return nil }
        let own = themes[theme].manifest?.imageNamePrefix ?? .none
        let id = themes[theme].folderName
        let isOfID = own.string.hasPrefix(id)
        let isNear = project.budget.suggestions.suggestion(for: prefix, among: [own.string]) != nil
        let isSure = prefix.hasPrefix(id) ? isNear || !isOfID : isNear && !isOfID
        let key = "imageNamePrefix"
        let position = themes[theme].position(of: key)
        return RootCause(
            at: themes[theme].manifestPath, theme: themes.name(theme), key: key, position: position,
            "\(position == nil ? "is missing" : "is '\(own)'"), but the names of ",
            " in the theme's folder begin with '\(prefix)'",
            hint: themes.first(withPrefix: prefix).map {
                "that is the prefix of theme '\(themes.name($0))': rename the images, or move them there"
            } ?? "write \"\(key)\": \"\(prefix)\", or rename the images",
            unit: .image, quorum: max(isSure ? 1 : 4, folderCounts[theme, default: 0] / 2 + 1))
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
        let path = "\(themes[theme].folder)/\(file.path)"
        var finding = Finding(
            .namePrefix, theme: themes.name(theme), path: path, "does not start with the theme's prefix '\(prefix)'",
            actual: String(file.path.lastComponent))
        guard image.stem != prefix.string else {
            finding.message = "has no name after the prefix '\(prefix)'"
            finding.hint = "put the name of a default after the prefix, or remove the file"
            return finding
        }
        let name = "\(folder)\(image.stem)"
        if !isDefault(image.stem), let suffixed = suffixed(name, image.scale), suffixed.theme == theme {
            complete(&finding, suffixed)
            if file.destination != nil { finding.remedy = nil }
            return finding
        }
        var near = defaultStem(image.stem)
        var other = near == nil ? otherPrefix(image.stem) : nil
        var scale = image.scale
        var written = image.stem
        var problem = "is hidden, because its name begins with a dot"
        var canBeRenamed = !image.stem.hasPrefix(".")
        // The scale can be misspelled as well.
        if near == nil, other == nil,
            let meant = MisspelledName(
                name, scale,
                isKnown: { path in
                    let stem = String(path.lastPathComponent)
                    guard path == "\(folder)\(stem)" else { return self.isDefault(named: path) }
                    return defaultStem(stem) != nil || otherPrefix(stem) != nil
                })
        {
            let stem = String(meant.name.lastPathComponent)
            near = defaultStem(stem)
            other = near == nil ? otherPrefix(stem) : nil
            scale = meant.scale
            written = stem
            problem = meant.problem
            canBeRenamed = meant.canBeRenamed
            if meant.name != "\(folder)\(stem)" || !meant.canBeRenamed, other == nil, near == nil || near == stem {
                let isTaken = hasImage(named: meant.name, scale, of: theme)
                if self.isDefault(named: meant.name) {
                    meant.complete(&finding, of: name, prefix: prefix, isTaken: isTaken)
                    return finding
                }
            }
        }
        guard let stem = near ?? other.map({ String($0.name.lastPathComponent) }) else {
            finding.hint = "rename it to '\(prefix)' and the name of a default, or move it out of the theme"
            return finding
        }
        let expected = "\(prefix)\(stem)\(scale.suffix).png"
        finding.expected = expected
        let isTaken = hasImage(named: "\(folder)\(stem)", scale, of: theme)
        finding.hint =
            isTaken ? "there is '\(expected)' as well: remove one of the two" : "did you mean '\(expected)'?"
        if let other { finding.hint = hint(onPrefix: other.prefix, orElse: finding.hint ?? "") }
        // An image without any prefix says nothing about the theme's.
        let found = other?.prefix ?? String(written.dropLast(stem.count))
        if !found.isEmpty { finding.roots = [root(ofPrefix: found, in: theme)].compactMap { $0 } }
        if !canBeRenamed {
            finding.message = "\(problem); it \(finding.message)"
            if !isTaken { finding.hint = "export it as '\(expected)', or remove it" }
        } else if near != nil, file.destination == nil {
            finding.remedy = .rename(to: path.replacingLastComponent(by: expected))
        }
        return finding
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
            AnySequence(themes.flatMap { [$0.manifestPath, $0.configPath].compactMap { $0 } }),
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
            let patterns = themes[theme].manifest?.resources.patterns ?? []
            let unused = unmatched(patterns, among: resources[theme].lazy.map(\.file.path.string))
            let name = themes[theme].folderName
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
