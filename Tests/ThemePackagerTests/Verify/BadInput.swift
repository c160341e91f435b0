import TestSupport
import Testing
import ThemeProject

/// A change that breaks a valid project, and the expected finding.
struct BadInput: Sendable, CustomTestStringConvertible {
    let name: String
    let rule: Rule
    let path: String
    var key: String?
    var position: SourcePosition?
    /// Rules that may have findings elsewhere as a consequence.
    var mayFollow: Set<Rule> = []
    /// Whether libpng words the reason, so that no file has the sentence.
    var isWordedByLibrary = false
    let spoil: @Sendable (inout ProjectFiles) -> Void

    var testDescription: String { name }

    init(
        _ name: String, _ rule: Rule, at path: String, key: String? = nil, position: (Int, Int)? = nil,
        spoil: @escaping @Sendable (inout ProjectFiles) -> Void
    ) {
        self.name = name
        self.rule = rule
        self.path = path
        self.key = key
        self.spoil = spoil
        self.position = position.map { SourcePosition(line: $0.0, column: $0.1) }
    }

    static func image(_ name: String, _ rule: Rule, _ bytes: [UInt8]) -> BadInput {
        BadInput(name, rule, at: Self.imagePath) { $0.files[Self.imagePath] = bytes }
    }

    /// Damage that libpng finds.
    static func damage(_ name: String, _ bytes: [UInt8]) -> BadInput {
        var input = BadInput.image(name, .imageCorrupt, bytes)
        input.isWordedByLibrary = true
        return input
    }

    static let imagePath = "themes/year/common/year_button.png"

    /// Expects one finding at the position with the rule's severity and a hint, and no other errors.
    ///
    /// - Parameter sentences: the file of its sentence.
    func check(in sentences: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let findings = try ProjectFiles.sound.with(spoil).verify()
        let found = findings.filter { $0.rule == rule && $0.path == path && $0.key == key }
        #expect(found.count == 1, "\(findings.map(\.line))", sourceLocation: sourceLocation)
        guard let finding = found.first else { return }
        if isWordedByLibrary {
            #expect(finding.message.hasPrefix("is damaged: "), sourceLocation: sourceLocation)
        } else {
            let mismatch = try Sentences.mismatch(finding.sentence, of: name, in: sentences)
            #expect(mismatch == nil, sourceLocation: sourceLocation)
        }
        #expect(finding.severity == rule.defaultSeverity, sourceLocation: sourceLocation)
        let isHelpful = finding.hint != nil || finding.expected != nil || finding.message.contains("expected")
        #expect(isHelpful, "\(finding.line)", sourceLocation: sourceLocation)
        if let position { #expect(finding.position == position, sourceLocation: sourceLocation) }
        let others = findings.filter { $0.severity == .error && $0.path != path && !mayFollow.contains($0.rule) }
        #expect(others.isEmpty, "\(others.map(\.line))", sourceLocation: sourceLocation)
    }
}
