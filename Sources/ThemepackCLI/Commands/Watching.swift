import ArgumentParser
import ThemeSystem
import ThemePackager
import ThemeProject

/// Runs a command again after every change of a project's files.
enum Watching {
    /// Does not return, unless the first run finds wrong usage or no project.
    ///
    /// - Parameters:
    ///   - files: files to watch as well, relative to the project.
    ///   - changed: is called with the paths of changed files before the next run.
    ///   - failed: is called with an error of the project; without it, the error is only printed.
    static func `repeat`(
        files: [String] = [], _ prepare: () throws -> CommandRun, _ body: (CommandRun) throws -> Void,
        changed: ([String]) -> Void = { _ in }, failed: (UserError) -> Void = { _ in }
    ) throws {
        var watch: ChangeWatch?
        var watchedPaths: [String?] = []
        var isFirst = true
        let folder = ProcessEnvironment.currentFolder
        while true {
            // If the folder was deleted and created again, the process is still in the deleted one.
            if !isFirst { chdir(folder) }
            do {
                try UserError.converting {
                    let run = try prepare()
                    // "themepack.json" can name other paths now. Watching starts before the run, to miss no change.
                    if let project = run.build?.project {
                        let paths = [project.assetFolder, project.themesFolder, project.baselineFile]
                        if paths != watchedPaths { watch = ChangeWatch(of: project, and: files) }
                        watchedPaths = paths
                    }
                    try body(run)
                }
            } catch let error as UserError where watch != nil {
                Console.printError(error.text)
                failed(error)
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
            changed(watch.wait())
        }
    }
}
