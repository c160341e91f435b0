import TestSupport
import ThemeProject
import ThemeReview

extension ProjectFiles {
    func state(of theme: String, label: String = "side") throws -> ThemeState {
        try ThemeState(of: .theme(theme), in: Project(at: Self.root, in: memory), label: label, jobs: 2)
    }

    func difference(to new: ProjectFiles, theme: String) throws -> ThemeDifference {
        try ThemeDifference(from: state(of: theme), to: new.state(of: theme), jobs: 2)
    }
}

extension ThemeDifference {
    /// A line for each change; those of breaking changes begin with `!`.
    var lines: [String] {
        func line(_ isBreaking: Bool, _ text: String) -> String { (isBreaking ? "! " : "") + text }
        return properties.map { line($0.isBreaking, "\($0.name): \($0.old ?? "none") -> \($0.new ?? "none")") }
            + images.map { line($0.isBreaking, "\($0.image.title): \($0.words)") }
            + settings.map { change in
                let (old, new) = change.values()
                let type = change.isSameColor ? "" : change.note.map { " (\($0))" } ?? ""
                return line(
                    change.isBreaking, "\(change.path): \(old ?? "none") -> \(new ?? "none")\(type)")
            }
            + resources.map { line($0.isBreaking, "\($0.path): \($0.words)") }
    }
}
