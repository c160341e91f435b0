/// The findings that a project accepts as long as they do not change. `"baseline"` in `themepack.json` names the file.
package struct Baseline: Sendable {
    package struct Entry: Hashable, Sendable {
        package let rule: Rule
        package let path: ExactText
        package let key: String?
        /// The value that the finding reports, such as a size. With another value, it is another finding.
        package let actual: String?
        /// The digest of the file's bytes, if these are what the rule is about. Another file is another finding.
        package var sha256: String?

        /// The entry for any bytes of the file.
        fileprivate var unpinned: Entry { Entry(rule: rule, path: path, key: key, actual: actual) }
        /// The entry for any bytes and any value.
        fileprivate var place: Entry { Entry(rule: rule, path: path, key: key, actual: nil) }
    }

    /// Relative to the project.
    package let file: String
    private(set) var entries: [(entry: Entry, position: SourcePosition?)] = []
    /// The paths of entries that no longer exist.
    private(set) var missingPaths: Set<ExactText> = []
    /// The entries whose file has other bytes now.
    fileprivate private(set) var changed: Set<Entry> = []
    /// The first mistake in the file. No finding can be accepted then.
    private(set) var problem: SourceError?
    /// The place of the name in `themepack.json`.
    let position: SourcePosition?
    private let bytes: [UInt8]?

    /// Whether there is no such file. All findings are reported then.
    var isMissing: Bool { bytes == nil }

    /// - Parameters:
    ///   - file: relative to the project.
    ///   - position: where `themepack.json` names it.
    ///   - bytes: `nil` if there is no such file.
    ///   - exists: returns whether the project has a file or folder, and `digest` the SHA-256 of a file.
    init(
        file: String, namedAt position: SourcePosition?, _ bytes: [UInt8]?, _ limits: ProjectLimits,
        exists: (String) -> Bool, digest: (String) -> ContentDigest?
    ) {
        self.file = file
        self.position = position
        self.bytes = bytes
        guard let bytes else { return }
        do throws(SourceError) {
            try read(try SourceDocument.read(bytes, fileName: "baseline.json", limits: limits))
        } catch {
            problem = error
        }
        missingPaths = Set(entries.map(\.entry.path)).filter { !exists($0.string) }
        for (entry, _) in entries {
            if let pinned = entry.sha256, digest(entry.path.string)?.description != pinned { changed.insert(entry) }
        }
    }

    private static let version = 1.0
    package static let keys = [SourceDocument.schemaKey, "version", "findings"]
    package static let entryKeys = ["rule", "path", "key", "actual", "sha256"]

    private mutating func read(_ document: SourceDocument) throws(SourceError) {
        let reader = MemberReader(document: document, NearMiss())
        let members = try reader.members(at: .root, known: Self.keys)
        guard members["version"] == .number(Self.version), case .list(let items)? = members["findings"] else {
            throw reader.problem(
                .root, "is not a baseline of version 1",
                hint: "delete it, and write it again: themepack verify --write-baseline FILE")
        }
        for index in items.indices {
            let place = SettingPath(["findings", String(index)])
            let members = try reader.members(at: place, known: Self.entryKeys)
            guard let name = members["rule"]?.string, let path = members["path"]?.string else {
                throw reader.problem(place, "expected \"rule\" and \"path\"")
            }
            let rule = try reader.rule(name, at: place.appending("rule"))
            guard rule.canBeAccepted else {
                throw reader.problem(
                    place.appending("rule"), "a baseline cannot accept a finding of '\(name)'",
                    hint: "fix it, or exempt the file")
            }
            let entry = Entry(
                rule: rule, path: ExactText(path), key: members["key"]?.string, actual: members["actual"]?.string,
                sha256: members["sha256"]?.string)
            entries.append((entry, document.valuePositions[place]))
        }
    }

    var identity: String { bytes.map { String(decoding: $0, as: UTF8.self) } ?? "" }
}

extension Baseline {
    /// Returns the contents of a file that accepts some findings. Leaves out those that no baseline can accept.
    ///
    /// - Parameter digest: returns the SHA-256 of a file of the project; `nil` if it cannot be read.
    package static func contents(
        accepting findings: [Finding], digest: (String) -> ContentDigest?
    ) -> (value: SettingValue, count: Int, leftOut: Int) {
        var known: Set<Entry> = []
        let acceptable = findings.filter(\.rule.canBeAccepted)
        let entries = acceptable.map { finding in
            var entry = Entry(finding)
            if finding.rule.isAboutBytes { entry.sha256 = digest(finding.path)?.description }
            return entry
        }.filter { known.insert($0).inserted }
        let value = SettingValue.members(["version": version, "findings": entries.map(\.value)])
        return (value, entries.count, findings.count - acceptable.count)
    }
}

extension Baseline.Entry {
    init(_ finding: Finding) {
        self.init(rule: finding.rule, path: ExactText(finding.path), key: finding.key, actual: finding.actual)
    }

    fileprivate var value: SettingValue {
        .members(["rule": rule.rawValue, "path": path.string, "key": key, "actual": actual, "sha256": sha256])
    }
}

/// Compares the findings of a run with a baseline.
struct BaselineComparison {
    private let baseline: Baseline?
    private let known: [Baseline.Entry: Baseline.Entry]
    private let byPlace: [Baseline.Entry: Baseline.Entry]
    private var used: Set<Baseline.Entry> = []

    /// A project without a baseline accepts nothing.
    init(_ baseline: Baseline?) {
        self.baseline = baseline
        known = Dictionary((baseline?.entries ?? []).map { ($0.entry.unpinned, $0.entry) }) { first, _ in first }
        byPlace = Dictionary((baseline?.entries ?? []).map { ($0.entry.place, $0.entry) }) { first, _ in first }
    }

    /// Returns the finding if it is not in the baseline. If it has changed since, its hint says so.
    mutating func report(_ finding: Finding) -> Finding? {
        let entry = Baseline.Entry(finding)
        let accepted = known[entry]
        if let accepted, baseline?.changed.contains(accepted) == false {
            used.insert(accepted)
            return nil
        }
        guard let old = accepted ?? byPlace[entry.place] else { return finding }
        used.insert(old)
        var finding = finding
        let change =
            accepted == nil
            ? "the baseline has \(old.actual.map { "'\($0)'" } ?? "no value") here"
            : "the file is another one than the baseline accepts"
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
                    .baselineUnused, path: ProjectLimits.fileName, key: "baseline", position: baseline.position,
                    "'\(baseline.file)' does not exist",
                    hint: "write it: themepack verify --write-baseline \(baseline.file)")
            ]
        }
        let unused = baseline.entries.filter { !used.contains($0.entry) && selection.contains($0.entry.rule) }
        let count = baseline.entries.count
        let missing = baseline.missingPaths
        if count > 1, baseline.entries.allSatisfy({ missing.contains($0.entry.path) }) {
            return [
                Finding(
                    .baselineUnused, path: baseline.file, "none of the files in its \(count) entries exists",
                    hint: "is it the baseline of another project? \(again)")
            ]
        }
        return unused.map { entry, position in
            let place = entry.key.map { "'\($0)' in '\(entry.path.string)'" } ?? "'\(entry.path.string)'"
            return Finding(
                .baselineUnused, path: baseline.file, position: position,
                missing.contains(entry.path)
                    ? "accepts \(entry.rule.rawValue) for '\(entry.path.string)', which does not exist"
                    : "accepts \(entry.rule.rawValue) for \(place), which no longer breaks the rule",
                hint: "remove the entry, or \(again)")
        }
    }
}
