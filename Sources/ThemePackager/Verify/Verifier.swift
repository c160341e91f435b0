import ThemeModel

/// Verifies themes of a project: all that the rules say, collected over all files, whatever is wrong with any of them.
public struct Verifier: Sendable {
    public var project: Project
    /// Threads that decode images.
    public var jobs: Int
    /// Called from any thread with the number of image groups done and of all.
    public var progress: (@Sendable (_ done: Int, _ all: Int) -> Void)?

    public init(
        _ project: Project, jobs: Int, progress: (@Sendable (_ done: Int, _ all: Int) -> Void)? = nil
    ) {
        (self.project, self.jobs, self.progress) = (project, jobs, progress)
    }

    /// Looks for what is wrong, and keeps nothing else.
    public func verify(_ selection: ThemeSelection) throws(ProjectProblem) -> Verification {
        try run(selection, budget: nil)
    }

    /// Verifies themes that are to be packaged: their digests are taken and their bytes kept at hand.
    public func verifyForPackaging(_ selection: ThemeSelection) throws(ProjectProblem) -> Verification {
        try run(selection, budget: MemoryBudget(MemoryBudget.usual))
    }

    private func run(_ selection: ThemeSelection, budget: MemoryBudget?) throws(ProjectProblem) -> Verification {
        var survey = try ProjectSurvey(of: project, selection, jobs: jobs)
        let inspection = ImageInspection(project: project, budget: budget)
        let groups = survey.groups
        let verifiesDefault = survey.selectedDefault != nil
        let (progress, done) = (progress, Counter())
        let outcomes = Workers.map(groups.count, jobs: jobs) { index in
            defer { progress?(done.next(), groups.count) }
            return inspection.inspect(groups[index], verifiesOriginal: verifiesDefault)
        }
        let comparison = ThemeComparison(survey: survey, outcomes: outcomes)
        survey.findings += comparison.findings()
        let resources = survey.readResources(budget: budget)
        survey.findings += survey.settingsFindings()
        let findings = project.ruleBook.judge(survey.findings, isComplete: selection.isEverything)
        return Verification(
            findings: findings,
            themeCount: survey.selected.count,
            imageCount: outcomes.reduce(0) { $0 + $1.themed.count }
                + (verifiesDefault ? groups.count { $0.original != nil } : 0),
            themes: findings.contains { $0.severity == .error } ? [] : comparison.verifiedThemes(resources: resources))
    }
}

/// Which themes of a project are meant.
public enum ThemeSelection: Hashable, Sendable, CustomStringConvertible {
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
    /// Images that were decoded.
    public var imageCount: Int
    /// The themes, if there was no error and they were verified for packaging; in the order of their ids.
    public var themes: [VerifiedTheme] = []

    public init(findings: [Finding], themeCount: Int, imageCount: Int, themes: [VerifiedTheme] = []) {
        (self.findings, self.themeCount, self.imageCount) = (findings, themeCount, imageCount)
        self.themes = themes
    }

    public func count(_ severity: Severity) -> Int { findings.count { $0.severity == severity } }
}
