import ThemeModel

/// Reads the members of `themepack.json` that apply to parts of a project.
extension Project {
    private static let overrideKeys = ["paths", "rules", "reason"]

    mutating func readIgnoredFiles(_ reader: MemberReader) throws(SourceError) {
        let path = SettingPath(["ignore"])
        if reader.value(at: path) != nil { ignored = try PathPatterns(at: path, reader, limits) }
    }

    mutating func readTolerance(_ reader: MemberReader) throws(SourceError) {
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
    static func severities(
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

    mutating func readOverrides(_ reader: MemberReader, _ problems: inout [SourceError]) {
        let list = SettingPath(["overrides"])
        guard let value = reader.value(at: list) else { return }
        guard case .list(let items) = value else {
            problems.append(reader.problem(list, "expected a list of {\"paths\", \"rules\"}"))
            return
        }
        var contradictions = Contradictions()
        for index in items.indices {
            let path = list.appending(String(index))
            let members = reader.members(at: path, known: Self.overrideKeys, &problems)
            guard members["paths"] != nil, members["rules"]?.object?.isEmpty == false else {
                problems.append(
                    reader.problem(
                        path, "expected \"paths\" and \"rules\"",
                        hint: "such as {\"paths\": [\"themes/year/**\"], \"rules\": {\"image-dimensions\": \"off\"}}"))
                continue
            }
            do throws(SourceError) {
                let override = RuleBook.Override(
                    paths: try PathPatterns(at: path.appending("paths"), reader, limits),
                    severities: Self.severities(at: path.appending("rules"), reader, &problems))
                try contradictions.add(override, at: path, reader)
                ruleBook.overrides.append(override)
            } catch {
                problems.append(error)
            }
        }
    }

}

/// Finds overrides that have the same pattern and another severity of the same rule.
///
/// A later override wins over an earlier one. For the same pattern, the earlier one would never have an effect.
private struct Contradictions {
    private struct Level: Hashable {
        let rule: Rule
        let severity: Severity?
    }

    /// The first override that sets a level for a pattern, by the pattern's bytes.
    private var firsts: [Glob: [Level: Int]] = [:]
    private var count = 0

    /// Cost: linear in the patterns of the override, times the number of rules.
    mutating func add(
        _ override: RuleBook.Override, at path: SettingPath, _ reader: MemberReader
    ) throws(SourceError) {
        let levels = override.severities.map { Level(rule: $0.key, severity: $0.value) }
        var found: (index: Int, rule: Rule, pattern: String)?
        for pattern in override.paths.patterns {
            for (other, index) in firsts[pattern.glob] ?? [:] {
                let isFirst = found.map { (index, other.rule.rawValue) < ($0.index, $0.rule.rawValue) } ?? true
                guard isFirst, let own = override.severities[other.rule], own != other.severity else { continue }
                let earlier = found.flatMap { $0.index == index ? $0.pattern : nil }
                found = (index, other.rule, earlier ?? pattern.glob.pattern)
            }
        }
        if let found {
            throw reader.problem(
                path.appending("rules").appending(found.rule.rawValue),
                "contradicts overrides.\(found.index), which has '\(found.pattern)' and the same rule",
                hint: "keep one of them")
        }
        for pattern in override.paths.patterns {
            for level in levels { firsts[pattern.glob, default: [:]][level] = firsts[pattern.glob]?[level] ?? count }
        }
        count += 1
    }
}
