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
    /// A part of the message; `nil` if a file has it.
    var says: String?
    /// Rules that may have findings elsewhere as a consequence.
    var mayFollow: Set<Rule> = []
    let spoil: @Sendable (inout ProjectFiles) -> Void

    var testDescription: String { name }

    init(
        _ name: String, _ rule: Rule, at path: String, key: String? = nil, position: (Int, Int)? = nil,
        says: String? = nil,
        spoil: @escaping @Sendable (inout ProjectFiles) -> Void
    ) {
        (self.name, self.rule, self.path, self.key, self.says, self.spoil) = (name, rule, path, key, says, spoil)
        self.position = position.map { SourcePosition(line: $0.0, column: $0.1) }
    }

    static func image(_ name: String, _ rule: Rule, says: String, _ bytes: [UInt8]) -> BadInput {
        BadInput(name, rule, at: Self.imagePath, says: says) { $0.files[Self.imagePath] = bytes }
    }

    static let imagePath = "themes/year/common/year_button.png"

    /// Expects one finding at the position with the rule's severity and a hint, and no other errors.
    ///
    /// - Parameter sentences: the file of its sentence.
    func check(in sentences: String? = nil, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let findings = try ProjectFiles.sound.with(spoil).verify()
        let found = findings.filter {
            $0.rule == rule && $0.path == path && $0.key == key && $0.message.contains(says ?? "")
        }
        #expect(found.count == 1, "\(findings.map(\.line))", sourceLocation: sourceLocation)
        guard let finding = found.first else { return }
        if let sentences {
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
