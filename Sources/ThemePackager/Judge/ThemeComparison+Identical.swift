import ThemeModel
import ThemeProject

/// Findings about themed images that are equal to their defaults.
extension ThemeComparison {
    /// A theme's image of one name, compared with the default's at every scale.
    private enum Likeness { case absent, equal, different }

    /// Completes the finding about an image that is equal to its default. Returns `nil` if the theme extends one with
    /// another image of the name, because removing this image would show that one.
    func identicalFinding(_ finding: Finding, _ number: Int, defaultPath: String) -> Finding? {
        guard let theme = images.owner(number) else { return finding }
        let groups = images.groups(of: images.files[number].variant.name)
        let between = survey.chain(of: theme).dropFirst().filter { !survey.themes[$0].isDefault }
        guard !between.contains(where: { likeness(of: $0, in: groups) == .different }) else { return nil }
        var finding = finding
        // The files of other themes are not read.
        if let unread = between.first(where: { !survey.selected.contains($0) }) {
            finding.hint = "remove it, unless it hides an image of theme '\(survey.name(unread))'"
            return finding
        }
        let scales = groups.compactMap { images.image(of: $0, for: theme) }.filter { $0 != number }
        if !scales.allSatisfy(isIdentical) {
            finding.hint = "export it from the theme's own drawing, as the other scales"
        } else if likeness(of: theme, in: groups) == .equal {
            finding.remedy = .remove(equalTo: defaultPath, with: scales.map(images.path))
        }
        return finding
    }

    private func likeness(of theme: Int, in groups: Range<Int>) -> Likeness {
        let own = groups.map { images.image(of: $0, for: theme) }
        if own.allSatisfy({ $0 == nil }) { return .absent }
        let isEqual = zip(groups, own).allSatisfy { group, number in
            images.defaultImage(of: group) != nil && number.map(isIdentical) == true
        }
        return isEqual ? .equal : .different
    }

    private func isIdentical(_ number: Int) -> Bool {
        let first = inspection.defects.partitioningIndex { $0.number >= number }
        return inspection.defects[first...].prefix { $0.number == number }.contains { $0.error.rule == .imageIdentical }
    }
}
