import SystemCalls
import ThemeModel
package import ThemeProject

/// The steps that fix findings of a project without losing a file.
package struct Fixes: Sendable {
    package struct Step: Sendable {
        /// Relative to the project.
        package let path: String
        package let remedy: Finding.Remedy
    }

    package enum Outcome: Equatable, Sendable {
        case done
        /// The reason why the file stays as it is, as the predicate of a sentence about it.
        case kept(String)
    }

    /// Sorted by path. Each file has one.
    package let steps: [Step]
    private let project: Project
    /// The number of files that would get each new path.
    private let targets: [String: Int]
    /// The files to remove, with the files that they are equal to.
    private let removals: [String: String]
    var mover = FileMover()

    package init(of findings: [Finding], in project: Project) {
        self.project = project
        var known: Set<String> = []
        steps = findings.sorted().compactMap { finding in
            guard let remedy = finding.remedy, known.insert(finding.path).inserted else { return nil }
            return Step(path: finding.path, remedy: remedy)
        }
        var (targets, removals): ([String: Int], [String: String]) = ([:], [:])
        for step in steps {
            switch step.remedy {
            case .rename(let path): targets[path, default: 0] += 1
            case .remove(let other, _): removals[step.path] = other
            }
        }
        (self.targets, self.removals) = (targets, removals)
    }

    package func apply(_ step: Step) -> Outcome {
        if let reason = obstacle(to: step) { return .kept(reason) }
        let path = project.location(of: step.path)
        do throws(FileMover.Obstacle) {
            switch step.remedy {
            case .rename(let target): try mover.rename(path, to: project.location(of: target))
            case .remove(let other, _):
                try mover.remove(path, equalTo: project.location(of: other), limit: project.limits.imageBytes)
            }
            return .done
        } catch {
            return .kept(error.message)
        }
    }

    /// Returns the outcome that ``apply(_:)`` would have now. Changes nothing.
    package func preview(_ step: Step) -> Outcome {
        if let reason = obstacle(to: step) { return .kept(reason) }
        guard access(project.join(String(step.path.parentFolder)), W_OK) == 0 else {
            return .kept("cannot be changed: its folder is not writable")
        }
        return .done
    }

    private func obstacle(to step: Step) -> String? {
        switch step.remedy {
        case .rename(let target):
            if targets[target, default: 0] > 1 {
                return "is not renamed: another file would get the name '\(target.lastPathComponent)' as well"
            }
            return mover.disk.exists(project.location(of: target)) && target.lowercased() != step.path.lowercased()
                ? FileMover.Obstacle.existingName(target).message : nil
        case .remove(let other, let scales):
            let own = try? read(step.path)
            guard own != nil, own == (try? read(other)) else {
                return FileMover.Obstacle.otherBytes(than: other).message
            }
            return scales.lazy.compactMap(obstacle).first
        }
    }

    /// Returns the reason why a scale of an image stays, and so the other ones; `nil` also if it is gone already.
    private func obstacle(toRemoving scale: String) -> String? {
        let name = scale.lastPathComponent
        guard let other = removals[scale] else { return "is kept, because '\(name)' stays" }
        do {
            let own = try read(scale)
            return own == (try read(other)) ? nil : "is kept, because '\(name)' has other bytes than its default"
        } catch FileError.missing {
            return nil
        } catch {
            return "is kept, because '\(name)' cannot be read"
        }
    }

    private func read(_ path: String) throws(FileError) -> [UInt8] {
        try project.fileSystem.read(project.join(path), limit: project.limits.imageBytes)
    }
}
