package import ThemeProject

/// A finding with its theme, files and setting.
package struct ReviewedFinding: Hashable, Sendable {
    package var finding: Finding
    /// An index in ``ReviewFacts/themes``; `nil` if the finding is about no reviewed theme.
    package var theme: Int?
    /// An index in ``ReviewFacts/files``; `nil` if the finding is not about an image file.
    package var file: Int?
    /// The default or the other file that the finding names: an index in ``ReviewFacts/files``.
    package var relatedFile: Int?
    /// An index in ``ReviewedTheme/settings``; `nil` if the finding is not about a setting that resolves.
    package var setting: Int?

    package init(
        _ finding: Finding, theme: Int? = nil, file: Int? = nil, relatedFile: Int? = nil, setting: Int? = nil
    ) {
        self.finding = finding
        self.theme = theme
        self.file = file
        self.relatedFile = relatedFile
        self.setting = setting
    }
}
