import ArgumentParser
import ThemePackager

struct FixOptions: ParsableArguments {
    @Flag(help: "Rename misnamed images, and remove images that are equal to their defaults.")
    var fix = false

    @Flag(help: "With --fix: print the steps, and change nothing.")
    var dryRun = false

    func validate() throws {
        if dryRun, !fix { throw ValidationError("--dry-run is for --fix") }
    }

    /// Applies the safe fixes, and prints each step. A fix can make others possible: the images of themes follow their
    /// renamed default. So it goes on until no file changes. Returns the last verification.
    func apply(
        to first: Verification, in project: Project, _ verify: () throws -> Verification
    ) throws -> Verification {
        let locked = try OutputFolder(sourcesOf: project.root, dryRun: dryRun)
        defer { withExtendedLifetime(locked) {} }
        var verification = first
        var lines: Set<String> = []
        while true {
            let fixes = Fixes(of: verification.findings + verification.explained, in: project)
            var kept: [String] = []
            var hasChanged = false
            var isNew = false
            for step in fixes.steps {
                let obstacle = dryRun ? fixes.preview(step) : fixes.apply(step)
                let line = text(step, obstacle)
                guard obstacle == nil else {
                    kept.append(line)
                    continue
                }
                hasChanged = !dryRun
                guard lines.insert(line).inserted else { continue }
                isNew = true
                Console.note(line)
            }
            if hasChanged { verification = try verify() }
            // A step that fails in this round can succeed in the next one.
            guard hasChanged, isNew else {
                for line in kept { Console.note(line) }
                if lines.isEmpty, kept.isEmpty { Console.note("nothing to fix without a person's decision") }
                return verification
            }
        }
    }

    private func text(_ step: Fixes.Step, _ obstacle: String?) -> String {
        if let obstacle { return "not fixed: \(step.path) \(obstacle)" }
        return switch step.remedy {
        case .rename(let target): "\(dryRun ? "would rename" : "renamed") \(step.path) to \(target)"
        case .remove(let other, _):
            "\(dryRun ? "would remove" : "removed") \(step.path), which is equal to \(other)"
        }
    }
}
