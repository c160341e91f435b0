import ThemeModel
import ThemeProject

/// The survey and the inspection results of a project. Depends only on the file system's answers and the limits.
struct ProjectInspection: Sendable {
    struct Request: Sendable {
        var project: Project
        let scope: ThemeScope
        /// `nil` if nothing will be packed.
        let budget: MemoryBudget?
        /// Whether defaults are inspected like themed images even if the default theme is not in the scope.
        var inspectsDefaults = false
        let jobs: Int
        let progress: (@Sendable (_ done: Int, _ all: Int) -> Void)?
        var visit: ImageVisitor?
    }

    let survey: ProjectSurvey
    private(set) var imageResults: ImageInspection
    /// By theme, sorted by path.
    let resources: [[InspectedResource]]
    /// `nil` if an answer was not observed, or cannot be compared later.
    private(set) var observations: Observations?
    private var newImages: [KnownImage]?
    /// Known before, and possibly still current.
    private var known: KnownImages
    private let defaultHandling: ImageInspector.DefaultHandling
    private let budget: MemoryBudget?

    /// Reads known images if `keepsBytes`. Records the questions to the file system for later runs if `isObserved`.
    init(_ request: Request, known: KnownImages, keepsBytes: Bool = false, isObserved: Bool) throws(UserError) {
        var project = request.project
        let observer = isObserved ? ObservingFileSystem(project.fileSystem, root: project.root) : nil
        if let observer { project.fileSystem = observer }
        var survey = try ProjectSurvey(of: project, request.scope, jobs: request.jobs)
        let images = survey.images
        let isPacked =
            request.inspectsDefaults || survey.selectedDefault.map { !survey.themes[$0].isImplied } ?? false
        defaultHandling = isPacked ? .pack : survey.selectedDefault != nil ? .verify : .compare
        let recorder = observer.map { _ in ImageRecorder(known: known, expecting: images.files.count) }
        request.budget?.charge(imageCount: images.files.count)
        let inspector = ImageInspector(
            project: project, images: images, defaultHandling: defaultHandling, budget: request.budget,
            recorder: recorder, keepsBytes: keepsBytes, visit: request.visit)
        let (progress, groupCount) = (request.progress, images.ranges.count)
        let done = AtomicInteger(0)
        imageResults = inspector.inspectAll(jobs: request.jobs) { progress?(done.add(1), groupCount) }
        resources = survey.readResources(budget: request.budget)
        survey.findings += survey.settingsFindings()
        self.survey = survey
        budget = request.budget
        observations = observer?.observations
        let records = recorder?.take()
        newImages = records.flatMap { $0.newImages.isEmpty ? nil : $0.newImages }
        // With a smaller scope, unconfirmed images may belong to other themes.
        if request.scope.isEverything, let records, let newImages {
            self.known = known.filtered(by: records.isConfirmed, room: newImages.count)
        } else {
            self.known = known
        }
    }

    /// Inspects changed images again. Returns `false` if anything else has changed: the inspection is then invalid.
    mutating func update(_ request: Request, after changes: [Observations.StampChange]) -> Bool {
        let stamps = Dictionary(changes.map { ($0.path, $0.stamp) }) { first, _ in first }
        guard let changed = groups(of: stamps.keys, in: request.project) else { return false }
        var project = request.project
        let observer = ObservingFileSystem(project.fileSystem, root: project.root)
        project.fileSystem = observer
        for group in changed { budget?.release(imageResults.keptByteCount(in: survey.images.ranges[group])) }
        let recorder = ImageRecorder(known: known)
        let inspector = ImageInspector(
            project: project, images: survey.images, defaultHandling: defaultHandling, budget: budget,
            recorder: recorder, visit: request.visit)
        let results = Workers.map(changed.count, jobs: request.jobs) { number in
            inspector.inspect(changed[number]..<changed[number] + 1)
        }
        imageResults.decodedCount = 0
        for (group, newer) in zip(changed, results) { imageResults.replace(survey.images.ranges[group], by: newer) }
        observations?.apply(changes)
        let newImages = recorder.take().newImages
        self.newImages = newImages.isEmpty ? nil : newImages
        // The files must still have the stamps that were found before they were read.
        let disk = request.project.fileSystem
        return observer.observations != nil && stamps.allSatisfy { disk.stamp(of: $0) == $1 }
    }

    /// Returns the groups that contain these files; `nil` if one is not an image, or is also a resource.
    private func groups(of locations: some Collection<String>, in project: Project) -> [Int]? {
        // A resource can be a link to an image.
        for (file, folder) in survey.resources.joined() where locations.contains(project.location(of: file, in: folder))
        {
            return nil
        }
        var left = Set(locations)
        // Comparing lengths first is cheap and rules out most images.
        let lengths = Set(locations.map(\.utf8.count))
        let images = survey.images
        func hasChanged(_ image: Int) -> Bool {
            guard lengths.contains(images.trees.locationLength(of: images.files[image])) else { return false }
            let location = images.location(image)
            left.remove(location)
            return locations.contains(location)
        }
        let groups = images.ranges.indices.filter { group in
            images.ranges[group].reduce(false) { hasChanged($1) || $0 }
        }
        return left.isEmpty ? groups : nil
    }

    mutating func rememberNewImages() {
        if let newImages = newImages.take() { known.add(newImages) }
    }

    /// Defaults count only if the default theme is in scope.
    var imageCount: Int {
        let images = survey.images
        let defaultCount = images.ranges.indices.count { images.defaultImage(of: $0) != nil }
        return survey.selectedDefault != nil ? images.files.count : images.files.count - defaultCount
    }

    var cacheUpdate: CacheUpdate { CacheUpdate(observations: observations, newImages: newImages, knownImages: known) }
}
