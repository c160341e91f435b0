import ThemeModel

/// Verifies themes of a project: all that the rules say, collected over all files, whatever is wrong with any of them.
public struct Verifier: Sendable {
    public var project: Project
    /// Threads that decode images.
    public var jobs: Int
    /// What earlier runs found; `nil` to look at everything.
    public var cache: ProjectCache?
    /// What the last run of this process saw; `nil` to look at all that the cache does not know.
    public var memory: VerifierMemory?
    /// Called from any thread with the number of image groups done and of all.
    public var progress: (@Sendable (_ done: Int, _ all: Int) -> Void)?

    public init(
        _ project: Project, jobs: Int, cache: ProjectCache? = nil, memory: VerifierMemory? = nil,
        progress: (@Sendable (_ done: Int, _ all: Int) -> Void)? = nil
    ) {
        (self.project, self.jobs, self.cache, self.memory, self.progress) = (project, jobs, cache, memory, progress)
    }

    /// Looks for what is wrong, and keeps nothing else.
    public func verify(_ selection: ThemeScope) throws(ProjectProblem) -> Verification {
        if memory?.seesChange(of: project, selection, jobs: jobs) != true,
            let known = cache?.verification(selection, jobs: jobs)
        {
            return known
        }
        return try run(selection, budget: nil)
    }

    /// Fills the memory where the cache has made looking needless, before something changes.
    public func prepare(_ selection: ThemeScope, forPackaging isPacking: Bool) throws(ProjectProblem) {
        guard memory?.isEmpty == true else { return }
        _ = try run(selection, budget: isPacking ? MemoryBudget(MemoryBudget.usual) : nil)
    }

    /// Verifies themes that are to be packaged: their digests are taken and their bytes kept at hand.
    public func verifyForPackaging(_ selection: ThemeScope) throws(ProjectProblem) -> Verification {
        try run(selection, budget: MemoryBudget(MemoryBudget.usual))
    }

    private func run(_ selection: ThemeScope, budget: MemoryBudget?) throws(ProjectProblem) -> Verification {
        let run = ProjectSight.Run(
            project: project, selection: selection, budget: budget, jobs: jobs, progress: progress)
        var sight: ProjectSight
        if let memory, let renewed = memory.renewed(run) {
            sight = renewed
        } else {
            sight = try ProjectSight(
                run, known: cache?.knownImages() ?? .none, keepsBytes: memory != nil,
                isObserved: cache != nil || memory != nil)
        }
        var findings = sight.survey.findings
        let comparison = ThemeComparison(survey: sight.survey, outcome: sight.outcome)
        let (found, contract) = Workers.both(
            jobs: budget == nil ? 1 : jobs, comparison.findings, { budget.map { _ in comparison.contractDigest } })
        findings += found
        findings = project.ruleBook.judge(findings, isComplete: selection.isEverything)
        let isSound = !findings.contains { $0.severity == .error }
        var verification = Verification(
            findings: findings, themeCount: sight.survey.selected.count, imageCount: sight.imageCount)
        if let contract, isSound {
            verification.themes = comparison.verifiedThemes(contract, resources: sight.resources)
        }
        verification.decodedCount = sight.outcome.decodedCount
        if cache != nil { verification.evidence = sight.evidence }
        memory?.keep(sight, of: run)
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
