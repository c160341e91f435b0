import ThemeModel

/// One thing that verification has to say.
public struct Finding: Hashable, Sendable {
    /// What was broken.
    public var rule: Rule
    /// As the project has set it, else the rule's own.
    public var severity: Severity
    /// The theme whose verification found it: its id, or its folder's name where the id cannot be read.
    public var theme: String?
    /// Relative to the project; for a pack the path as it was given, with the entry behind `!/`. Data: may hold anything.
    public var path: String
    /// Path of the setting.
    public var key: String?
    /// Where in the file, for settings and other text.
    public var place: Place?
    /// What is wrong, as a sentence or the predicate of one about the file. Data: may hold anything.
    public var message: String
    /// What should be, where that can be said in a few words: `88x44 px`.
    public var expected: String?
    /// What is, in the same words.
    public var actual: String?
    /// How to mend it.
    public var hint: String?
    /// Another file that the finding speaks of.
    public var related: Related?

    /// A file, and what it has to do with a finding.
    public struct Related: Hashable, Sendable {
        public var path: String
        public var message: String

        public init(path: String, message: String) { (self.path, self.message) = (path, message) }
    }

    public init(
        _ rule: Rule, theme: String? = nil, path: String, key: String? = nil, place: Place? = nil, _ message: String,
        expected: String? = nil, actual: String? = nil, hint: String? = nil, related: Related? = nil
    ) {
        (self.rule, self.theme, self.path, self.key, self.place) = (rule, theme, path, key, place)
        (self.message, self.expected, self.actual) = (message, expected, actual)
        (self.hint, self.related) = (hint, related)
        severity = rule.defaultSeverity
    }
}

extension Finding: Comparable {
    /// By path, place, rule and text, so that a report reads from top to bottom and is the same on every run.
    public static func < (left: Finding, right: Finding) -> Bool {
        func key(_ finding: Finding) -> (String, Int, Int, String, String, String) {
            let place = finding.place
            return (
                finding.path, place?.line ?? 0, place?.column ?? 0, finding.rule.rawValue, finding.theme ?? "",
                finding.message
            )
        }
        return key(left) < key(right)
    }
}
