import ThemeModel

/// Verifies themes of a project: all that the rules say, collected over all files, whatever is wrong with any of them.
public struct Verifier: Sendable {
    public var project: Project
    /// Threads that decode images.
    public var jobs: Int
    /// What earlier runs found; `nil` to look at everything.
    public var cache: ProjectCache?
    /// Called from any thread with the number of image groups done and of all.
    public var progress: (@Sendable (_ done: Int, _ all: Int) -> Void)?

    public init(
        _ project: Project, jobs: Int, cache: ProjectCache? = nil,
        progress: (@Sendable (_ done: Int, _ all: Int) -> Void)? = nil
    ) {
        (self.project, self.jobs, self.cache, self.progress) = (project, jobs, cache, progress)
    }

    /// Looks for what is wrong, and keeps nothing else.
    public func verify(_ selection: ThemeScope) throws(ProjectProblem) -> Verification {
        if let known = cache?.verification(selection, jobs: jobs) { return known }
        return try run(selection, budget: nil)
    }

    /// Verifies themes that are to be packaged: their digests are taken and their bytes kept at hand.
    public func verifyForPackaging(_ selection: ThemeScope) throws(ProjectProblem) -> Verification {
        try run(selection, budget: MemoryBudget(MemoryBudget.usual))
    }

    private func run(_ selection: ThemeScope, budget: MemoryBudget?) throws(ProjectProblem) -> Verification {
        var project = project
        let observer = cache.map { _ in ObservingFileSystem(project.fileSystem, root: project.root) }
        if let observer { project.fileSystem = observer }
        var survey = try ProjectSurvey(of: project, selection, jobs: jobs)
        let groups = survey.groups
        let notes = cache.map { cache in
            ImageNotes(known: cache.knownImages(), expecting: groups.reduce(0) { $0 + 1 + $1.themed.count })
        }
        let inspection = ImageInspection(project: project, budget: budget, notes: notes)
        let verifiesDefault = survey.selectedDefault != nil
        // Of the default theme that has no theme.json there is no pack.
        let packsDefault = survey.selectedDefault.map { !survey.themes[$0].isImplied } ?? false
        let use: ImageInspection.OriginalUse = packsDefault ? .packed : verifiesDefault ? .verified : .compared
        let (progress, done) = (progress, Counter())
        let parts = ImageInspection.parts(of: groups)
        let outcomes = Workers.map(parts.count, jobs: jobs, stride: 1) { number in
            inspection.inspect(groups[parts[number]], original: use) { progress?(done.next(), groups.count) }
        }.flatMap { $0 }
        let comparison = ThemeComparison(survey: survey, outcomes: outcomes)
        let (found, contract) = Workers.both(
            comparison.findings, { budget.map { _ in comparison.contractDigest } })
        survey.findings += found
        let resources = survey.readResources(budget: budget)
        survey.findings += survey.settingsFindings()
        let findings = project.ruleBook.judge(survey.findings, isComplete: selection.isEverything)
        var verification = Verification(
            findings: findings,
            themeCount: survey.selected.count,
            imageCount: outcomes.reduce(0) { $0 + $1.themed.count }
                + (verifiesDefault ? groups.count { $0.original != nil } : 0),
            themes: contract.flatMap { contract in
                findings.contains { $0.severity == .error }
                    ? nil : comparison.verifiedThemes(contract, resources: resources)
            } ?? [])
        verification.decodedCount = outcomes.reduce(0) { $0 + $1.decodedCount }
        if let observer, let notes {
            verification.evidence = Evidence(
                observations: observer.observations, newImages: notes.takeNews(),
                // What other themes have is still known.
                otherImages: selection.isEverything ? .none : notes.known)
        }
        return verification
    }
}

/// Which themes of a project are meant.
public enum ThemeScope: Hashable, Sendable, CustomStringConvertible {
    /// All themes, the default theme among them.
    case everything
    /// Names of folders in the project's `themes`.
    case folders(Set<String>)

    var isEverything: Bool { self == .everything }

    /// `all themes`, or their names.
    public var description: String {
        switch self {
        case .everything: "all themes"
        case .folders(let folders): folders.sorted().joined(separator: ", ")
        }
    }

    func contains(_ folder: String) -> Bool {
        switch self {
        case .everything: true
        case .folders(let folders): folders.contains(folder)
        }
    }
}

/// What a run of verification has to say.
public struct Verification: Sendable {
    /// In the order of their places.
    public var findings: [Finding]
    public var themeCount: Int
    /// Images that were verified.
    public var imageCount: Int
    /// Those of them that were decoded now, and not known from an earlier run.
    public internal(set) var decodedCount = 0
    /// Whether it was found by an earlier run, and nothing has changed since.
    public internal(set) var isRemembered = false
    var evidence: Evidence?
    /// The themes, if there was no error and they were verified for packaging; in the order of their ids.
    public var themes: [VerifiedTheme] = []

    public init(findings: [Finding], themeCount: Int, imageCount: Int, themes: [VerifiedTheme] = []) {
        (self.findings, self.themeCount, self.imageCount) = (findings, themeCount, imageCount)
        self.themes = themes
    }

    public func count(_ severity: Severity) -> Int { findings.count { $0.severity == severity } }
}
