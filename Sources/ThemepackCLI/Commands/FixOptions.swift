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

    /// Applies the safe fixes, and prints each step. Returns whether a file was changed.
    func apply(to findings: [Finding], in project: Project) -> Bool {
        let fixes = Fixes(of: findings, in: project)
        var hasChanged = false
        for step in fixes.steps {
            let path = Console.printable(step.path)
            switch dryRun ? fixes.preview(step) : fixes.apply(step) {
            case .kept(let reason): Console.printError("not fixed: \(path) \(Console.printable(reason))\n")
            case .done:
                hasChanged = !dryRun
                Console.printError(Self.text(step, dryRun ? ("would rename", "would remove") : ("renamed", "removed")))
            }
        }
        if fixes.steps.isEmpty { Console.printError("nothing to fix without a person's decision\n") }
        return hasChanged
    }

    private static func text(_ step: Fixes.Step, _ verbs: (rename: String, remove: String)) -> String {
        let path = Console.printable(step.path)
        return switch step.remedy {
        case .rename(let target): "\(verbs.rename) \(path) to \(Console.printable(target))\n"
        case .remove(let other, _): "\(verbs.remove) \(path), which is equal to \(Console.printable(other))\n"
        }
    }
}
