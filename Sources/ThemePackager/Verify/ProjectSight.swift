import ThemeModel

/// What a run sees of a project: everything that its findings and packs are made of. It follows from what the file system
/// answered, and from nothing else.
struct ProjectSight: Sendable {
    /// What is looked at, and how.
    struct Run: Sendable {
        var project: Project
        let selection: ThemeScope
        /// `nil` where nothing is to be packed.
        let budget: MemoryBudget?
        let jobs: Int
        let progress: (@Sendable (_ done: Int, _ all: Int) -> Void)?
    }

    let survey: ProjectSurvey
    /// Of the survey's groups, in their order.
    private(set) var outcomes: [ImageInspection.Outcome]
    /// How many images were decoded for it.
    private(set) var decodedCount: Int
    /// By theme, in the order of paths.
    let resources: [[(path: PortablePath, content: VerifiedBytes)]]
    /// `nil` if it was not observed, or the answers prove nothing.
    private(set) var observations: Observations?
    /// Images that were not known before; `nil` if there are none.
    private var news: [KnownImage]?
    /// What was known of images beforehand, and may still hold.
    private var known: KnownImages
    private let use: ImageInspection.OriginalUse
    /// What of it may be kept in memory.
    private let budget: MemoryBudget?

    /// Looks at everything, but for images that are known.
    ///
    /// - Parameters:
    ///   - known: what earlier runs found.
    ///   - keepsBytes: whether what is to be packed is read for that alone, where it is known already.
    ///   - isObserved: whether it is noted what is asked of the file system.
    init(_ run: Run, known: KnownImages, keepsBytes: Bool = false, isObserved: Bool) throws(ProjectProblem) {
        var project = run.project
        let observer = isObserved ? ObservingFileSystem(project.fileSystem, root: project.root) : nil
        if let observer { project.fileSystem = observer }
        var survey = try ProjectSurvey(of: project, run.selection, jobs: run.jobs)
        let groups = survey.groups
        // Of the default theme that has no theme.json there is no pack.
        let isPacked = survey.selectedDefault.map { !survey.themes[$0].isImplied } ?? false
        let use: ImageInspection.OriginalUse =
            isPacked ? .packed : survey.selectedDefault != nil ? .verified : .compared
        let notes = observer.map { _ in
            ImageNotes(known: known, expecting: groups.reduce(0) { $0 + 1 + $1.themed.count })
        }
        let inspection = ImageInspection(
            project: project, budget: run.budget, notes: notes, keepsBytes: keepsBytes)
        let (progress, done) = (run.progress, Counter())
        outcomes = Workers.map(
            ImageInspection.parts(of: groups), jobs: run.jobs, preparing: { inspection.stamps(of: groups[$0]) }
        ) { stamps, index in
            defer { progress?(done.next(), groups.count) }
            return inspection.inspect(groups[index], original: use, stamps)
        }
        decodedCount = outcomes.reduce(0) { $0 + $1.decodedCount }
        resources = survey.readResources(budget: run.budget)
        survey.findings += survey.settingsFindings()
        (self.survey, self.use, budget) = (survey, use, run.budget)
        observations = observer?.observations
        news = notes?.takeNews()
        // Those of other themes are still known.
        self.known = run.selection.isEverything && news != nil ? .none : known
    }

    /// Looks again at images that have changed, where nothing else has.
    ///
    /// - Returns: `false` if something else has changed, or what was found now proves nothing; this is of no use then.
    mutating func renew(_ run: Run, after changes: [Observations.Change]) -> Bool {
        let stamps = Dictionary(changes.map { ($0.path, $0.stamp) }) { first, _ in first }
        guard let changed = groups(of: stamps.keys, in: run.project) else { return false }
        var project = run.project
        let observer = ObservingFileSystem(project.fileSystem, root: project.root)
        project.fileSystem = observer
        for index in changed { budget?.give(back: outcomes[index].keptBytes) }
        let notes = ImageNotes(known: known, expecting: 2 * changed.count)
        let inspection = ImageInspection(project: project, budget: budget, notes: notes)
        let renewed = Workers.map(changed.count, jobs: run.jobs) { [survey, use] number in
            let group = survey.groups[changed[number]]
            return inspection.inspect(group, original: use, inspection.stamps(of: [group]))
        }
        for (index, outcome) in zip(changed, renewed) { outcomes[index] = outcome }
        decodedCount = renewed.reduce(0) { $0 + $1.decodedCount }
        observations?.note(changes)
        news = notes.takeNews()
        // What was read is what was seen to have changed, and had settled before it was read.
        let disk = run.project.fileSystem
        return observer.observations != nil && stamps.allSatisfy { disk.stamp(of: $0) == $1 }
    }

    /// Those that have files at these locations; `nil` if one of them is no image, or not an image alone.
    private func groups(of locations: some Collection<String>, in project: Project) -> [Int]? {
        // A link can make a resource of an image.
        for (file, folder) in survey.resources.joined() where locations.contains(project.location(of: file, in: folder))
        {
            return nil
        }
        var left = Set(locations)
        // Most files are told from these by the last parts of their paths alone.
        let names = Set(locations.map(Self.lastComponent))
        func isMeant(_ image: ImageFile) -> Bool {
            let name = image.file.destination.map(Self.lastComponent) ?? image.file.path.lastComponent
            guard names.contains(name) else { return false }
            let location = project.location(of: image.file, in: image.folder)
            left.remove(location)
            return locations.contains(location)
        }
        let indices = survey.groups.indices.filter { index in
            let group = survey.groups[index]
            let isOriginalMeant = group.original.map(isMeant) ?? false
            return group.themed.reduce(isOriginalMeant) { isMeant($1.file) || $0 }
        }
        return left.isEmpty ? indices : nil
    }

    /// Makes what was new to it known, for a later ``renew(_:after:)``.
    mutating func learn() {
        known = news.map { KnownImages($0).adding(known) } ?? known
        news = nil
    }

    private static func lastComponent(_ path: String) -> Substring {
        path[(path.utf8.lastIndex(of: UInt8(ascii: "/")).map(path.utf8.index(after:)) ?? path.startIndex)...]
    }

    /// Images that were verified.
    var imageCount: Int {
        outcomes.reduce(0) { $0 + $1.themed.count }
            + (survey.selectedDefault != nil ? survey.groups.count { $0.original != nil } : 0)
    }

    /// For later runs.
    var evidence: Evidence { Evidence(observations: observations, newImages: news, otherImages: known) }
}
