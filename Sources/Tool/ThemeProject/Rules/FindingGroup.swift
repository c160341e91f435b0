/// The findings that people see as one: those of a rule about one image at several scales.
package struct FindingGroup: Sendable {
    /// In the order of scales.
    package private(set) var findings: [Finding]

    /// A finding alone, as formats for programs have it.
    package init(_ finding: Finding) { findings = [finding] }

    package var first: Finding { findings[0] }

    /// The messages, each once. With several, those after the first begin with their scale.
    package var message: String {
        guard findings.contains(where: { $0.message != first.message }) else { return first.message }
        return findings.enumerated().map { number, finding in
            number == 0 ? finding.message : "\(Self.scale(of: finding)): \(finding.message)"
        }.joined(separator: "; ")
    }

    /// Whether `--fix` changes all of its files.
    package var isFixable: Bool { findings.allSatisfy { $0.remedy != nil } }

    /// For example ` (@1x, @2x)`; empty for one finding.
    package var scales: String {
        findings.count < 2 ? "" : " (\(findings.map(Self.scale).joined(separator: ", ")))"
    }

    /// Returns the numbers of errors and warnings that people see, in words.
    package static func counts(of findings: [Finding]) -> [String] {
        let severities = groups(of: findings).map(\.first.severity)
        return [Severity.error, .warning].map { severity in
            severities.count { $0 == severity }.counting(severity.rawValue)
        }
    }

    private static func scale(of finding: Finding) -> String {
        (ImageFileName(finding.path.lastPathComponent)?.scale ?? .one).description
    }

    private struct Key: Hashable {
        let rule: Rule
        let severity: Severity
        let theme: String?
        let image: ExactText
    }

    /// Returns the groups in the order of their first findings. Sorted findings give scales in their order.
    package static func groups(of findings: [Finding]) -> [FindingGroup] {
        var groups: [FindingGroup] = []
        var numbers: [Key: [Int]] = [:]
        for finding in findings {
            let key = finding.imageName.map {
                Key(rule: finding.rule, severity: finding.severity, theme: finding.theme, image: $0)
            }
            // An image can have several findings of a rule at each scale: the same messages belong together.
            let others = (key.flatMap { numbers[$0] } ?? []).filter { groups[$0].findings.last?.path != finding.path }
            if let number = others.first(where: { groups[$0].first.message == finding.message }) ?? others.first {
                groups[number].findings.append(finding)
            } else {
                if let key { numbers[key, default: []].append(groups.count) }
                groups.append(FindingGroup(finding))
            }
        }
        return groups
    }
}

extension Finding {
    package var isAboutImage: Bool { imageName != nil }

    /// The path of an image without scale; `nil` for another file.
    var imageName: ExactText? { ExactText(withoutScaleIn: path) }
}

extension ExactText {
    /// - Parameter path: of an image; the result is `nil` for another file.
    init?(withoutScaleIn path: String) {
        guard let file = ImageFileName(path.lastPathComponent) else { return nil }
        self.init("\(path.parentFolder)/\(file.stem)")
    }
}
