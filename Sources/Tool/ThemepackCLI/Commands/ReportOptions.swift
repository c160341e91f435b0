import ArgumentParser
import ThemePackager

struct ReportOptions: ParsableArguments {
    @Option(help: "Format of the printed report.")
    var format = ReportFormat.text

    @Option(
        name: .customLong("report"),
        help: ArgumentHelp("Write a report to a file as well; may be repeated.", valueName: "format=file"))
    var reports: [ReportTarget<ReportFormat>] = []

    @Option(help: "The lowest severity that makes the exit status 1.")
    var failOn = FailOn.error

    @Flag(help: "Print all findings, also on a terminal, which shows ten of each rule.")
    var all = false

    @Flag(name: .shortAndLong, help: "Print errors, what --against and --check find, and the summary alone.")
    var quiet = false

    @Flag(name: .shortAndLong, help: "Print the project, its themes, and how long verification takes.")
    var verbose = false

    @Option(help: "Whether text is colored.")
    var color = ColorChoice.auto

    /// - Parameter places: the checked files of `--report`.
    func deliver(_ report: Report, to places: [OutputPlace]) throws {
        for (target, place) in zip(reports, places) {
            try place.write(Array(report.rendered(as: target.format).utf8))
        }
        // A build prints its packs to standard output. It prints its findings there only in a format for
        // programs.
        // After it, nothing may throw: the output would end with a second report about that error.
        if format == .github { try GitHubReport.appendStepSummary(of: report) }
        if format.isForPeople, report.build != nil {
            Console.printError(report.rendered(as: format, style: color.style(on: STDERR_FILENO)))
        } else {
            Console.print(report.rendered(as: format, style: color.style(on: STDOUT_FILENO)))
        }
        let hint = format.isForPeople && !verbose ? " (-v lists them)" : ""
        Console.note(report.summary(leftOutHint: hint))
        let style = color.style(on: STDERR_FILENO)
        if format == .text, style.isTerminal, !quiet { Console.printError(TextReport(report, style).advice) }
    }

    /// Runs a command. If it could not run, every report says why; then throws the error.
    func reportingFailure(_ body: () throws -> Void) throws {
        do {
            try UserError.converting(body)
        } catch let error as UserError {
            deliver(error)
            throw error
        }
    }

    /// Writes reports about an error that ended the command. Another error, in writing them, is not reported.
    func deliver(_ error: UserError) {
        let root = Project.root(above: ProcessEnvironment.currentFolder)
        var report = Report(projectRoot: root)
        report.failures = [error] + error.others
        for target in reports {
            // The first error is the one that the user has to know.
            try? target.place().write(Array(report.rendered(as: target.format).utf8))
        }
        if format == .github { try? GitHubReport.appendStepSummary(of: report) }
        if !format.isForPeople { Console.print(report.rendered(as: format)) }
    }

    func printUnread(_ files: [String]) {
        guard !quiet else { return }
        for file in files { Console.note("\(file): the project does not read this file") }
    }

    func printVerbose(_ text: String) {
        if verbose { Console.note(text) }
    }

    func events() -> ProjectRun.Events {
        var events = ProjectRun.Events()
        events.inspected = ProgressLine.counting("verified", "images")
        let start = ContinuousClock.now
        events.verified = { [self] verification in
            if verification.isFromCache {
                printVerbose("nothing has changed since the last run")
                return
            }
            let decoded = verification.decodedCount
            let all = verification.imageCount
            printVerbose("decoded \(decoded) of \(all) images" + (decoded < all ? ", the others were known" : ""))
            printVerbose("verified after \(Report.seconds(ContinuousClock.now - start))")
        }
        events.cacheFailed = { [self] in printVerbose($0.message) }
        return events
    }
}

enum FailOn: String, CaseIterable, ExpressibleByArgument {
    case error, warning

    var severity: Severity { self == .error ? .error : .warning }
}

enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
    case auto, always, never

    /// https://no-color.org, https://force-color.org and https://bixense.com/clicolors
    func style(on descriptor: Int32) -> TextStyle {
        let isTerminal = isatty(descriptor) == 1
        let isUsual = isTerminal && ProcessEnvironment.variable("TERM") != "dumb"
        let isColored =
            switch self {
            case .always: true
            case .never: false
            case .auto: Self.environmentColors ?? isUsual
            }
        let hasLinks = self != .never && (isUsual || Self.isSet("FORCE_HYPERLINK")) && TerminalLinks.areSupported()
        return TextStyle(isColored: isColored, hasLinks: hasLinks, isTerminal: isTerminal)
    }

    /// `nil` if no variable decides.
    private static var environmentColors: Bool? {
        if isSet("NO_COLOR") { return false }
        for name in ["FORCE_COLOR", "CLICOLOR_FORCE"] where isSet(name) {
            return ProcessEnvironment.variable(name) != "0"
        }
        return ProcessEnvironment.variable("CLICOLOR") == "0" ? false : nil
    }

    private static func isSet(_ name: String) -> Bool { ProcessEnvironment.variable(name)?.isEmpty == false }
}
