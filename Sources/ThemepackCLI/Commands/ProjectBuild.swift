import ThemePackager

/// One build of themes of a project: verified, then written, or held against what is there.
struct ProjectBuild {
    let project: Project
    let selection: ThemeScope
    let distribution: Distribution
    let date: ArchiveDate
    /// `nil` to look at everything.
    let cache: ProjectCache?
    /// `nil` if this is the only build.
    let memory: VerifierMemory?
    let options: CommonOptions

    /// Writes packs if there is no error, and if they would be other ones than those of the last build.
    func write() throws -> Report {
        let isChanged = memory?.seesChange(of: project, selection, jobs: options.jobs) == true
        if !isChanged, let report = remembered() { return report }
        var verification = try verify()
        // First, as it takes memory that writing needs; unless somebody waits for the pack.
        if memory == nil { do { try cache?.keepImages(of: &verification) } catch { options.tell(error.message) } }
        var report = report(of: verification)
        if !options.fails(report) {
            do {
                report.packs = try distribution.write(
                    try themes(of: &verification), from: project.fileSystem, date: date, jobs: options.jobs,
                    inspection: MountInspection.inspection(of: project))
            } catch let problem as PackagingProblem where problem.isOfChangedSource {
                // Whether it changed now, or something wrong was remembered of it: building again has to help.
                cache?.forgetImages()
                throw problem
            }
        }
        do {
            try cache?.keep(verification, of: selection, packs: report.packs, date: date)
        } catch {
            options.tell(error.message)
        }
        return report
    }

    /// Fills the memory of who watches, if nothing had to be looked at so far. What is wrong the next build will tell.
    func prepare() { try? verifier().prepare(selection, forPackaging: true) }

    /// Writes nothing, and tells which files are not what would be written.
    func compare() throws -> Report {
        var verification = try verify()
        var report = report(of: verification)
        guard !options.fails(report) else { return report }
        report.stale = try distribution.stale(
            try themes(of: &verification), from: project.fileSystem, date: date, jobs: options.jobs)
        return report
    }

    /// What the last build found and wrote, if this one would do the same.
    private func remembered() -> Report? {
        guard
            let (verification, packs) = cache?.build(selection, into: distribution, date: date, jobs: options.jobs)
        else { return nil }
        var report = report(of: verification)
        let isFailed = options.fails(report)
        guard isFailed || !packs.isEmpty else { return nil }
        options.tell(verification, cache)
        if !isFailed { (report.packs, report.isUpToDate) = (packs, true) }
        return report
    }

    private func verify() throws -> Verification {
        let progress = ProgressLine("verified", isShown: !options.quiet)
        defer { progress.clear() }
        let start = ContinuousClock.now
        let verification = try verifier(progress.update).verifyForPackaging(selection)
        progress.clear()
        options.tell(verification, cache)
        options.tell("verified after \(Report.seconds(ContinuousClock.now - start))")
        return verification
    }

    private func verifier(_ progress: (@Sendable (Int, Int) -> Void)? = nil) -> Verifier {
        Verifier(project, jobs: options.jobs, cache: cache, memory: memory, progress: progress)
    }

    /// - Parameter verification: has no themes afterwards, so that they are let go of when they are written.
    private func themes(of verification: inout Verification) throws -> [VerifiedTheme] {
        guard !verification.themes.isEmpty else {
            throw Failure(
                "there is no theme to build",
                hint: "a theme has a theme.json with \"id\" and \"version\"; so has 'default'")
        }
        defer { verification.themes = [] }
        return verification.themes
    }

    private func report(of verification: Verification) -> Report {
        var report = Report(projectRoot: project.root)
        report.isOfBuild = true
        report.add(verification)
        return report
    }
}
