import ThemeModel

/// Compares the findings of a run with a baseline.
struct BaselineComparison {
    private struct Place: Hashable {
        let rule: Rule
        let path: String
        let key: String?

        init(_ entry: Baseline.Entry) { (rule, path, key) = (entry.rule, entry.path, entry.key) }
    }

    private let baseline: Baseline?
    private let known: Set<Baseline.Entry>
    private let byPlace: [Place: Baseline.Entry]
    private var used: Set<Baseline.Entry> = []

    /// A project without a baseline accepts nothing.
    init(_ baseline: Baseline?) {
        self.baseline = baseline
        known = Set((baseline?.entries ?? []).map(\.entry))
        byPlace = Dictionary((baseline?.entries ?? []).map { (Place($0.entry), $0.entry) }) { first, _ in first }
    }

    /// Returns the finding if it is not in the baseline. If it has changed since, its hint says so.
    mutating func report(_ finding: Finding) -> Finding? {
        let entry = Baseline.Entry(finding)
        if known.contains(entry) {
            used.insert(entry)
            return nil
        }
        guard let old = byPlace[Place(entry)] else { return finding }
        used.insert(old)
        var finding = finding
        let change = "the baseline has \(old.actual.map { "'\($0)'" } ?? "no value") here"
        finding.hint = [finding.hint, change].compactMap { $0 }.joined(separator: "; ")
        return finding
    }

    /// Returns a finding for each entry without one, or one finding for a file that fits nothing.
    func unused(_ selection: RuleSelection) -> [Finding] {
        guard let baseline else { return [] }
        let again = "write the baseline again: themepack verify --write-baseline \(baseline.file)"
        if baseline.isMissing {
            return [
                Finding(
                    .baselineUnused, path: baseline.configuration, key: "baseline", position: baseline.position,
                    "'\(baseline.file)' does not exist",
                    hint: "write it: themepack verify --write-baseline \(baseline.file)")
            ]
        }
        let unused = baseline.entries.filter { !used.contains($0.entry) && selection.contains($0.entry.rule) }
        let (count, missing) = (baseline.entries.count, baseline.missingPaths)
        if count > 1, baseline.entries.allSatisfy({ missing.contains($0.entry.path) }) {
            return [
                Finding(
                    .baselineUnused, path: baseline.file, "none of the files in its \(count) entries exists",
                    hint: "is it the baseline of another project? \(again)")
            ]
        }
        return unused.map { entry, position in
            let place = entry.key.map { "'\($0)' in '\(entry.path)'" } ?? "'\(entry.path)'"
            return Finding(
                .baselineUnused, path: baseline.file, position: position,
                missing.contains(entry.path)
                    ? "accepts \(entry.rule.rawValue) for '\(entry.path)', which does not exist"
                    : "accepts \(entry.rule.rawValue) for \(place), which no longer breaks the rule",
                hint: "remove the entry, or \(again)")
        }
    }
}
