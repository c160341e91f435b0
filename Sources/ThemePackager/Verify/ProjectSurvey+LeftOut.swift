import ThemeModel
import ThemeProject

extension ProjectSurvey {
    /// Returns a note for each file that is left out of its pack, because it is exempt from a structural rule.
    func notes(onLeftOut exempt: [Finding]) -> [Finding] {
        var known: Set<String> = []
        return exempt.filter { $0.rule.isStructural && !isPacked($0) && known.insert($0.path).inserted }.map {
            finding in
            Finding(
                finding.rule, severity: .note, theme: finding.theme, path: finding.path,
                "is exempt and left out of the pack: \(finding.message)")
        }
    }

    /// A clash of names does not always leave a file out: a theme's folder, and one of two files.
    private func isPacked(_ finding: Finding) -> Bool {
        guard finding.rule == .nameClash else { return false }
        return themes.contains { UTF8Order.equal($0.folder, finding.path) }
            || images.files.indices.contains { UTF8Order.equal(images.path($0), finding.path) }
    }
}
