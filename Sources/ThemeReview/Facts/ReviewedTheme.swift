package import ThemeModel
package import ThemeProject

/// A theme of a project, or the theme of a pack.
package struct ReviewedTheme: Hashable, Sendable {
    /// The id, or the name of the theme's folder if `theme.json` cannot be read.
    package var id: String
    /// The name that people see.
    package var name: String
    /// `nil` if `theme.json` cannot be read, and for the default theme of a project that has no folder for it.
    package var version: SemanticVersion?
    package var prefix = ""
    /// The ids of the themes that answer if this one has no answer, the next one first, `default` last.
    package var parents: [String] = []
    /// Every logical name that the default theme or this theme has, sorted.
    package var images: [ReviewedImage] = []
    /// For each folder of ``ReviewFacts/folders``.
    package var coverage: [FolderCoverage] = []
    /// The settings that the theme resolves, its own and inherited ones, sorted by path.
    package var settings: [ReviewedSetting] = []
    /// The declared pairs, in the order of the declaration.
    package var contrast: [ContrastResult] = []
    package var waste: ReviewedWaste = ReviewedWaste()
    /// Findings about the theme: indexes in ``ReviewFacts/findings``.
    package var findings: [Int] = []

    /// The name, with "Default" if the theme is the default one, because that is its caption below images.
    package var title: String { isDefault && name != "Default" ? "Default (\(name))" : name }

    package var isDefault: Bool { id == ThemeID.default.string }

    /// The sum over all folders.
    package var totalCoverage: FolderCoverage { coverage.reduce(FolderCoverage()) { $0 + $1 } }
}
