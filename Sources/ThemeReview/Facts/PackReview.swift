import PackFormat
import ThemeSystem
import ThemeModel
import ThemePackager
package import ThemeProject

/// Computes the facts for a report of finished packs. A pack is compared with those of its chain that are given.
package struct PackReview: Sendable {
    /// Reads the images of the packs.
    package let reader: ReviewReader
    private let packs: [(path: String, file: MappedFile)]
    private let limits: ProjectLimits
    private let contrast: [ContrastPair]
    private let jobs: Int

    /// - Parameters:
    ///   - limits: those of the project that built the packs.
    ///   - contrast: pairs of colors that a project declares; a pack has none.
    /// - Throws: ``UserError`` if a pack cannot be opened.
    package init(
        of paths: [String], limits: ProjectLimits = ProjectLimits(), contrast: [ContrastPair] = [], jobs: Int
    ) throws(UserError) {
        var packs: [(path: String, file: MappedFile)] = []
        for path in paths { packs.append((path, try PackReader.map(path))) }
        self.packs = packs
        self.limits = limits
        self.contrast = contrast
        self.jobs = jobs
        reader = ReviewReader(packs: Dictionary(packs.map { ($0.path, $0.file) }) { first, _ in first }, limits)
    }

    /// - Throws: ``UserError`` if two packs have the same theme. A damaged pack is a finding.
    package func facts() throws(UserError) -> ReviewFacts {
        let verifier = PackVerifier(limits: limits, jobs: jobs)
        var contents: [ReviewInput.Pack] = []
        var findings: [Finding] = []
        for (path, file) in packs {
            findings += try verifier.verify(path).findings
            guard let pack = try? PackReader.contents(of: file, at: path, limits: limits) else { continue }
            let id = pack.contents.theme.id
            if let other = contents.first(where: { $0.contents.theme.id == id }) {
                throw UserError(
                    path: path, "has the theme '\(id)', like \(other.path)", hint: "name one pack of each theme")
            }
            contents.append(
                ReviewInput.Pack(path: path, contents: pack.contents, settings: pack.settings, file: file))
        }
        var input = ReviewInput(contents, findings: findings.sorted())
        input.title = packs.map { String($0.path.lastPathComponent) }.joined(separator: ", ")
        input.contrast = contrast
        input.budget = WorkBudget(limits)
        return ReviewFacts(input, waste: WasteMemory().waste(of: input.files, jobs: jobs, reader), jobs: jobs)
    }
}
