import ThemeModel
package import ThemePackager
package import ThemeProject

/// Computes the facts for a report of a project, from one survey and one inspection. Thread-safe.
package final class ProjectReview: Sendable {
    private let project: Project
    private let scope: ThemeScope
    private let jobs: Int
    private let cache: ProjectCache?
    private let waste: WasteMemory
    private let kept: KeptImages?
    /// Reads the images of the project.
    package let reader: ReviewReader

    /// - Parameters:
    ///   - scope: the themes that the report shows. Themes that they extend are inspected as well.
    ///   - cache: has inspection results of earlier runs; `nil` inspects everything.
    ///   - waste: for later reviews: the waste of unchanged images.
    ///   - kept: for ``reader``: bytes that the inspection has read.
    package init(
        of project: Project, _ scope: ThemeScope = .everything, jobs: Int, cache: ProjectCache? = nil,
        waste: WasteMemory = WasteMemory(), keeping kept: KeptImages? = nil
    ) {
        self.project = project
        self.scope = scope
        self.jobs = jobs
        self.cache = cache
        self.waste = waste
        self.kept = kept
        reader = ReviewReader(project, keeping: kept)
    }

    /// - Throws: ``UserError`` if the project cannot be read.
    package func facts(events: IncrementalBuild.Events = IncrementalBuild.Events()) throws(UserError) -> ReviewFacts {
        var build = IncrementalBuild(
            of: project, scope.withParents(in: project), jobs: jobs, cache: cache)
        build.events = events
        let inspected = try build.inspect { [waste, kept, limits = project.limits] bytes, digest, isOpaque in
            waste.look(in: bytes, digest, isOpaque: isOpaque, limits: limits)
            kept?.keep(bytes, digest)
        }
        let input = ReviewInput(inspected, showing: scope, jobs: jobs)
        let found = waste.waste(of: input.files, jobs: jobs, reader)
        let facts = ReviewFacts(input, waste: found, jobs: jobs)
        // Unless it is among the findings.
        try project.budget.check()
        return facts
    }
}

extension ThemeScope {
    /// Returns the scope with the themes that its themes extend, whose images they inherit.
    fileprivate func withParents(in project: Project) -> ThemeScope {
        guard case .folders(let folders) = self, let known = try? Set(project.themeFolders()) else { return self }
        var all = folders
        var left = folders.sorted()
        while let folder = left.popLast() {
            guard known.contains(folder),
                let parent = SourceTheme(folderName: folder, in: project).manifest?.extends?.string,
                all.insert(parent).inserted
            else { continue }
            left.append(parent)
        }
        return .folders(all)
    }
}
