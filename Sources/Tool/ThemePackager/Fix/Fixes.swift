/// The steps that fix findings of a project without losing a file.
package struct Fixes: Sendable {
    package struct Step: Sendable {
        /// Relative to the project.
        package let path: String
        package let remedy: Finding.Remedy
    }

    /// Sorted by path. Each file has one.
    package let steps: [Step]
    private let project: Project
    private let paths: Set<String>
    /// The reasons why files are kept, by path. All are decided before the first step changes a file.
    private var obstacles: [String: String] = [:]
    /// The number of files that would get each new path. A disk can ignore letter case.
    private var targets: [String: Int] = [:]
    /// The files to remove, with the files that they are equal to.
    private var removals: [String: String] = [:]
    var mover = FileMover()

    package init(of findings: [Finding], in project: Project) {
        self.project = project
        var known: Set<String> = []
        steps = findings.sorted().compactMap { finding in
            guard let remedy = finding.remedy, known.insert(finding.path).inserted else { return nil }
            return Step(path: finding.path, remedy: remedy)
        }
        paths = known
        for step in steps {
            switch step.remedy {
            case .rename(let path): targets[path.lowercased(), default: 0] += 1
            case .remove(let other, _): removals[step.path] = other
            }
        }
        for step in steps { obstacles[step.path] = obstacle(to: step, dryRun: true) }
    }

    /// Returns the result that ``apply(_:)`` has unless the disk refuses it or another program changes the files
    /// meanwhile. Changes nothing.
    package func preview(_ step: Step) -> String? { obstacles[step.path] }

    /// Returns the reason why the file stays as it is, as the predicate of a sentence about it; `nil` if it is fixed.
    package func apply(_ step: Step) -> String? { preview(step) ?? obstacle(to: step, dryRun: false) }

    private func obstacle(to step: Step, dryRun: Bool) -> String? {
        do throws(FileMover.Obstacle) { try take(step, dryRun: dryRun) } catch { return error.message }
        return nil
    }

    private func take(_ step: Step, dryRun: Bool) throws(FileMover.Obstacle) {
        let path = project.location(of: step.path)
        switch step.remedy {
        case .rename(let target):
            guard targets[target.lowercased()] == 1 else {
                let name = target.lastPathComponent
                throw FileMover.Obstacle(
                    message: "is not renamed: another file would get the name '\(name)' as well")
            }
            try mover.rename(path, to: project.location(of: target), dryRun: dryRun)
        case .remove(let other, let scales):
            guard !paths.contains(other) else {
                let name = other.lastPathComponent
                throw FileMover.Obstacle(message: "is kept, because '\(name)' is to be fixed as well")
            }
            let kept = project.location(of: other)
            // Nothing is removed before all scales are checked.
            try mover.remove(path, equalTo: kept, limit: limit, dryRun: true)
            for scale in scales { try checkOtherScale(scale) }
            if !dryRun { try mover.remove(path, equalTo: kept, limit: limit, dryRun: false) }
        }
    }

    /// All scales are removed together: if one stayed, it would be used for the others. A scale that was removed before
    /// does not count.
    private func checkOtherScale(_ scale: String) throws(FileMover.Obstacle) {
        let path = project.location(of: scale)
        let name = scale.lastPathComponent
        guard mover.disk.exists(path) else { return }
        guard let other = removals[scale], !paths.contains(other), FileMover.isFolderWritable(of: path) else {
            throw FileMover.Obstacle(message: "is kept, because '\(name)' stays")
        }
        guard FileMover.areEqual(path, project.location(of: other), limit: limit) else {
            throw FileMover.Obstacle(message: "is kept, because '\(name)' has other bytes than its default")
        }
    }

    private var limit: Int { project.configuration.limits.imageBytes }
}
