/// A mistake in one place that gives findings in many. A check that cannot know whether others have the same finding
/// attaches it, and the rule book reports it once in place of all of them if enough have it.
package struct RootCause: Hashable, Codable, Sendable {
    package enum Unit: String, Codable, Sendable {
        case theme, image
        /// A published pack.
        case pack = "published pack"
    }

    /// The place of the mistake: its theme, and a path relative to the project, which need not exist.
    var theme: String
    var path: String
    var key: String?
    var position: SourcePosition?
    /// The message, before and after the number of units.
    var lead: String
    var trail = ""
    var hint: String
    var unit = Unit.theme
    /// The fewest units that must have the finding.
    var quorum: Int

    /// - Parameters:
    ///   - candidates: the number of themes that could have the finding. More than half of them, and two, must have it.
    package init(
        at path: String, theme: String = ThemeID.default.string, key: String? = nil, position: SourcePosition? = nil,
        _ lead: String, _ trail: String = "", hint: String, candidates: Int
    ) {
        self.path = path
        self.theme = theme
        self.key = key
        self.position = position
        self.lead = lead
        self.trail = trail
        self.hint = hint
        quorum = 2
        require(mostOf: candidates)
    }

    /// - Parameter candidates: the number of themes that could have the finding.
    package mutating func require(mostOf candidates: Int) { quorum = max(2, candidates / 2 + 1) }

    /// - Parameter quorum: the number of units that must have the finding.
    package init(
        at path: String, theme: String = ThemeID.default.string, key: String? = nil, position: SourcePosition? = nil,
        _ lead: String, _ trail: String = "", hint: String, unit: Unit, quorum: Int
    ) {
        self.init(
            at: path, theme: theme, key: key, position: position, lead, trail, hint: hint, candidates: 0)
        self.unit = unit
        self.quorum = quorum
    }

    /// Returns the finding that stands for some; `nil` if they are too few.
    fileprivate func finding(for findings: [Finding]) -> Finding? {
        let themes = Set(findings.compactMap(\.theme)).sorted(by: UTF8Order.precedes)
        let count = unit == .image ? findings.count : themes.count
        guard count >= quorum, let first = findings.first else { return nil }
        var finding = Finding(
            first.rule, severity: findings.map(\.severity).max(), theme: theme, path: path, key: key,
            position: position, "\(lead)\(count.counting(unit.rawValue))\(trail)", hint: hint)
        finding.themes = themes
        return finding
    }
}

extension Finding {
    /// The finding that explains this one.
    package struct Cause: Hashable, Codable, Sendable {
        package var rule: Rule
        package var path: String
        package var key: String?

        package init(_ finding: Finding) {
            rule = finding.rule
            path = finding.path
            key = finding.key
        }
    }

    /// Whether this finding stands for those of many themes or files.
    package var isRoot: Bool { !themes.isEmpty }
}

/// Which findings follow from another one, so that one mistake is one finding.
enum Consequences {
    /// Where a cause has its consequences.
    enum Reach {
        /// All scales of the image in its theme.
        case image
        /// The image that the file would belong to if it were renamed as its finding says.
        case renamedImage
        /// The file that the finding names as the other one.
        case related
    }

    typealias Row = (cause: Rule, consequences: Set<Rule>, reach: Reach)

    static let rows: [Row] = [
        (.imageDimensions, [.imageScale], .image),
        (.imageBlank, [.imageAlpha, .imageTemplate, .imageScaleContent, .imageDuplicate], .image),
        (.imageFaint, [.imageTemplate, .imageScaleContent], .image),
        (.imageIdentical, [.imageTemplate, .imageScaleContent, .imageDuplicate], .image),
        (.imageDefaultMissing, [.imageScaleMissing], .renamedImage),
        (.namePrefix, [.imageScaleMissing], .renamedImage),
        (.imageScaleContent, [.imageScaleContent], .related),
    ]

    private static let rowsByCause = Dictionary(grouping: rows, by: \.cause)

    /// A theme's image at all scales, or a setting with what is wrong with it.
    private struct Place: Hashable {
        let theme: String?
        let name: ExactText
    }

    /// Moves findings that another one explains to `explained`, and adds those that stand for many.
    ///
    /// A finding never explains a more severe one, so the result of a run stays the same.
    ///
    /// - Parameter accepts: decides about a finding that stands for others: whether it is reported.
    static func fold(_ findings: inout [Finding], explained: inout [Finding], accepts: (Finding) -> Bool) {
        foldRoots(&findings, &explained, accepts)
        foldConsequences(&findings, &explained)
        for index in findings.indices { findings[index].roots = [] }
        for index in explained.indices { explained[index].roots = [] }
    }

    private static func foldRoots(
        _ findings: inout [Finding], _ explained: inout [Finding], _ accepts: (Finding) -> Bool
    ) {
        for rank in 0... {
            var groups: [RootCause: [Int]] = [:]
            for (index, finding) in findings.enumerated() where finding.roots.count > rank {
                groups[finding.roots[rank], default: []].append(index)
            }
            guard !groups.isEmpty else { return }
            var folded: [Int: Finding.Cause] = [:]
            for (root, indices) in groups {
                guard let finding = root.finding(for: indices.map { findings[$0] }) else { continue }
                for index in indices { folded[index] = Finding.Cause(finding) }
                if accepts(finding) { findings.append(finding) }
            }
            move(folded, of: &findings, to: &explained)
        }
    }

    private static func foldConsequences(_ findings: inout [Finding], _ explained: inout [Finding]) {
        var causes: [Place: [(finding: Finding, consequences: Set<Rule>)]] = [:]
        let hasAliases = findings.contains { $0.alias != nil }
        var ofSettings: [Place: Finding] = [:]
        // What stands for a finding explains what follows from it.
        for finding in findings + explained {
            for row in rowsByCause[finding.rule] ?? [] {
                guard let image = image(of: finding, row.reach) else { continue }
                causes[Place(theme: finding.theme, name: image), default: []].append((finding, row.consequences))
            }
            if hasAliases, let key = finding.key { ofSettings[place(of: finding, theme: finding.theme, key)] = finding }
        }
        guard !causes.isEmpty || !ofSettings.isEmpty else { return }
        var folded: [Int: Finding.Cause] = [:]
        for (index, finding) in findings.enumerated() {
            let place = finding.imageName.map { Place(theme: finding.theme, name: $0) }
            let cause =
                place.flatMap { causes[$0] }?.first { cause in
                    cause.consequences.contains(finding.rule)
                        && (cause.finding.rule != finding.rule || cause.finding < finding)
                }?.finding ?? origin(of: finding, in: ofSettings)
            if let cause, cause.severity >= finding.severity { folded[index] = cause.cause ?? Finding.Cause(cause) }
        }
        move(folded, of: &findings, to: &explained)
    }

    private static func image(of finding: Finding, _ reach: Reach) -> ExactText? {
        switch reach {
        case .image: finding.imageName
        case .renamedImage:
            if case .rename(let target)? = finding.remedy { ExactText(withoutScaleIn: target) } else { nil }
        case .related: finding.related.flatMap { ExactText(withoutScaleIn: $0.path) }
        }
    }

    /// Returns the finding with the same text about the setting of which this one is an alias.
    private static func origin(of finding: Finding, in settings: [Place: Finding]) -> Finding? {
        guard let alias = finding.alias else { return nil }
        return [finding.theme, ThemeID.default.string].lazy.compactMap { theme in
            settings[place(of: finding, theme: theme, alias)]
        }.first
    }

    private static func place(of finding: Finding, theme: String?, _ key: String) -> Place {
        Place(theme: theme, name: ExactText("\(finding.rule.rawValue)\n\(key)\n\(finding.message)"))
    }

    private static func move(
        _ folded: [Int: Finding.Cause], of findings: inout [Finding], to explained: inout [Finding]
    ) {
        guard !folded.isEmpty else { return }
        var kept: [Finding] = []
        for (index, finding) in findings.enumerated() {
            guard let cause = folded[index] else {
                kept.append(finding)
                continue
            }
            var finding = finding
            finding.cause = cause
            explained.append(finding)
        }
        findings = kept
    }
}
