import ThemeModel
import ThemeProject
import ThemeReview

/// The numbers of a comparison.
struct DiffSummary {
    let added: Int
    let removed: Int
    let renamed: Int
    let resized: Int
    /// Images with other pixels, or that cannot be compared.
    let changed: Int
    /// Images with other bytes that look the same.
    let same: Int
    private let difference: ThemeDifference

    init(_ difference: ThemeDifference) {
        func count(_ isCounted: (ImageChange) -> Bool) -> Int { difference.images.count(where: isCounted) }
        self.difference = difference
        added = count { if case .added = $0 { true } else { false } }
        removed = count { if case .removed = $0 { true } else { false } }
        renamed = count { if case .renamed = $0 { true } else { false } }
        resized = count { if case .resized = $0 { true } else { false } }
        changed = count { if case .replaced(_, _, let looks) = $0 { !looks.isSame } else { false } }
        same = count { if case .replaced(_, _, let looks) = $0 { looks.isSame } else { false } }
    }

    /// The version that semantic versioning asks for; `nil` if nothing has changed.
    var nextVersion: SemanticVersion? {
        difference.step == .none ? nil : difference.old.theme.version.following(by: difference.step)
    }

    /// For example `2 of 9 changes break an app. The next version is 2.0.0.`
    var sentence: String {
        guard !difference.isEmpty else { return "Nothing has changed." }
        let changes = difference.changeCount.counting("change")
        let breaking = difference.breakingCount
        let head = breaking > 0 ? "\(breaking) of \(changes) can break an app." : "\(changes), none of them breaking."
        return head + (nextVersion.map { " The next version is \($0)." } ?? "")
    }

    /// For example `9 changes, 2 of them breaking: images 1 added, 2 changed; 3 settings; next version 2.0.0`.
    var line: String {
        guard !difference.isEmpty else { return "no differences" }
        let breaking = difference.breakingCount
        let images = [
            (added, "added"), (removed, "removed"), (renamed, "renamed"), (resized, "resized"), (changed, "changed"),
            (same, "with the same pixels"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
        let parts = [
            images.isEmpty ? nil : "images: \(images)",
            difference.settings.isEmpty ? nil : difference.settings.count.counting("setting"),
            difference.resources.isEmpty ? nil : difference.resources.count.counting("resource"),
            nextVersion.map { "next version \($0)" },
        ].compactMap { $0 }
        let head = difference.changeCount.counting("change") + (breaking > 0 ? ", \(breaking) breaking" : "")
        return ([head] + parts).joined(separator: "; ")
    }
}
