/// A mistake in one place that gives findings in many. A check that cannot know whether others have the same finding
/// attaches it, and the rule book reports it once in place of all of them if enough have it.
package struct RootCause: Hashable, Sendable {
    package enum Unit: String, Sendable {
        case theme, image, file, setting
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
    package var quorum: Int

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
    func finding(for findings: [Finding]) -> Finding? {
        let themes = Set(findings.compactMap(\.theme)).sorted(by: UTF8Order.precedes)
        let count = [.theme, .pack].contains(unit) ? themes.count : findings.count
        guard count >= quorum, let first = findings.first else { return nil }
        var finding = Finding(
            first.rule, severity: findings.map(\.severity).max(), theme: theme, path: path, key: key,
            position: position, "\(lead)\(count.counting(unit.rawValue))\(trail)", hint: hint)
        finding.themes = themes
        return finding
    }
}
