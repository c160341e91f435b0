package import ThemeProject

/// The contents of a report of a project or of packs. Values only; their order depends only on the input.
///
/// No image bytes are in it: ``ReviewedFile/source`` says where they are.
package struct ReviewFacts: Hashable, Sendable {
    /// The name of the project's folder, or the names of the packs.
    package var title: String
    /// The default theme first if it is reviewed, then each theme after its parent.
    package var themes: [ReviewedTheme]
    /// Every image file that the themes refer to, once: defaults, themed images, and images that only a finding names.
    /// Sorted by path. Other values refer to a file by its index.
    package var files: [ReviewedFile]
    /// In the order of a verification: by path and position.
    package var findings: [ReviewedFinding]
    /// The folders of all names, sorted; `""` is the top. ``ReviewedTheme/coverage`` has one element for each.
    package var folders: [String]

    package init(
        title: String, themes: [ReviewedTheme] = [], files: [ReviewedFile] = [], findings: [ReviewedFinding] = [],
        folders: [String] = []
    ) {
        (self.title, self.themes, self.files, self.findings) = (title, themes, files, findings)
        self.folders = folders
    }

    package func count(_ severity: Severity) -> Int { findings.count { $0.finding.severity == severity } }

    /// The length of all files together, each counted once.
    package var byteCount: Int { files.reduce(0) { $0 + ($1.byteCount ?? 0) } }
}
