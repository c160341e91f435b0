package import ThemeModel
package import ThemeProject

/// The themes that appearances become: `dark` becomes the theme `dark` unless the user names another one.
package struct AppearanceThemes: Sendable {
    private var ids: [String: ThemeID?] = [:]

    /// - Parameter assignments: `NAME=ID`; without an id the appearance is left out.
    package init(_ assignments: [String] = []) throws(UserError) {
        for assignment in assignments {
            let parts = assignment.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty else {
                throw UserError("'\(assignment)' is not NAME=ID", hint: "such as --themes dark=night")
            }
            ids[String(parts[0])] = .some(try parts[1].isEmpty ? nil : Self.id(String(parts[1])))
        }
    }

    /// Returns the theme of an appearance; `nil` if the user left it out.
    package func theme(of appearance: String) throws(UserError) -> ThemeID? {
        if let id = ids[appearance] { return id }
        return try Self.id(appearance)
    }

    /// Whether the user assigned a theme to the name.
    func names(_ name: String) -> Bool { ids[name] != nil }

    /// Returns the appearance that an existing theme stands for in an export.
    package func appearance(of theme: ThemeID) -> String {
        ids.filter { $0.value == theme }.map(\.key).min() ?? theme.string
    }

    private static func id(_ text: String) throws(UserError) -> ThemeID {
        do {
            return try ThemeID(text)
        } catch {
            throw UserError(
                "'\(text)' is not a theme id: expected \(error.expected)",
                hint: "choose an id: --themes '\(text)=ID'")
        }
    }
}
