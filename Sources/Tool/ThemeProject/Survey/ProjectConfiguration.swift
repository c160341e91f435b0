/// The contents of `themepack.json`.
package struct ProjectConfiguration: Sendable {
    static let usualThemesFolder = "themes"

    package private(set) var assetFolder = "assets"
    package private(set) var themesFolder = usualThemesFolder
    /// Folders that may be links out of the project, relative to it.
    private(set) var links: [String] = []
    /// Files that are not read.
    private(set) var ignored = PathPatterns.none
    package private(set) var limits = ProjectLimits()
    /// The most points by which an image's width and height may differ from its default's.
    package private(set) var tolerance = 0.0
    package var ruleBook: RuleBook
    /// The rules for generated code.
    package private(set) var keys: KeyRules
    /// The pairs of colors whose contrast is checked.
    package private(set) var contrast: [ContrastPair] = []
    /// Relative to the project; `nil` if `themepack.json` names none.
    package private(set) var baselineFile: String?
    private(set) var baselinePosition: SourcePosition?
    /// The names of the fonts that exist, with `*` for any characters; `nil` if `themepack.json` lists none.
    package private(set) var fonts: GlobSet?
    /// The axes along which themes are selected, from the weakest to the strongest.
    package private(set) var axes: [ThemeAxis] = []

    /// Pays for all work of a run.
    package let budget = WorkBudget()

    /// The usual configuration of a project.
    init(at root: String) {
        ruleBook = RuleBook(budget)
        ruleBook.root = root
        keys = KeyRules(file: "\(root)/\(ProjectLimits.fileName)")
    }

    package static let members = [
        SourceDocument.schemaKey, "assets", "themes", "links", "ignore", "rules", "overrides", "exemptions",
        "tolerance", "limits", "keys", "contrast", "baseline", "fonts", "axes",
    ]

    /// Applies `themepack.json`. Returns all mistakes in the order of their places; an unknown key is one.
    mutating func apply(_ document: SourceDocument) -> [SourceError] {
        let reader = MemberReader(document: document, budget.suggestions)
        var problems: [SourceError] = []
        let members = reader.members(at: .root, known: Self.members, &problems)
        func attempt(_ step: () throws(SourceError) -> Void) {
            do throws(SourceError) { try step() } catch { problems.append(error) }
        }
        func read(_ key: String, _ step: (SettingValue, SettingPath) throws(SourceError) -> Void) {
            guard let value = members[key] else { return }
            attempt { () throws(SourceError) in try step(value, SettingPath([key])) }
        }
        func folder(_ value: SettingValue, at path: SettingPath) throws(SourceError) -> String {
            try reader.path(value, at: path, "a folder's path, relative to the project")
        }
        read("assets") { value, path throws(SourceError) in assetFolder = try folder(value, at: path) }
        read("themes") { value, path throws(SourceError) in themesFolder = try folder(value, at: path) }
        attempt { () throws(SourceError) in try checkFoldersAreSeparate(reader) }
        attempt { () throws(SourceError) in
            let list = SettingPath(["links"])
            links = try reader.list(at: list, "a list of folders, relative to the project", folder)
        }
        readLimits(reader, &problems)
        read("ignore") { _, path throws(SourceError) in ignored = try PathPatterns(at: path, reader, limits) }
        attempt { () throws(SourceError) in try readTolerance(reader) }
        ruleBook.severities = Self.severities(at: SettingPath(["rules"]), reader, &problems)
        attempt { () throws(SourceError) in try readOverrides(reader, &problems) }
        read("fonts") { value, path throws(SourceError) in fonts = try Self.fonts(value, at: path, reader) }
        attempt { () throws(SourceError) in axes = try Self.axes(reader) }
        read("baseline") { value, path throws(SourceError) in
            let hint = "such as \"baseline.json\", which 'themepack verify --write-baseline' writes"
            let file = try reader.path(value, at: path, "the path of a file, relative to the project", hint: hint)
            // Some disks ignore letter case.
            guard file.firstPathComponent.lowercased() != Project.cacheFolder else {
                throw reader.problem(path, "is in '\(Project.cacheFolder)', the project's cache", hint: hint)
            }
            baselineFile = file
            baselinePosition = document.valuePositions[path]
        }
        attempt { () throws(SourceError) in keys = try KeyRules(file: keys.file, reader) }
        attempt { () throws(SourceError) in contrast = try ContrastPair.pairs(reader) }
        attempt { () throws(SourceError) in try readExemptions(reader, &problems) }
        return problems.sorted { ($0.position ?? .start) < ($1.position ?? .start) }
    }

    /// If one folder contained the other, a file could belong to two themes.
    private func checkFoldersAreSeparate(_ reader: MemberReader) throws(SourceError) {
        // Some disks ignore letter case.
        let one = "\(assetFolder)/".lowercased()
        let other = "\(themesFolder)/".lowercased()
        guard one.hasPrefix(other) || other.hasPrefix(one) else { return }
        let key = SettingPath([reader.value(at: SettingPath(["assets"])) == nil ? "themes" : "assets"])
        throw reader.problem(
            key, "the folders of images and themes, '\(assetFolder)' and '\(themesFolder)', overlap",
            hint: "give each a folder of its own")
    }

    private static func fonts(
        _ value: SettingValue, at path: SettingPath, _ reader: MemberReader
    ) throws(SourceError) -> GlobSet {
        guard case .list(let items) = value, items.allSatisfy({ $0.string?.isEmpty == false }) else {
            throw reader.problem(
                path, "expected a list of names of fonts", hint: "such as [\"Helvetica\", \"PingFangSC-*\"]")
        }
        return GlobSet(items.compactMap(\.string).map { Glob($0) })
    }

    private static func axes(_ reader: MemberReader) throws(SourceError) -> [ThemeAxis] {
        let hint = "name them from the weakest to the strongest: [\"brand\", \"mode\", \"contrast\"]"
        var known: Set<ThemeAxis> = []
        return try reader.list(
            at: SettingPath(["axes"]), "a list of at most \(ThemeAxis.countMax) axes", max: ThemeAxis.countMax,
            hint: hint
        ) { item, path throws(SourceError) in
            guard let axis = item.string.flatMap({ try? ThemeAxis($0) }) else {
                throw reader.problem(path, "expected a name of letters, digits, '_', '-' and '.'", hint: hint)
            }
            guard known.insert(axis).inserted else { throw reader.problem(path, "names the axis '\(axis)' twice") }
            return axis
        }
    }

    private mutating func readLimits(_ reader: MemberReader, _ problems: inout [SourceError]) {
        for name in reader.members(at: SettingPath(["limits"]), known: ProjectLimits.names, &problems).keys.sorted() {
            let path = SettingPath(["limits", name])
            guard let entry = ProjectLimits.all.first(where: { $0.name == name }) else { continue }
            guard case .number(let number) = reader.value(at: path), number >= 1, number <= Double(entry.maximum),
                number == number.rounded()
            else {
                problems.append(reader.problem(path, "expected a whole number from 1 to \(entry.maximum)"))
                continue
            }
            limits[keyPath: entry.keyPath] = Int(number)
        }
        budget.raise(by: limits.work)
    }

    private mutating func readExemptions(
        _ reader: MemberReader, _ problems: inout [SourceError]
    ) throws(SourceError) {
        let list = SettingPath(["exemptions"])
        _ = try reader.list(at: list, "a list of {\"rule\", \"path\", \"reason\"}") { _, path throws(SourceError) in
            problems.collect { () throws(SourceError) in ruleBook.exemptions.append(try exemption(at: path, reader)) }
        }
    }

    private func exemption(at path: SettingPath, _ reader: MemberReader) throws(SourceError) -> RuleBook.Exemption {
        let members = try reader.members(at: path, known: ["rule", "path", "reason"])
        guard let name = members["rule"]?.string, let pattern = members["path"], pattern.string?.isEmpty == false else {
            throw reader.problem(path, "expected \"rule\" and \"path\"")
        }
        try reader.checkReason(at: path)
        let rule = try reader.rule(name, at: path.appending("rule"))
        guard rule.canBeExempted else {
            throw reader.problem(path.appending("rule"), "no file can be exempt from '\(name)'", hint: rule.summary)
        }
        let glob =
            rule.needsPacks
            ? Glob(pattern.string ?? "") : try reader.glob(pattern, at: path.appending("path"), example: "assets/**")
        return RuleBook.Exemption(
            rule: rule, glob: glob, file: ProjectLimits.fileName, position: reader.document.valuePositions[path])
    }

    private mutating func readTolerance(_ reader: MemberReader) throws(SourceError) {
        let path = SettingPath(["tolerance", "points"])
        guard let value = try reader.members(at: SettingPath(["tolerance"]), known: ["points"])["points"] else {
            return
        }
        guard case .number(let points) = value, (0...Self.toleranceMax).contains(points) else {
            throw reader.problem(path, "expected a number from 0 to \(Int(Self.toleranceMax))")
        }
        tolerance = points
    }

    /// An image that differs more from its default is another image.
    private static let toleranceMax = 100.0

    /// Reads the severities of rules at a path of `themepack.json`. `.some(nil)` turns a rule off.
    private static func severities(
        at path: SettingPath, _ reader: MemberReader, _ problems: inout [SourceError]
    ) -> [Rule: Severity?] {
        var severities: [Rule: Severity?] = [:]
        let names = Rule.allCases.map(\.rawValue)
        for name in reader.members(at: path, known: names, &problems).keys.sorted() {
            let path = path.appending(name)
            guard let rule = Rule(rawValue: name), let text = reader.value(at: path)?.string,
                let severity = Severity.levels[text]
            else {
                problems.append(reader.problem(path, "expected \"error\", \"warning\" or \"off\""))
                continue
            }
            if rule.isStructural, severity != .error {
                problems.append(
                    reader.problem(
                        path, "cannot be lowered, as the pack would not be sound",
                        hint: "exempt single files under \"exemptions\"; they are left out of the pack"))
                continue
            }
            severities[rule] = .some(severity)
        }
        return severities
    }

    private mutating func readOverrides(
        _ reader: MemberReader, _ problems: inout [SourceError]
    ) throws(SourceError) {
        /// The first override that sets the severity of a rule for a pattern, by both.
        var overrides: [RuleBook.Override] = []
        defer { ruleBook.overrides = RuleBook.Overrides(overrides) }
        var firsts: [OverriddenRule: (severity: Severity?, number: Int)] = [:]
        var number = 0
        let list = SettingPath(["overrides"])
        _ = try reader.list(at: list, "a list of {\"paths\", \"rules\"}") { _, path throws(SourceError) in
            defer { number += 1 }
            let members = reader.members(at: path, known: ["paths", "rules", "reason"], &problems)
            do throws(SourceError) {
                guard members["paths"] != nil, members["rules"]?.object?.isEmpty == false else {
                    throw reader.problem(
                        path, "expected \"paths\" and \"rules\"",
                        hint: "such as {\"paths\": [\"themes/year/**\"], \"rules\": {\"image-dimensions\": \"off\"}}")
                }
                try reader.checkReason(at: path)
                let override = RuleBook.Override(
                    paths: try PathPatterns(at: path.appending("paths"), reader, limits),
                    severities: Self.severities(at: path.appending("rules"), reader, &problems))
                let severities = override.paths.patterns.flatMap { pattern in
                    override.severities.map { (OverriddenRule(glob: pattern.glob, rule: $0.key), $0.value) }
                }
                // A later override wins. For the same pattern, the earlier one would never have an effect.
                let contradictions = severities.compactMap { place, severity in
                    firsts[place].flatMap { $0.severity == severity ? nil : (number: $0.number, place: place) }
                }
                let first = contradictions.min { left, right in
                    (left.number, left.place.rule.rawValue) < (right.number, right.place.rule.rawValue)
                }
                if let (number, place) = first {
                    throw reader.problem(
                        path.appending("rules").appending(place.rule.rawValue),
                        "contradicts overrides.\(number), which has '\(place.glob.pattern)' and the same rule",
                        hint: "keep one of them")
                }
                for (place, severity) in severities where firsts[place] == nil { firsts[place] = (severity, number) }
                overrides.append(override)
            } catch {
                problems.append(error)
            }
        }
    }

    private struct OverriddenRule: Hashable {
        let glob: Glob
        let rule: Rule
    }
}
