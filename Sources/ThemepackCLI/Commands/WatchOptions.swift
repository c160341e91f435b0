import ArgumentParser
import ThemePackager

/// `--watch`, for commands that can be run over and over.
struct WatchOptions: ParsableArguments {
    @Flag(help: "Run again whenever a file of the project changes, until Ctrl-C.")
    var watch = false

    /// What one run keeps for the next; `nil` if there is one alone.
    func makeMemory() -> VerifierMemory? { watch ? VerifierMemory() : nil }

    /// Has the memory see what changed in themes that were named.
    static func lookAhead(_ memory: VerifierMemory?, at themes: [String], jobs: Int) {
        guard let memory, let targets = try? Targets(themes), let project = targets.project,
            let selection = targets.themes
        else { return }
        memory.lookAhead(at: project, selection, jobs: jobs)
    }

    /// Runs `body` once; with `--watch` again after every change, whatever came of it.
    ///
    /// - Parameter meanwhile: called after a change, before it is sure that no other follows at once.
    func run(in project: () throws -> Project?, meanwhile: () -> Void, _ body: () throws -> Void) throws {
        guard watch, let watched = try project() else { return try body() }
        // Before the first run: what changes while it runs is not missed.
        var watching = ChangeWatch(of: watched)
        var layout = [watched.assets, watched.themes]
        var isFirst = true
        while true {
            do {
                try Failure.rethrowing(body)
            } catch let failure as Failure {
                Console.printError(failure.text(color: false))
            } catch is ExitCode {
                // The report has said why.
            } catch {
                // Wrong usage, which a change can also bring about: a theme that was named may be gone.
                if isFirst { throw error }
                Console.printError("error: \(Console.printable("\(error)"))\n")
            }
            if isFirst { Console.printError("watching for changes, Ctrl-C ends\n") }
            isFirst = false
            watching.wait(meanwhile: meanwhile)
            // "themepack.json" may name other folders by now; while it is wrong, the old ones are watched.
            if let project = try? project(), [project.assets, project.themes] != layout {
                watching = ChangeWatch(of: project)
                layout = [project.assets, project.themes]
            }
        }
    }
}
