import ThemeModel
import ThemeProject

/// Findings about themed images that are equal to their defaults.
extension ThemeComparison {
    /// What a theme has under a name, compared with the default.
    private enum Share {
        case nothing
        /// The default's image, at each scale of both.
        case theDefault
        case another
    }

    /// Completes the finding about an image that is equal to its default; `nil` if it hides an image of a theme
    /// between, which would be shown without it.
    func identicalFinding(_ finding: Finding, _ number: Int, defaultPath: String) -> Finding? {
        guard let theme = images.owner(number) else { return finding }
        let groups = groups(of: images.files[number].variant.name)
        let between = survey.chain(of: theme).dropFirst().filter { !survey.themes[$0].isDefault }
        let shares = between.map { share(of: $0, in: groups) }
        guard !shares.contains(.another) else { return nil }
        var finding = finding
        // The files of other themes are not read.
        if let unread = between.first(where: { !survey.selected.contains($0) }) {
            finding.hint = "remove it, unless it hides an image of theme '\(survey.name(unread))'"
            return finding
        }
        let scales = groups.compactMap { images.image(of: $0, for: theme) }.filter { $0 != number }
        if !scales.allSatisfy(isIdentical) {
            finding.hint = "replace it by the theme's own image, which other scales have"
        } else if share(of: theme, in: groups) == .theDefault {
            finding.remedy = .remove(equalTo: defaultPath, with: scales.map(images.path))
        }
        return finding
    }

    private func groups(of name: LogicalName) -> [Int] {
        let first = images.ranges.partitioningIndex { images.files[$0.lowerBound].variant.name >= name }
        return Array(images.ranges.indices[first...].prefix { images.variant(of: $0).name == name })
    }

    private func share(of theme: Int, in groups: [Int]) -> Share {
        let own = groups.map { images.image(of: $0, for: theme) }
        if own.allSatisfy({ $0 == nil }) { return .nothing }
        return zip(groups, own).allSatisfy { images.defaultImage(of: $0) != nil && $1.map(isIdentical) == true }
            ? .theDefault : .another
    }

    private func isIdentical(_ number: Int) -> Bool {
        let first = inspection.defects.partitioningIndex { $0.number >= number }
        return inspection.defects[first...].prefix { $0.number == number }.contains { $0.error.rule == .imageIdentical }
    }
}
