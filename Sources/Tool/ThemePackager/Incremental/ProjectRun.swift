package import PackFormat
package import ThemeProject
import ThemeSystem

// See docs/decisions/17-incremental-builds.md.
/// Verifies and builds themes without repeating the work of earlier runs. Create one for each run.
///
/// A run has four steps. ``ProjectCache`` answers if no file has changed since an equal run. Else
/// ``inspection(_:keeping:inspectsDefaults:visit:)`` surveys the project, and decodes each image whose stamp or bytes
/// the cache does not know. ``Verification`` runs all checks, and the rule book decides which findings count. Last,
/// ``Distribution`` writes a pack for each theme. A step takes the results of earlier ones and changes none. After an
/// error no run gets that far: only verified themes can be written. With or without a cache, the findings and the packs
/// are the same.
package struct ProjectRun: Sendable {
    package let project: Project
    package let scope: ThemeScope
    let jobs: Int
    let cache: ProjectCache?
    package var events = Events()
    /// The packs of earlier releases. With them, every run is for packaging and uses no recorded result.
    package var released: ReleasedPacks?

    package struct Events: Sendable {
        /// Called from any thread after each inspected group of images, with the numbers of images.
        package var inspected: (@Sendable (_ done: Int, _ all: Int) -> Void)?
        /// Called with the result, before packs are written.
        package var verified: (@Sendable (Verification) -> Void)?
        /// The cache cannot be written. The run continues.
        package var cacheFailed: (@Sendable (UserError) -> Void)?

        package init() {}
    }

    /// - Parameter cache: the results of earlier runs, and where this one's are stored.
    package init(of project: Project, _ scope: ThemeScope = .everything, jobs: Int, cache: ProjectCache? = nil) {
        self.project = project
        self.scope = scope
        self.jobs = jobs
        self.cache = cache
    }

    package func verify() throws(UserError) -> Verification {
        let (known, isCurrent, listings) = pastRun()
        if isCurrent, let verification = known?.verification() {
            events.verified?(verification)
            return verification
        }
        let run = try run(isPackaging: released != nil, listings)
        store(run)
        return run.verification
    }

    /// Verifies even if nothing has changed. The result contains the verified themes.
    package func verifyForPackaging() throws(UserError) -> Verification {
        let run = try run(isPackaging: true)
        store(run)
        return run.verification
    }

    /// The changes of a build to the folder of packs, or those that a build would make.
    package struct BuildResult: Sendable {
        package var verification: Verification
        /// Whether nothing was written.
        package let isCheck: Bool
        /// Empty if a finding prevents packaging.
        package var packs: [Distribution.Pack] = []
        package var isUpToDate = false
        /// The files that a build would change; with pruning, also the packs that it would delete.
        package var outOfDateFiles: [String] = []
        /// Packs that a build of the project does not write, and their signatures: those that a check has found, or
        /// that pruning has deleted.
        package var strays: [Distribution.Stray] = []
        /// The findings of a check about the folder of packs.
        package var findings: [Finding] = []
    }

    /// Writes packs unless an earlier build has written the same. Findings of `severity` or a higher one prevent it.
    package func build(
        into distribution: Distribution, date: ArchiveDate, refusing severity: Severity = .error, prunes: Bool = false,
        packCheck: Distribution.PackCheck? = nil
    ) throws(UserError) -> BuildResult {
        let (known, isCurrent, listings) = pastRun()
        if let known, isCurrent, let verification = known.verification() {
            let isRefused = verification.has(severity)
            let packs = isRefused || known.date != date ? [] : distribution.unchangedPacks(known.packs) ?? []
            if isRefused || !packs.isEmpty {
                events.verified?(verification)
                return BuildResult(
                    verification: verification, isCheck: false, packs: packs, isUpToDate: !isRefused,
                    strays: prunes ? try prune(distribution, keeping: packs) : [])
            }
        }
        let recordedPacks = known?.packs ?? []
        var run = try run(isPackaging: true, listings)
        var packs: [Distribution.Pack] = []
        if !run.verification.has(severity) {
            do throws(UserError) {
                packs = try distribution.write(
                    try run.verification.takeThemes(), from: project.fileSystem, date: date, jobs: jobs,
                    replacing: recordedPacks, packCheck: packCheck)
            } catch {
                // The cache may have a wrong digest of the source. The next build has to read it again.
                if error.isOfChangedFile { cache?.forgetImages() }
                throw error
            }
        }
        store(run, packs, date)
        return BuildResult(
            verification: run.verification, isCheck: false, packs: packs,
            strays: prunes ? try prune(distribution, keeping: packs) : [])
    }

    /// Compares the folder with the result of a build. Does not use the cache. Strays are found only in a run over all
    /// themes.
    package func check(
        _ distribution: Distribution, date: ArchiveDate, refusing severity: Severity = .error, prunes: Bool = false
    ) throws(UserError) -> BuildResult {
        var fresh = ProjectRun(of: project, scope, jobs: jobs)
        fresh.events = events
        fresh.released = released
        var verification = try fresh.verifyForPackaging()
        var result = BuildResult(verification: verification, isCheck: true)
        result.verification.themes = []
        guard !verification.has(severity) else { return result }
        let themes = try verification.takeThemes()
        let strays =
            scope == .everything
            ? distribution.strays(
                keeping: Set(themes.map(\.manifest.packFileName)), themes: Set(themes.map(\.manifest.id.string))) : []
        result.outOfDateFiles = try distribution.outOfDateFiles(
            themes, from: project.fileSystem, date: date, jobs: jobs)
        result.findings = result.outOfDateFiles.map { path in
            Finding(
                .packOutOfDate, path: path, "is not what a build writes",
                hint: "run 'themepack build' and keep the result")
        }
        if prunes { result.outOfDateFiles += strays.filter { !isExempt($0) }.map(\.path) }
        result.findings = project.configuration.ruleBook.judge(
            result.findings + strays.map(\.finding), isComplete: false)
        let reported = Set(result.findings.map(\.path))
        result.strays = strays.filter { reported.contains($0.path) }
        return result
    }

    private func isExempt(_ stray: Distribution.Stray) -> Bool {
        !project.configuration.ruleBook.judgement(of: [stray.finding], isComplete: false).exempt.isEmpty
    }

    /// Deletes the packs of the folder that the project neither has nor exempts, after a build of all its themes.
    private func prune(
        _ distribution: Distribution, keeping packs: [Distribution.Pack]
    ) throws(UserError) -> [Distribution.Stray] {
        guard !packs.isEmpty else { return [] }
        return try distribution.prune(
            keeping: packs, themes: Set(try project.themeFolders()), exempting: isExempt)
    }

    struct Run {
        var verification: Verification
        /// `nil` if later runs cannot compare them: without a cache, and if an answer was not observed.
        let observations: Observations?
    }

    /// Returns the last run, whether its result still holds, and the folders that were read to find out.
    private func pastRun() -> (run: PastRun?, isCurrent: Bool, listings: [String: StampedFolder]) {
        let run = cache?.pastRun(scope)
        guard let run, released == nil else { return (run, false, [:]) }
        let (isCurrent, listings) = run.observations.compare(in: project.fileSystem, root: project.root, jobs: jobs)
        return (run, isCurrent, listings)
    }

    /// - Parameter listings: folders that were just read.
    func run(isPackaging: Bool, _ listings: [String: StampedFolder] = [:]) throws(UserError) -> Run {
        let (inspection, observer) = try inspection(
            listings, keeping: isPackaging ? MemoryBudget(MemoryBudget.usualBytes) : nil, isRecording: true)
        var verification = Verification(
            of: inspection, isComplete: scope == .everything, isPackaging: isPackaging, jobs: jobs)
        // Checks can read files as well.
        let observations = observer?.finish()
        if let released {
            let found = try ReleaseCheck(inspection: inspection).findings(
                for: verification.themes, released, jobs: jobs)
            verification.add(project.configuration.ruleBook.judgement(of: found, isComplete: false))
        }
        events.verified?(verification)
        return Run(verification: verification, observations: observations)
    }

    /// Surveys the project, and inspects its images and resources. With a cache, stores the images' results before
    /// other steps need memory for all images.
    ///
    /// - Parameters:
    ///   - listings: folders that were just read.
    ///   - budget: for the bytes that stay in memory until they are packed; `nil` if not even digests are needed.
    ///   - isRecording: whether a later run compares the answers of the file system.
    ///   - inspectsDefaults: whether defaults are inspected like themed images even if the default theme is not in the
    ///     scope.
    /// - Returns: also the file system that has recorded the answers; `nil` if nothing was stored.
    func inspection(
        _ listings: [String: StampedFolder] = [:], keeping budget: MemoryBudget?, isRecording: Bool = false,
        inspectsDefaults: Bool = false, visit: ImageVisitor? = nil
    ) throws(UserError) -> (ProjectInspection, ObservingFileSystem?) {
        var project = project
        project.budget.restart()
        let known = cache?.knownImages() ?? .none
        let observer = cache.map { _ in
            ObservingFileSystem(
                project.fileSystem, root: project.root, known: known, listings: listings, isRecording: isRecording)
        }
        if let observer { project.fileSystem = observer }
        let survey = try ProjectSurvey(of: project, scope, jobs: jobs)
        let images = survey.images
        let packsDefaults =
            inspectsDefaults || survey.themes.selectedDefault.map { !survey.themes[$0].isImplied } ?? false
        let recorder = cache.map { _ in ImageRecorder(known: known, expecting: images.files.count) }
        budget?.charge(imageCount: images.files.count)
        let inspector = ImageInspector(
            project: project, images: images, templates: survey.templates,
            defaultHandling: packsDefaults ? .pack : survey.themes.selectedDefault != nil ? .verify : .compare,
            budget: budget, recorder: recorder, visit: visit, wantsGrids: inspectsDefaults)
        let progress = events.inspected
        let all = progress.map { _ in images.ranges.indices.reduce(0) { $0 + survey.verifiedImageCount(of: $1) } } ?? 0
        let done = AtomicInteger(0)
        let found = inspector.inspectAll(jobs: jobs) { progress?(done.add(survey.verifiedImageCount(of: $0)), all) }
        let (resources, resourceFindings) = survey.readResources(budget: budget)
        let inspection = ProjectInspection(
            survey: survey, images: found, resources: resources, resourceFindings: resourceFindings)
        // The paths of fewer files take less memory than the tool itself.
        if images.files.count > 1 << 16 { returnMemoryOfThreads() }
        do throws(UserError) {
            if let images = recorder?.finish(dropsOthers: scope == .everything) { try cache?.store(images) }
            return (inspection, observer)
        } catch {
            events.cacheFailed?(error)
            return (inspection, nil)
        }
    }

    private func store(_ run: Run, _ packs: [Distribution.Pack] = [], _ date: ArchiveDate = .earliest) {
        guard released == nil, let cache, let observations = run.observations else { return }
        do throws(UserError) {
            try cache.store(PastRun(run.verification, observations, date), of: scope, packs: packs)
        } catch {
            events.cacheFailed?(error)
        }
    }
}

extension Distribution.Pack {
    /// Waits at most 20 ms until the stamp has settled. `nil` if the pack can have changed, or is not of this run.
    func record(_ date: ArchiveDate, in fileSystem: any FileSystem) -> Distribution.RecordedPack? {
        guard let (location, written) = written else { return nil }
        // Renaming has changed `ctime`. `mtime` shows every later write.
        let wait = written.modified + written.settlingDelay - fileSystem.now
        if wait > 0, wait <= FileStamp.usualSettlingDelay { pause(for: .nanoseconds(wait)) }
        guard let stamp = fileSystem.stamp(of: location), stamp.inode == written.inode, stamp.size == written.size,
            stamp.modified == written.modified, !isKept || stamp == written,
            stamp.modified + stamp.settlingDelay <= fileSystem.now
        else { return nil }
        return Distribution.RecordedPack(name: name, digest: digest, stamp: stamp, date: date)
    }
}

extension Distribution {
    /// Returns `nil` unless all packs and `SHA256SUMS` are unchanged. Opens no pack.
    func unchangedPacks(_ records: [RecordedPack]) -> [Pack]? {
        let packs = records.compactMap { record -> Pack? in
            guard DiskFileSystem.withoutLinks.stamp(of: "\(target)/\(record.name)") == record.stamp else { return nil }
            return kept(record)
        }
        return packs.count == records.count && checksums.matches(packs) ? packs : nil
    }
}
