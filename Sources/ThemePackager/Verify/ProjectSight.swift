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
    /// Of all images of the survey.
    private(set) var outcome: ImageInspection.Outcome
    /// By theme, in the order of paths.
    let resources: [[VerifiedTheme.Resource]]
    /// `nil` if it was not observed, or the answers prove nothing.
    private(set) var observations: Observations?
    /// What was not known of images before; `nil` if there is nothing.
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
        let images = survey.images
        // Of the default theme that has no theme.json there is no pack.
        let isPacked = survey.selectedDefault.map { !survey.themes[$0].isImplied } ?? false
        use = isPacked ? .packed : survey.selectedDefault != nil ? .verified : .compared
        let notes = observer.map { _ in ImageNotes(known: known, expecting: images.files.count) }
        run.budget?.charge(imageCount: images.files.count)
        let inspection = ImageInspection(
            project: project, images: images, originalUse: use, budget: run.budget, notes: notes,
            keepsBytes: keepsBytes)
        let (progress, done, parts) = (run.progress, Counter(), inspection.parts)
        let outcomes = Workers.map(parts.count, stride: 1, jobs: run.jobs) { number in
            inspection.inspect(parts[number]) { progress?(done.next(), images.ranges.count) }
        }
        outcome = ImageInspection.Outcome(joining: outcomes, imageCount: images.files.count)
        resources = survey.readResources(budget: run.budget)
        survey.findings += survey.settingsFindings()
        (self.survey, budget) = (survey, run.budget)
        observations = observer?.observations
        let met = notes?.take()
        news = met.flatMap { $0.news.isEmpty ? nil : $0.news }
        // Those of other themes are still known.
        let isAll = run.selection.isEverything && news != nil
        self.known = isAll ? known.keeping(met?.isMet ?? []) : known
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
        for group in changed { budget?.give(back: outcome.keptBytes(survey.images.ranges[group])) }
        let notes = ImageNotes(known: known)
        let inspection = ImageInspection(
            project: project, images: survey.images, originalUse: use, budget: budget, notes: notes)
        let renewed = Workers.map(changed.count, jobs: run.jobs) { number in
            inspection.inspect(changed[number]..<changed[number] + 1)
        }
        outcome.decodedCount = 0
        for (group, renewed) in zip(changed, renewed) { outcome.replace(survey.images.ranges[group], by: renewed) }
        observations?.note(changes)
        let news = notes.take().news
        self.news = news.isEmpty ? nil : news
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
        // Most images are told from these by the lengths of their paths alone.
        let lengths = Set(locations.map(\.utf8.count))
        let images = survey.images
        func isMeant(_ image: Int) -> Bool {
            guard lengths.contains(images.trees.locationLength(of: images.files[image])) else { return false }
            let location = images.location(image)
            left.remove(location)
            return locations.contains(location)
        }
        let groups = images.ranges.indices.filter { group in
            images.ranges[group].reduce(false) { isMeant($1) || $0 }
        }
        return left.isEmpty ? groups : nil
    }

    /// Makes what was new to it known, for a later ``renew(_:after:)``.
    mutating func learn() {
        if let news = news.take() { known.add(news) }
    }

    /// Images that were verified.
    var imageCount: Int {
        let images = survey.images
        let originalCount = images.ranges.indices.count { images.original(of: $0) != nil }
        return survey.selectedDefault != nil ? images.files.count : images.files.count - originalCount
    }

    /// For later runs.
    var evidence: Evidence { Evidence(observations: observations, newImages: news, otherImages: known) }
}
