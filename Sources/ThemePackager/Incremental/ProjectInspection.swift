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
    let imageResults: ImageInspection
    /// By theme, sorted by path.
    let resources: [[InspectedResource]]
    let cacheUpdate: CacheUpdate

    /// Records the questions to the file system for later runs if `isObserved`.
    init(_ request: Request, known: KnownImages, isObserved: Bool) throws(UserError) {
        var project = request.project
        let observer = isObserved ? ObservingFileSystem(project.fileSystem, root: project.root) : nil
        if let observer { project.fileSystem = observer }
        var survey = try ProjectSurvey(of: project, request.scope, jobs: request.jobs)
        let images = survey.images
        let isPacked =
            request.inspectsDefaults || survey.themes.selectedDefault.map { !survey.themes[$0].isImplied } ?? false
        let defaultHandling: ImageInspector.DefaultHandling =
            isPacked ? .pack : survey.themes.selectedDefault != nil ? .verify : .compare
        let recorder = observer.map { _ in ImageRecorder(known: known, expecting: images.files.count) }
        request.budget?.charge(imageCount: images.files.count)
        let inspector = ImageInspector(
            project: project, images: images, defaultHandling: defaultHandling, budget: request.budget,
            recorder: recorder, visit: request.visit)
        let (progress, groupCount) = (request.progress, images.ranges.count)
        let done = AtomicInteger(0)
        imageResults = inspector.inspectAll(jobs: request.jobs) { progress?(done.add(1), groupCount) }
        resources = survey.readResources(budget: request.budget)
        survey.findings += survey.settingsFindings() + TemplateCheck(survey).findings(jobs: request.jobs)
        self.survey = survey
        cacheUpdate = CacheUpdate(observer?.observations, recorder?.take(), known, request.scope)
    }

    /// Defaults count only if the default theme is in scope.
    var imageCount: Int {
        let images = survey.images
        let defaultCount = images.ranges.indices.count { images.defaultImage(of: $0) != nil }
        return survey.themes.selectedDefault != nil ? images.files.count : images.files.count - defaultCount
    }
}
