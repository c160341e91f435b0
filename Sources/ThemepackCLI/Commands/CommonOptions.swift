import ArgumentParser
import Foundation
import ThemePackager

/// What every command takes.
struct CommonOptions: ParsableArguments {
    @Option(help: "How the report is written.")
    var format = ReportFormat.text

    @Option(
        name: .customLong("report"),
        help: ArgumentHelp("Write a report to a file as well; may be repeated.", valueName: "format=file"))
    var reports: [ReportTarget] = []

    @Option(help: "From which severity on the exit status is 1.")
    var failOn = FailOn.error

    @Option(
        name: .customShort("C"), help: ArgumentHelp("Work as if started in this folder.", valueName: "dir"),
        completion: .directory)
    var folder: String?

    @Flag(name: .shortAndLong, help: "No summary and no progress.")
    var quiet = false

    @Flag(name: .shortAndLong, help: "Say what is worked on, and how long verifying takes.")
    var verbose = false

    @Option(help: "Whether text is coloured.")
    var color = ColorChoice.auto

    @Option(help: ArgumentHelp("How many threads decode images.", valueName: "n"))
    var jobs = ProcessInfo.processInfo.activeProcessorCount

    func validate() throws {
        guard (1...1024).contains(jobs) else { throw ValidationError("--jobs takes a number from 1 to 1024") }
    }

    /// Moves to `-C`. Everything else relative is relative to there.
    func enterFolder() throws {
        if let folder, !FileManager.default.changeCurrentDirectoryPath(folder) {
            throw Failure("there is no folder '\(folder)'", hint: "-C names the folder to work in")
        }
        // Foundation makes paths absolute first, and repairs what is not UTF-8: it would write to another folder.
        guard let here = getcwd(nil, 0) else { return }
        defer { free(here) }
        guard String(validatingCString: here) == nil else { return }
        throw Failure(
            "the path of the current folder is not UTF-8: '\(String(cString: here))'", hint: "rename the folder")
    }

    /// Tries whether the reports can be written, so that nothing is done that cannot be reported.
    func probeReports(besides output: String? = nil) throws {
        for target in reports { try target.probe(besides: output) }
    }

    /// Writes the report where it was asked for, and throws the exit status that follows from it.
    func deliver(_ report: Report) throws {
        for target in reports { try target.write(report) }
        // What a build finds is no product of it; only where a format was asked for, the report is.
        if format == .text, report.isOfBuild {
            Console.printError(report.rendered(as: format, style: color.style(on: STDERR_FILENO)))
        } else {
            Console.print(report.rendered(as: format, style: color.style(on: STDOUT_FILENO)))
        }
        if format == .github { try GitHubReport.appendStepSummary(of: report) }
        if !quiet { Console.printError(report.summary + "\n") }
    }

    /// For `-v`: what is worked on.
    func tell(_ text: String) {
        if verbose { Console.printError(Console.printable(text) + "\n") }
    }

    /// For `-v`: how much an earlier run had done already.
    func tell(_ verification: Verification, _ cache: ProjectCache?) {
        if verification.isRemembered {
            tell("nothing has changed since the last run")
        } else if cache != nil {
            tell("decoded \(verification.decodedCount) of \(verification.imageCount) images, the others were known")
        }
    }

    /// Whether a report is one that the command must fail for.
    func fails(_ report: Report) -> Bool {
        report.errors > 0 || failOn == .warning && report.warnings > 0
    }
}

enum FailOn: String, CaseIterable, ExpressibleByArgument { case error, warning }

enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
    case auto, always, never

    /// https://no-color.org
    func style(on descriptor: Int32) -> TextStyle {
        switch self {
        case .always: .coloured
        case .never: .plain
        case .auto:
            isatty(descriptor) == 1 && ProcessInfo.processInfo.environment["NO_COLOR", default: ""].isEmpty
                ? .coloured : .plain
        }
    }
}
