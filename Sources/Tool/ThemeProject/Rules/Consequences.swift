// See docs/decisions/13-findings-and-rules.md.
/// Folds findings that follow from another one, so that one mistake is one finding.
enum Consequences {
    /// Where a cause has its consequences.
    enum Reach: CaseIterable {
        /// The same file.
        case file
        /// All scales of the image in its theme.
        case image
        /// The image that the file would belong to if it were renamed as its finding says.
        case renamedImage
        /// The themes' images of which the file is the default.
        case replacements
        /// The file that the finding names as the other one, if that one's finding names this file.
        case related
    }

    typealias Row = (cause: Rule, consequences: Set<Rule>, reach: Reach)

    static let rows: [Row] = [
        (.imageCorrupt, [.imageDimensions], .file),
        (.imageLimits, [.imageDimensions], .file),
        (.imageDimensions, [.imageScale], .image),
        (.imageBlank, [.imageAlpha, .imageTemplate, .imageScaleContent], .image),
        (.imageFaint, [.imageTemplate, .imageScaleContent], .image),
        (.imageIdentical, [.imageTemplate, .imageScaleContent], .image),
        (.fileKind, [.imageScaleMissing], .image),
        (.fileKind, [.imageScaleMissing], .renamedImage),
        (.fileKind, [.imageDefaultMissing], .replacements),
        (.imageDefaultMissing, [.imageScaleMissing], .renamedImage),
        (.namePrefix, [.imageScaleMissing], .renamedImage),
        (.namePortable, [.imageScaleMissing], .renamedImage),
        (.imageScaleContent, [.imageScaleContent], .related),
    ]

    /// The most aliases that are followed to the setting that has the value.
    private static let aliasesMax = 8

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
        // In this order, a finding that is explained twice names a cause that is reported.
        for reach in Reach.allCases { foldConsequences(reach, &findings, &explained) }
        foldAliases(&findings, &explained)
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
            // The mistake is at the cause, so the files stay as they are.
            for index in folded.keys { findings[index].remedy = nil }
            move(folded, of: &findings, to: &explained)
        }
    }

    private static func foldConsequences(
        _ reach: Reach, _ findings: inout [Finding], _ explained: inout [Finding]
    ) {
        let rows = Dictionary(grouping: rows.filter { $0.reach == reach }, by: \.cause)
        var causes: [Place: [(finding: Finding, consequences: Set<Rule>)]] = [:]
        // A finding that a root cause has replaced still explains others.
        for finding in findings + explained {
            for row in rows[finding.rule] ?? [] {
                guard let image = image(of: finding, reach) else { continue }
                let theme = reach == .replacements ? nil : finding.theme
                causes[Place(theme: theme, name: image), default: []].append((finding, row.consequences))
            }
        }
        guard !causes.isEmpty else { return }
        fold(&findings, &explained) { finding in
            let place = place(of: finding, reach)
            return place.flatMap { causes[$0] }?.first { cause in
                guard cause.consequences.contains(finding.rule) else { return false }
                // The first one explains the other.
                return reach != .related || cause.finding.path == finding.related?.path && cause.finding < finding
            }?.finding
        }
    }

    /// Folds findings about aliases of a setting that has the same finding.
    private static func foldAliases(_ findings: inout [Finding], _ explained: inout [Finding]) {
        guard findings.contains(where: { $0.alias != nil }) else { return }
        var settings: [Place: Finding] = [:]
        for finding in findings + explained {
            if let key = finding.key { settings[place(of: finding, theme: finding.theme, key)] = finding }
        }
        fold(&findings, &explained) { finding in
            var next = finding.alias
            // Aliases in a circle lead to no setting with a value, and none of them explains another.
            for _ in 0..<aliasesMax {
                guard let key = next,
                    let target = settings[place(of: finding, theme: finding.theme, key)]
                        ?? settings[place(of: finding, theme: ThemeID.default.string, key)]
                else { return nil }
                guard let further = target.alias else { return target }
                next = further
            }
            return nil
        }
    }

    private static func fold(
        _ findings: inout [Finding], _ explained: inout [Finding], cause: (Finding) -> Finding?
    ) {
        var folded: [Int: Finding.Cause] = [:]
        for (index, finding) in findings.enumerated() {
            guard let cause = cause(finding), cause.severity >= finding.severity else { continue }
            folded[index] = cause.cause ?? Finding.Cause(cause)
        }
        move(folded, of: &findings, to: &explained)
    }

    private static func image(of finding: Finding, _ reach: Reach) -> ExactText? {
        switch reach {
        case .file: ExactText(finding.path)
        case .image: finding.imageName
        case .renamedImage: finding.renamedPath.flatMap { ExactText(withoutScaleIn: $0) }
        case .replacements: ExactText(withoutScaleIn: finding.renamedPath ?? finding.path)
        case .related: finding.related.map { ExactText($0.path) }
        }
    }

    /// Returns where a finding looks for its cause.
    private static func place(of finding: Finding, _ reach: Reach) -> Place? {
        let name: ExactText? =
            switch reach {
            case .file, .related: ExactText(finding.path)
            case .image, .renamedImage: finding.imageName
            case .replacements: ExactText(withoutScaleIn: finding.expected ?? finding.path)
            }
        return name.map { Place(theme: reach == .replacements ? nil : finding.theme, name: $0) }
    }

    private static func place(of finding: Finding, theme: String?, _ key: String) -> Place {
        Place(theme: theme, name: ExactText("\(finding.rule.rawValue)\n\(key)\n\(finding.message)"))
    }

    private static func move(
        _ folded: [Int: Finding.Cause], of findings: inout [Finding], to explained: inout [Finding]
    ) {
        guard !folded.isEmpty else { return }
        // A finding whose cause is moved gets the cause of that one.
        let causes = Dictionary(folded.map { (Finding.Cause(findings[$0.key]), $0.value) }) { first, _ in first }
        for index in explained.indices {
            explained[index].cause = explained[index].cause.map { causes[$0] ?? $0 }
        }
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

extension Finding {
    /// The finding that explains this one.
    package struct Cause: Hashable, Sendable {
        package var rule: Rule
        package var path: String
        package var key: String?

        package init(rule: Rule, path: String, key: String?) {
            self.rule = rule
            self.path = path
            self.key = key
        }

        package init(_ finding: Finding) { self.init(rule: finding.rule, path: finding.path, key: finding.key) }
    }

    /// The path of the file with the name that was probably meant; `nil` if the finding has none.
    fileprivate var renamedPath: String? {
        if actual == path { return expected }
        return actual == String(path.lastPathComponent) ? expected.map { "\(path.parentFolder)/\($0)" } : nil
    }

    /// Whether this finding stands for those of many themes or files.
    package var isRoot: Bool { !themes.isEmpty }
}
