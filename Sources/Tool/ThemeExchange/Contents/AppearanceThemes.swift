package import ThemeProject

/// The themes that appearances become: `dark` becomes the theme `dark` unless the user names another one.
package struct AppearanceThemes: Sendable {
    private var ids: [String: ThemeID?] = [:]

    package init() {}

    /// - Parameter assignments: `NAME=ID`; without an id the appearance is left out.
    package init(_ assignments: [String]) throws(UserError) {
        for assignment in assignments {
            let parts = assignment.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty else {
                throw UserError("'\(assignment)' is not NAME=ID", hint: "such as --themes dark=night")
            }
            let id = try parts[1].isEmpty ? nil : Self.id(String(parts[1]))
            guard ids.updateValue(id, forKey: String(parts[0])) == nil else {
                throw UserError("--themes names a theme for '\(parts[0])' twice", hint: "name it once")
            }
        }
    }

    /// Returns the theme of an appearance; `nil` if the user left it out. `Default` is the default theme, too.
    package func theme(of appearance: String) throws(UserError) -> ThemeID? {
        if let id = ids[appearance] { return id }
        if appearance.lowercased() == ThemeID.default.string { return .default }
        return try Self.id(appearance)
    }

    /// Whether the user assigned a theme to the name.
    func names(_ name: String) -> Bool { ids[name] != nil }

    /// Returns the appearance that an existing theme stands for in an export.
    package func appearance(of theme: ThemeID) -> String {
        ids.filter { $0.value == theme }.map(\.key).min() ?? theme.string
    }

    /// Returns the themes of an export with its base first: the default theme, unless the user assigned it to an
    /// appearance, else the one that is named first.
    ///
    /// Shells sort the packs of `dist/*.zip` by name, where `dark` comes before `default`.
    package func baseFirst(_ themes: [ThemeID]) -> [ThemeID] {
        guard themes.contains(.default), !ids.values.contains(ThemeID.default) else { return themes }
        return [.default] + themes.filter { $0 != .default }
    }

    /// Returns the theme that the theme of a combination extends: the one of `dark` for `dark-high-contrast`.
    func parent(of theme: ThemeID) -> ThemeID? {
        let appearance = appearance(of: theme)
        let suffix = "-high-contrast"
        guard appearance.hasSuffix(suffix) else { return nil }
        return (try? self.theme(of: String(appearance.dropLast(suffix.utf8.count)))) ?? nil
    }

    /// Checks that each assignment has an effect.
    ///
    /// - Parameter known: the names that the source or the format has.
    package func checkNames(_ known: Set<String>) throws(UserError) {
        for name in ids.keys.sorted() where !known.contains(name) {
            let near = NearMiss().question(for: name, among: known.sorted())
            let words = known.isEmpty ? "there are no names" : "names are \(known.sorted().joined(separator: ", "))"
            throw UserError("--themes names '\(name)', which does not occur here", hint: near ?? words)
        }
    }

    /// Checks that each assigned theme is one of an export.
    package func checkThemes(_ exported: [ThemeID]) throws(UserError) {
        for (name, theme) in ids.sorted(by: { $0.key < $1.key }) {
            guard let theme, !exported.contains(theme) else { continue }
            throw UserError(
                "--themes \(name)=\(theme) has no effect: '\(theme)' is not exported",
                hint: "name it as an argument as well")
        }
    }

    private static func id(_ text: String) throws(UserError) -> ThemeID {
        let hint = "choose an id: --themes '\(text)=ID'"
        return try rethrow(as: { UserError("'\(text)' is not a theme id: expected \($0.expected)", hint: hint) }) {
            () throws(InvalidName) in
            try ThemeID(text)
        }
    }
}
