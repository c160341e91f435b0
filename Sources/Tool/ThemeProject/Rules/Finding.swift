/// A broken rule, found by verification.
package struct Finding: Hashable, Sendable {
    package var rule: Rule
    /// The project's severity for the rule, else the rule's default.
    package var severity: Severity
    /// The id of the verified theme, or its folder's name if the id cannot be read.
    package var theme: String?
    /// Relative to the project. For a pack, the path as given, with the entry after `!/`. Can contain any character.
    package var path: String
    package var key: String?
    package var position: SourcePosition?
    /// A sentence, or a predicate whose subject is the file. Can contain any character.
    package var message: String
    /// In a few words: `88x44 px`.
    package var expected: String?
    package var actual: String?
    package var hint: String?
    package var related: Related?
    /// A change of files that removes the finding and loses nothing; `nil` if only a person can decide.
    package var remedy: Remedy?
    /// The key of the setting of which this one is an alias.
    package var alias: String?
    /// The causes that this finding can have in common with others, the most likely first. Empty after judgement.
    package var roots: [RootCause] = []
    /// The ids of the themes for which the finding stands, sorted; empty for a finding that stands for itself.
    package var themes: [String] = []
    /// `nil` for a finding that is reported.
    package var cause: Cause?

    package enum Remedy: Hashable, Sendable {
        /// The new path of the file, relative to the project, in the same folder.
        case rename(to: String)
        /// Removes the file if it has the bytes of another one, and if the other scales of the image are removed with
        /// it. All paths are relative to the project.
        case remove(equalTo: String, with: [String])
    }

    package struct Related: Hashable, Sendable {
        package var path: String
        package var message: String

        package init(path: String, message: String) {
            self.path = path
            self.message = message
        }
    }

    package init(
        _ rule: Rule, severity: Severity? = nil, theme: String? = nil, path: String, key: String? = nil,
        position: SourcePosition? = nil,
        _ message: String,
        expected: String? = nil, actual: String? = nil, hint: String? = nil, related: Related? = nil,
        remedy: Remedy? = nil, roots: [RootCause] = []
    ) {
        self.rule = rule
        self.theme = theme
        self.path = path
        self.key = key
        self.position = position
        self.message = message
        self.expected = expected
        self.actual = actual
        self.hint = hint
        self.related = related
        self.remedy = remedy
        self.roots = roots
        self.severity = severity ?? rule.defaultSeverity
    }
}

extension Finding: Comparable {
    /// Orders by path, position, rule and text, so that a report is the same in every run.
    package static func < (left: Finding, right: Finding) -> Bool {
        func key(_ finding: Finding) -> (String, Int, Int, String, String, String) {
            let position = finding.position
            return (
                finding.path, position?.line ?? 0, position?.column ?? 0, finding.rule.rawValue, finding.theme ?? "",
                finding.message
            )
        }
        return key(left) < key(right)
    }
}

/// The severity of a finding. After an error no theme of the run is packed.
package enum Severity: String, OrderedCases, Sendable {
    /// For information. No rule has it by default, and no project can set it.
    case note
    case warning
    case error

    /// The levels of rules in `themepack.json`; `nil` turns a rule off.
    static let levels: [String: Severity?] = ["error": .error, "warning": .warning, "off": nil]
}

extension WorkBudget {
    /// Returns a finding for each kind of work that exceeds its limit and was not reported before.
    func takeFindings() -> [Finding] {
        takeExceeded().map { work in
            Finding(
                .workLimit, path: ProjectLimits.fileName, key: "limits.work", message(work), actual: "\(work)",
                hint: work.hint)
        }
    }

    /// Throws if a limit was exceeded. For a run that reports no findings.
    package func check() throws(UserError) {
        guard let work = takeExceeded().first else { return }
        throw UserError(path: ProjectLimits.fileName, message(work), hint: work.hint)
    }

    private func message(_ work: Work) -> String {
        "\(work.words.subject) takes more than \(limit(of: work)) steps, the limit for this input"
    }
}

extension WorkBudget.Work {
    fileprivate var hint: String {
        "\(words.way), or raise the limit: \"limits\": {\"work\": 10} in themepack.json allows ten times as much"
    }

    /// The subject of a message, and the way to less work.
    fileprivate var words: (subject: String, way: String) {
        switch self {
        case .patterns: ("comparing names with patterns", "use fewer patterns with wildcards")
        case .chains: ("merging the settings of chains of themes", "let themes extend 'default'")
        case .contrast: ("checking the contrast of pairs of colors in all themes", "declare fewer pairs")
        case .selections:
            ("checking the themes of all axes together", "use fewer axes, or combine brands in a project of their own")
        case .pixels: ("decoding images that are much larger than their files", "make the images smaller")
        case .tokens: ("merging design tokens", "use fewer sources and contexts")
        }
    }
}
