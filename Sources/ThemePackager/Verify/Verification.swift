import ThemeModel
package import ThemeProject

package struct Verification: Sendable {
    /// Sorted by path and position.
    package var findings: [Finding]
    package var themeCount: Int
    package var imageCount: Int
    /// Images that were decoded and not known from an earlier run.
    package internal(set) var decodedCount = 0
    /// Whether the cache had this result, so that nothing was verified.
    package internal(set) var isFromCache = false
    /// The themes to package, sorted by id. Empty if there is an error, or if the run was not for packaging.
    package var themes: [VerifiedTheme] = []

    /// Adds findings. After an error, no theme can be packaged.
    mutating func add(_ more: [Finding]) {
        findings = (findings + more).sorted()
        if has(.error) { themes = [] }
    }

    /// Moves the themes out, so that the writer can free them one by one. Throws if there is none.
    mutating func takeThemes() throws(UserError) -> [VerifiedTheme] {
        guard !themes.isEmpty else {
            throw UserError(
                "there is no theme to build",
                hint: "a theme has a theme.json with \"id\" and \"version\"; so has 'default'")
        }
        defer { themes = [] }
        return themes
    }

    package func has(_ severity: Severity) -> Bool { findings.contains { $0.severity >= severity } }
}
