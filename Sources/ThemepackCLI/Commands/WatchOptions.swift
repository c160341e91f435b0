import ArgumentParser
import ThemePackager
import ThemeProject

struct WatchOptions: ParsableArguments {
    @Flag(help: "Run again whenever a file of the project changes, until Ctrl-C.")
    var watch = false

    /// Shared by all runs; `nil` if there is only one.
    func makeMemory() -> InspectionMemory? { watch ? InspectionMemory() : nil }

    /// Runs a command once, or with `--watch` again after every change, even if it fails. Each run reads the arguments.
    func run(_ prepare: () throws -> CommandRun, _ body: (CommandRun) throws -> Void) throws {
        guard watch else { return try body(try prepare()) }
        var watch: ChangeWatch?
        var watchedFolders: [String] = []
        var last: CommandRun?
        var isFirst = true
        while true {
            do {
                try UserError.converting {
                    let run = try prepare()
                    last = run
                    // "themepack.json" can name other folders now. Watching starts before the run, to miss no change.
                    if let project = run.build?.project,
                        [project.assetFolder, project.themesFolder] != watchedFolders
                    {
                        watch = ChangeWatch(of: project)
                        watchedFolders = [project.assetFolder, project.themesFolder]
                    }
                    try body(run)
                }
            } catch let error as UserError where watch != nil {
                Console.printError(error.text)
            } catch is ExitCode {
                // The report contains the problems.
            } catch {
                // Wrong usage. A later change can also cause it, for example if a named theme was removed.
                if isFirst { throw error }
                Console.printError("error: \(Console.printable("\(error)"))\n")
            }
            guard let watch else { return }
            if isFirst { Console.printError("watching for changes, Ctrl-C ends\n") }
            isFirst = false
            watch.wait { last?.build?.lookAhead() }
        }
    }
}
