/// The themes of a project as their own files state them: manifests, chains, and settings with their aliases replaced.
///
/// Every `theme.json` is read, because the owner of an image depends on all prefixes. A theme is named by its index.
package struct SurveyedThemes: Sendable {
    /// The most names that a message lists.
    private static let shownMax = 20

    package let project: Project
    /// The themes by their indexes. Reading a property of one here copies no theme; the subscript does.
    package private(set) var sources: [SurveyedTheme]
    /// The settings of which others are aliases, by theme.
    private var aliases: [Int: [SettingPath: SettingPath]] = [:]
    /// The indexes of the themes by the names of their folders.
    private let numbers: [String: Int]
    package let defaultTheme: Int?
    /// The themes in the run's scope.
    package let selected: ThemeNumbers
    /// The themes of each prefix but the empty one.
    private let prefixes: [ExactText: [Int]]
    /// The lengths of the prefixes in bytes.
    private let prefixLengths: Set<Int>
    /// The findings about these themes.
    private(set) var findings: [Finding]
    /// Mistakes in the axes and the other themes that a theme names, by theme. Themes that are not selected have them
    /// too.
    private var orderFindings: [Int: [Finding]] = [:]
    /// The order in which themes answer, by the names of their folders.
    package let order: ThemeOrder<String>

    init(of project: Project, in folders: [ThemeFolder], _ scope: ThemeScope) {
        self.project = project
        var sources = folders.map { SurveyedTheme($0, in: project) }
        let folder = project.configuration.themesFolder
        let isMissing = sources.isEmpty && project.isEmpty(folder) && project.isSubmodule(folder)
        if !sources.contains(where: { $0.isDefault }) { sources.append(SurveyedTheme(impliedDefaultOf: project)) }
        self.sources = sources
        numbers = Dictionary(sources.enumerated().map { ($1.folderName, $0) }) { first, _ in first }
        defaultTheme = numbers[ThemeID.default.string]
        selected = ThemeNumbers(sources.map { scope.contains($0.folderName) })
        var prefixes: [ExactText: [Int]] = [:]
        for theme in sources.indices {
            guard let prefix = sources[theme].manifest?.imageNamePrefix, !prefix.isEmpty else { continue }
            prefixes[ExactText(prefix.string), default: []].append(theme)
        }
        self.prefixes = prefixes
        prefixLengths = Set(prefixes.keys.lazy.map { $0.string.utf8.count })
        findings = isMissing ? [project.missing(submodule: folder)] : []
        order = Self.order(of: sources, axes: project.configuration.axes)
        checkChains()
        checkAxes()
        for theme in self.sources.indices {
            let found = self.sources[theme].findings + orderFindings[theme, default: []]
            guard self.sources[theme].manifest == nil || found.contains(where: Self.isAboutPlace) else { continue }
            self.sources[theme].hasKnownPlace = false
        }
        resolveAliases()
        checkNames()
        findings += selected.flatMap { self.sources[$0].findings + orderFindings[$0, default: []] }
    }

    /// Whether a mistake in `theme.json` is about when and with which settings the theme answers.
    private static func isAboutPlace(_ finding: Finding) -> Bool {
        let key = finding.key?.prefix { $0 != "." }
        return finding.rule == .themeManifest && ["id", "extends", "axis", "for", "config"].contains(key)
    }

    /// Returns the theme of a folder's name.
    package func number(of folder: String) -> Int? { numbers[folder] }

    private var names: some Sequence<String> { sources.lazy.map(\.folderName) }
    package var selectedDefault: Int? { defaultTheme.flatMap { selected.contains($0) ? $0 : nil } }

    /// The first theme of a prefix.
    package func first(withPrefix prefix: String) -> Int? { prefixes[ExactText(prefix)]?.first }

    /// Returns the themes whose prefix a stem has, in order, with the rest of the stem.
    func owners(of stem: Substring) -> [(theme: Int, stem: Substring)] {
        var owners: [(theme: Int, stem: Substring)] = []
        for length in prefixLengths where length < stem.utf8.count {
            // A prefix is ASCII, so no other one ends within a character.
            guard let prefix = String(stem.utf8.prefix(length)), let themes = prefixes[ExactText(prefix)] else {
                continue
            }
            let rest = Substring(stem.utf8.dropFirst(length))
            for theme in themes { owners.append((theme, rest)) }
        }
        return owners.count < 2 ? owners : owners.sorted { $0.theme < $1.theme }
    }

    package var defaultTypes: [SettingPath: SettingType] {
        defaultTheme.flatMap { sources[$0].settings?.types } ?? [:]
    }

    /// Returns the theme's id, or its folder's name if `theme.json` cannot be read.
    package func name(_ theme: Int) -> String { sources[theme].manifest?.id.string ?? sources[theme].folderName }

    package func ownerName(_ owner: Int?) -> String { owner.map(name) ?? ThemeID.default.string }

    /// Returns the order in which themes answer for a theme. After a parent that does not exist, and after a
    /// cycle, only the default theme follows. A combination stands before its members.
    package func chain(of theme: Int) -> [Int] {
        order.chain(ofTheme: sources[theme].folderName).themes.compactMap { numbers[$0] }
    }

    /// Returns the order in which themes answer for a selection of folders.
    package func chain(selecting folders: [String]) -> [Int] {
        order.chain(of: folders).themes.compactMap { numbers[$0] }
    }

    private static func order(of sources: [SurveyedTheme], axes: [ThemeAxis]) -> ThemeOrder<String> {
        let places = sources.map { source in
            let manifest = source.manifest
            let members = manifest?.combinedThemes.map(\.string) ?? []
            return (
                source.folderName,
                ThemeOrder<String>.Place(parent: manifest?.extends?.string, axis: manifest?.axis, members: members)
            )
        }
        return ThemeOrder(
            default: ThemeID.default.string, axes: axes, places: Dictionary(places) { first, _ in first })
    }

    /// Returns the settings of a theme, merged along its chain. Their layers are indexes in ``chain(of:)``.
    package func mergedSettings(of theme: Int) -> MergedSetting? {
        MergedSetting(chain(of: theme).map { sources[$0].settings }, project.budget)
    }

    private mutating func checkChains() {
        let parents = Dictionary(
            sources.map { ($0.folderName, $0.manifest?.extends?.string) }, uniquingKeysWith: { first, _ in first })
        let cycles = Self.cycles(of: sources.map(\.folderName), parents)
        for theme in sources.indices {
            guard let parent = sources[theme].manifest?.extends?.string else { continue }
            guard parents.keys.contains(parent) else {
                reportMissing(parent, as: "extends", of: theme)
                continue
            }
            // A theme that extends itself directly was reported when theme.json was read.
            guard let cycle = cycles[sources[theme].folderName], cycle.members.count > 1 else { continue }
            let shown = cycle.members.indices.prefix(Self.shownMax).map { offset in
                cycle.members[(cycle.start + offset) % cycle.members.count]
            }
            let more = cycle.members.count > Self.shownMax ? ["..."] : []
            let names = (shown + more + [sources[theme].folderName]).joined(separator: " -> ")
            report("extends", of: theme, "extends itself in a cycle: \(names)", "let one of them extend 'default'")
        }
    }

    /// Checks that each axis exists, and that each combination is for themes of different axes.
    private mutating func checkAxes() {
        let axes = project.configuration.axes
        var combinations: [[ThemeID]: Int] = [:]
        for theme in sources.indices {
            guard let manifest = sources[theme].manifest else { continue }
            if let axis = manifest.axis, !axes.contains(axis) {
                let near = project.budget.suggestions.question(for: axis.string, among: axes.map(\.string))
                let all = (axes + [axis]).map { "\"\($0)\"" }.joined(separator: ", ")
                report(
                    "axis", of: theme, "there is no axis '\(axis)'",
                    near ?? "list it in \(Project.fileName): \"axes\": [\(all)]")
            }
            if let parent = manifest.extends.flatMap({ numbers[$0.string] }),
                sources[parent].manifest?.combinedThemes.isEmpty == false
            {
                report("extends", of: theme, "extends '\(name(parent))', which is a combination", "extend a theme")
            }
            guard !manifest.combinedThemes.isEmpty else { continue }
            if let other = combinations.updateValue(theme, forKey: manifest.combinedThemes) {
                report("for", of: theme, "is for the same themes as '\(name(other))'", "merge the two into one")
            }
            checkMembers(of: theme, manifest.combinedThemes.map(\.string))
        }
    }

    private mutating func checkMembers(of theme: Int, _ members: [String]) {
        var isSound = true
        for member in members {
            let source = numbers[member].map { sources[$0] }
            let isCombination = source?.manifest?.combinedThemes.isEmpty == false
            if source != nil, !isCombination, source?.isDefault == false { continue }
            isSound = false
            guard source != nil else {
                reportMissing(member, as: "for", of: theme)
                continue
            }
            let reason = isCombination ? "it is a combination: name its themes" : "the default theme always holds"
            report("for", of: theme, "'\(member)' cannot be a member", reason)
        }
        guard isSound else { return }
        do {
            _ = try order.selection(of: members)
        } catch {
            report("for", of: theme, error.description, "at most one theme of each axis is selected")
        }
    }

    /// Returns the cycle of each theme that is in one, with the theme's place in it. Cost: linear in the number of
    /// themes.
    private static func cycles(
        of themes: [String], _ parents: [String: String?]
    ) -> [String: (members: [String], start: Int)] {
        var cycles: [String: (members: [String], start: Int)] = [:]
        var walks: [String: Int] = [:]
        for (walk, theme) in themes.enumerated() {
            var path: [String] = []
            var next: String? = theme
            while let step = next, walks[step] == nil {
                walks[step] = walk
                path.append(step)
                next = parents[step] ?? nil
            }
            guard let end = next, walks[end] == walk, let start = path.firstIndex(of: end) else { continue }
            let members = Array(path[start...])
            for (number, member) in members.enumerated() { cycles[member] = (members, number) }
        }
        return cycles
    }

    /// Returns a finding about a setting of a theme.
    package func finding(
        _ rule: Rule, at path: SettingPath, of theme: Int, _ message: String, hint: String?
    ) -> Finding {
        let source = sources[theme]
        var finding = Finding(
            rule, theme: name(theme), path: source.configPath ?? source.manifestPath, key: path.description,
            position: source.places?.values[path], message, hint: hint)
        finding.alias = aliases[theme]?[path]?.description
        return finding
    }

    private mutating func report(
        _ key: String, of theme: Int, _ message: String, _ hint: String?, roots: [RootCause] = []
    ) {
        orderFindings[theme, default: []].append(
            Finding(
                .themeManifest, theme: name(theme), path: sources[theme].manifestPath, key: key,
                position: sources[theme].position(of: key), message, hint: hint, roots: roots))
    }

    private mutating func reportMissing(_ other: String, as key: String, of theme: Int) {
        // A theme with this id whose folder has another name has a finding, which keeps all from being packed.
        guard !selected.contains(where: { sources[$0].manifest?.id.string == other }) else {
            sources[theme].hasKnownPlace = false
            return
        }
        let near = project.budget.suggestions.question(for: other, among: names)
        let root = RootCause(
            at: "\(project.configuration.themesFolder)/\(other)", "does not exist, but ", " name it in theme.json",
            hint: near ?? "create it, or let them name another theme", candidates: 0)
        report(key, of: theme, "there is no theme '\(other)'", near, roots: [root])
    }

    /// Themes need folders and packs that every disk can store side by side. An id can end like a version:
    /// `a-1.0.0` 2.0.0 and `a` 1.0.0-2.0.0 have one name.
    private mutating func checkNames() {
        let sameFolder = Self.twins(sources.map { $0.folderName.lowercased() })
        let samePack = Self.twins(
            sources.indices.map { Self.packFileName(of: sources[$0])?.lowercased() ?? sources[$0].folder })
        for theme in selected {
            if let other = sameFolder[theme] {
                findings.append(
                    Finding(
                        .nameClash, theme: name(theme), path: sources[theme].folder,
                        "differs from '\(sources[other].folder)' only in letter case or Unicode form; "
                            + "many disks can store only one of them",
                        hint: "rename one of them"))
            } else if let other = samePack[theme], let fileName = Self.packFileName(of: sources[theme]) {
                report(
                    "version", of: theme,
                    "its pack would have the name of another theme's, '\(name(other))': \(fileName)",
                    "change the id or the version of one of them")
            }
        }
    }

    /// Returns `nil` for a theme whose id is not its folder's name. It has a finding.
    private static func packFileName(of source: SurveyedTheme) -> String? {
        source.manifest.flatMap { $0.id.string == source.folderName ? $0.packFileName : nil }
    }

    /// Returns the first other theme of the same name, for each theme that has one.
    ///
    /// - Parameter names: of all themes.
    private static func twins(_ names: [String]) -> [Int: Int] {
        var first: [String: Int] = [:]
        var twins: [Int: Int] = [:]
        for (theme, name) in names.enumerated() {
            guard let other = first[name] else {
                first[name] = theme
                continue
            }
            twins[theme] = other
            twins[other] = twins[other] ?? theme
        }
        return twins
    }
}

/// Some themes of a project, by their indexes. Whether a theme is one of them takes no search.
package struct ThemeNumbers: RandomAccessCollection, Sendable {
    private let numbers: [Int]
    private let isMember: [Bool]

    init(_ isMember: [Bool]) {
        self.isMember = isMember
        numbers = isMember.indices.filter { isMember[$0] }
    }

    package var startIndex: Int { numbers.startIndex }
    package var endIndex: Int { numbers.endIndex }
    package subscript(index: Int) -> Int { numbers[index] }
    package func contains(_ theme: Int) -> Bool { isMember[theme] }
}

extension SurveyedThemes: RandomAccessCollection {
    package var startIndex: Int { sources.startIndex }
    package var endIndex: Int { sources.endIndex }
    package subscript(theme: Int) -> SurveyedTheme { sources[theme] }
}

extension SurveyedThemes {
    /// Replaces aliases in settings by the values that the theme's chain has for them. Packs, reports, generated keys
    /// and mounted folders then have plain values.
    fileprivate mutating func resolveAliases() {
        let affected = sources.indices.filter { sources[$0].settings?.value.hasAlias == true }
        // The chain of a theme contains the chains of its parents, so they come first.
        let chains = affected.map { chain(of: $0) }
        for index in chains.indices.sorted(by: { (chains[$0].count, $0) < (chains[$1].count, $1) }) {
            resolveAliases(of: affected[index], chains[index])
        }
    }

    private mutating func resolveAliases(of theme: Int, _ chain: [Int]) {
        guard let own = sources[theme].settings,
            let settings = MergedSetting(chain.map { sources[$0].settings }, project.budget)
        else { return }
        let orders = chain.map { sources[$0].manifest?.colorOrder ?? .argb }
        let colors = Set(orders).count > 1 ? colorPaths : []
        var resolution = AliasResolution(settings)
        var names: [String]?
        var byteCount = 0
        let limit = project.configuration.limits.configBytes
        var targets: [SettingPath: SettingPath] = [:]
        var problems: [(path: SettingPath, message: String, hint: String?, roots: [RootCause])] = []
        let resolved = own.value.replacingTexts { path, text in
            func report(_ message: String, _ hint: String, isShared: Bool = false) {
                let root = RootCause(
                    at: sources[theme].configPath ?? sources[theme].manifestPath, theme: name(theme),
                    "\(message), but ",
                    " are aliases of it", hint: hint, unit: .setting, quorum: 2)
                problems.append((path, message, hint, isShared ? [root] : []))
            }
            guard let alias = SettingAlias(text), byteCount <= limit else { return .string(text) }
            targets[path] = alias.target
            switch resolution.resolve(alias, at: path) {
            case nil: break
            case .value(let value, let layer):
                // A long text can have many aliases.
                byteCount += value.string?.utf8.count ?? 0
                if byteCount > limit {
                    report(
                        "its aliases stand for more than \(limit) bytes",
                        "make the text shorter, or set \"limits\": {\"configBytes\": ...} in themepack.json")
                    return .string(text)
                }
                guard orders[layer] != orders[0], Self.isColor(value, at: [path, alias.target], colors)
                else {
                    return value
                }
                return value.reordered(to: orders[0])
            case .failure(.unknown, _):
                let known = names ?? settings.plainPaths
                names = known
                let near = project.budget.suggestions.suggestion(for: alias.target.description, among: known)
                    .map { "did you mean '{\($0)}'?" }
                // A theme whose settings are not known can have it. Its finding keeps this one from being packed; that
                // of a folder that is not read can be exempt.
                let unknown = chain.filter { selected.contains($0) && !sources[$0].isUnread }
                guard !unknown.contains(where: { sources[$0].isUncertain }) else { break }
                report(
                    "no theme of the chain sets '\(alias.target)'",
                    near ?? "write all keys of the setting, from the top: {Color.accent}", isShared: true)
            case .failure(.container, _):
                report(
                    "'\(alias.target)' is an object or a list; an alias stands for one value",
                    "name a setting below it, or write the value out")
            case .failure(.unresolved(let layer), _):
                report(
                    "'\(alias.target)' is an alias of theme '\(name(chain[layer]))' that leads nowhere",
                    "fix that one first")
            case .failure(.circle(let members), _):
                report(Self.description(of: members), "write a value in one")
            }
            return .string(text)
        }
        sources[theme].settings = Settings(resolved.object ?? [:])
        aliases[theme] = targets
        guard selected.contains(theme) else { return }
        findings += problems.map { problem in
            var finding = finding(.configAlias, at: problem.path, of: theme, problem.message, hint: problem.hint)
            finding.roots = problem.roots
            return finding
        }
    }

    private var colorPaths: Set<SettingPath> { Set(defaultTypes.filter { $0.value == .color }.keys) }

    /// Whether a value is a color, judged by its digits, by the keys of a path, or by the default theme's value there.
    private static func isColor(
        _ value: SettingValue, at paths: [SettingPath], _ colors: Set<SettingPath>
    ) -> Bool {
        paths.contains { colors.contains($0) || value.isSurelyColor(at: $0) }
    }

    private static func description(of circle: [SettingPath]) -> String {
        let names = circle.map(\.description)
        let shown = names.prefix(shownMax) + (names.count > shownMax ? ["..."] : []) + names.prefix(1)
        return "names itself in a circle: " + shown.joined(separator: " -> ")
    }
}

extension MergedSetting {
    /// The paths of all settings except objects.
    fileprivate var plainPaths: [String] {
        members.flatMap { member -> [String] in
            member.setting.isObject
                ? member.setting.plainPaths.map { "\(member.key).\($0)" } : [member.key]
        }
    }
}

extension SettingValue {
    /// Returns the color as a file of another order writes it. Any other value stays as it is.
    fileprivate func reordered(to order: ThemeColor.Order) -> SettingValue {
        guard let digits = string.flatMap({ ColorDigits($0) }), digits.hasAlpha else { return self }
        return .string(digits.reordered(to: order))
    }
}
