import ArgumentParser
import ThemePackager

/// Runs a command again after every change of a project's files.
enum Watching {
    /// Does not return, unless the first run finds wrong usage or no project.
    ///
    /// - Parameters:
    ///   - files: files to watch as well, relative to the project.
    ///   - pause: milliseconds without changes before a run.
    ///   - changed: is called with the paths of changed files before the next run.
    ///   - failed: is called with an error of the project; without it, the error is only printed.
    static func `repeat`(
        files: [String] = [], pause: Int = ChangeWatch.burstPause, _ prepare: () throws -> ThemeArguments,
        _ body: (ThemeArguments) throws -> Void,
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
                    let arguments = try prepare()
                    // "themepack.json" can name other paths now. Watching starts before the run, to miss no change.
                    if let project = arguments.project {
                        let paths = [
                            project.configuration.assetFolder, project.configuration.themesFolder,
                            project.configuration.baselineFile,
                        ]
                        if paths != watchedPaths { watch = ChangeWatch(of: project, and: files, pause: pause) }
                        watchedPaths = paths
                    }
                    try body(arguments)
                }
            } catch let error as UserError where watch != nil {
                Console.printError(error.text)
                failed(error)
            } catch is ExitCode {
                // The report contains the problems.
            } catch {
                // Wrong usage. A later change can also cause it, for example if a named theme was removed.
                if isFirst { throw error }
                Console.note("error: \(error)")
            }
            guard let watch else { return }
            if isFirst { Console.note("watching for changes, Ctrl-C ends") }
            isFirst = false
            changed(watch.wait())
        }
    }
}

/// The output of `--watch` besides reports: the files that have changed, and the findings that are gone.
enum WatchScreen {
    private static let shownMax = 3

    /// Clears a terminal, so that the next report stands alone.
    static func showChanges(_ paths: [String]) {
        let isTerminal = isatty(STDERR_FILENO) == 1 && ProcessEnvironment.variable("TERM") != "dumb"
        if isTerminal { Console.printError("\u{1B}[2J\u{1B}[3J\u{1B}[H") }
        // Editors write through hidden files, which are gone when they are done.
        let visible = paths.filter { !$0.lastPathComponent.hasPrefix(".") && DiskFileSystem().kind(of: $0) != .folder }
        let files = visible.isEmpty ? paths : visible
        guard !files.isEmpty else { return }
        var line = files.prefix(shownMax).map(Console.relative).joined(separator: ", ")
        if files.count > shownMax { line += " and \(files.count - shownMax) more" }
        Console.note("changed: \(line)")
    }
}

/// The findings of the last run, to say which ones the next run does not have any more.
final class EarlierFindings {
    private var last: [Finding] = []
    private static let shownMax = 10

    /// Prints the findings that the last run had and this one has not. In the first run, prints nothing.
    func showFixed(in report: Report) {
        let now = Set(report.findings.map { $0.fingerprint(report.paths) })
        let fixed = last.filter { !now.contains($0.fingerprint(report.paths)) }
        last = report.findings
        for finding in fixed.prefix(Self.shownMax) {
            let key = finding.key.map { " " + $0 } ?? ""
            Console.note("fixed: \(report.paths.shown(finding.path))\(key) [\(finding.rule.rawValue)]")
        }
        if fixed.count > Self.shownMax { Console.note("fixed: \(fixed.count - Self.shownMax) more") }
    }
}
