package import ThemeProject

/// The differences of a theme, of a selection, or of every theme of a project.
package struct Comparison: Sendable {
    package struct Side: Sendable {
        /// The name of the side in reports, for example `HEAD:`.
        package let label: String
        package let states: [ThemeState]
        /// Whether the states are all themes of a project.
        package let isProject: Bool
        /// Why themes cannot be read, by their names. They are not compared.
        package var unread: [String: String] = [:]

        package init(_ state: ThemeState) {
            label = state.label
            states = [state]
            isProject = false
        }

        package init(project label: String, _ themes: (states: [ThemeState], unread: [String: String])) {
            self.label = label
            states = themes.states
            unread = themes.unread
            isProject = true
        }
    }

    package let old: Side
    package let new: Side
    /// The default theme first. In a project, only themes that differ.
    package let themes: [ThemeDifference]
    /// The number of themes on both sides.
    package let themeCount: Int

    package var isOfProject: Bool { new.isProject }
    package var isEmpty: Bool { themes.allSatisfy(\.isEmpty) }
    package var changeCount: Int { sum(\.changeCount) }
    package var breakingCount: Int { sum(\.breakingCount) }

    package func sum(_ number: (ThemeDifference) -> Int) -> Int { themes.reduce(0) { $0 + number($1) } }

    /// Compares the themes of two projects by their ids. A theme that only one side has is a change, too.
    ///
    /// - Throws: ``UserError`` if the sides are of two kinds, or of two themes.
    package init(
        from old: Side, to new: Side, jobs: Int,
        compared: (@Sendable (_ done: Int, _ all: Int) -> Void)? = nil
    ) throws(UserError) {
        guard old.isProject == new.isProject else {
            let (project, theme) = old.isProject ? (old, new) : (new, old)
            throw UserError(
                "\(project.label) is a project, \(theme.label) is a theme",
                hint: "name two projects, or two versions of one theme")
        }
        self.old = old
        self.new = new
        var pairs: [(ThemeState, ThemeState)] = []
        if new.isProject {
            let before = Dictionary(old.states.map { ($0.theme.id, $0) }) { first, _ in first }
            let after = Set(new.states.map(\.theme.id))
            pairs += new.states.map { (before[$0.theme.id] ?? ThemeState(without: $0, label: old.label), $0) }
            pairs += old.states.filter { !after.contains($0.theme.id) }.map {
                ($0, ThemeState(without: $0, label: new.label))
            }
            pairs.removeAll { old.unread[$0.1.theme.id.string] ?? new.unread[$0.1.theme.id.string] != nil }
        } else {
            pairs = Array(zip(old.states, new.states))
        }
        themeCount = pairs.count
        var themes: [ThemeDifference] = []
        for (one, other) in pairs {
            let difference = try ThemeDifference(from: one, to: other, jobs: jobs, compared: compared)
            if !new.isProject || !difference.isEmpty { themes.append(difference) }
        }
        self.themes = themes
    }

    package init(_ difference: ThemeDifference) {
        old = Side(difference.old)
        new = Side(difference.new)
        themes = [difference]
        themeCount = 1
    }
}
