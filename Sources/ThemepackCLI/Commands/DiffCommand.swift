import ArgumentParser
import ThemePackager
import ThemeProject
import ThemeReview

struct DiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(help: "diff")

    @Argument(help: "The old version.", completion: .file())
    var old: String

    @Argument(help: "The new version.", completion: .file())
    var new: String

    @Option(
        help: ArgumentHelp(
            """
            Compare what apps show with this theme selected; repeat it for themes of several axes. OLD and NEW are \
            then a project's folder, or REV: for a git revision.
            """, valueName: "id"),
        completion: .custom(NameCompletion.themes))
    var theme: [String] = []

    @Option(help: "Format of the printed differences.")
    var format = DiffFormat.text

    @Option(
        name: .customLong("report"),
        help: ArgumentHelp(
            "Write the differences to a file as well: text, json, markdown or html; may be repeated.",
            valueName: "format=file"))
    var reports: [ReportTarget<DiffReportFormat>] = []

    @Option(help: "The changes that make the exit status 1. 'visible': all but images and colors that look the same.")
    var failOn = DiffFailOn.any

    @Flag(name: .shortAndLong, help: "Print no summary and no progress.")
    var quiet = false

    @Option(help: "Whether text is colored.")
    var color = ColorChoice.auto

    @OptionGroup var folderOptions: FolderOptions

    @OptionGroup var jobOptions: JobOptions

    func run() throws {
        try folderOptions.enter()
        try jobOptions.checkSystem()
        let outputs = try reports.map { try $0.output() }
        let (oldSide, newSide) = (try DiffSide(old, selecting: theme), try DiffSide(new, selecting: theme))
        let progress = ProgressLine("compared", isShown: !quiet)
        let states = (try oldSide.state(jobs: jobOptions.jobs), try newSide.state(jobs: jobOptions.jobs))
        let difference = try ThemeDifference(
            from: states.0, to: states.1, jobs: jobOptions.jobs, compared: progress.update)
        progress.clear()
        if !quiet { printNotes(about: [difference.old, difference.new]) }
        for output in outputs { try output.write(output.format.bytes(of: difference)) }
        Console.print(format.text(of: difference, style: color.style(on: 1)))
        if !quiet { Console.printError(DiffSummary(difference).line + "\n") }
        if failOn.applies(to: difference) { throw ExitCode(1) }
    }

    private func printNotes(about states: [ThemeState]) {
        for state in states where state.errorCount > 0 {
            let label = Console.printable(state.label)
            let errors = state.errorCount.counting("error")
            Console.printError("note: \(label) has \(errors); what 'themepack verify' reports is not compared\n")
        }
    }
}

enum DiffFailOn: String, CaseIterable, ExpressibleByArgument {
    case any
    /// All but images and colors that look the same.
    case visible
    case breaking

    func applies(to difference: ThemeDifference) -> Bool {
        switch self {
        case .any: !difference.isEmpty
        case .visible:
            difference.changeCount > DiffSummary(difference).same + DiffSummary(difference).sameColors
        case .breaking: difference.breakingCount > 0
        }
    }
}

enum DiffFormat: String, CaseIterable, ExpressibleByArgument {
    case text, json, markdown

    func text(of difference: ThemeDifference, style: TextStyle = .plain) -> String {
        switch self {
        case .text: DiffText.text(of: difference, style: style)
        case .json: DiffJSON.text(of: difference)
        case .markdown: DiffMarkdown.text(of: difference)
        }
    }
}

/// The formats of files. A page is not printed.
enum DiffReportFormat: String, CaseIterable {
    case text, json, markdown, html

    func bytes(of difference: ThemeDifference) -> [UInt8] {
        switch self {
        case .text: Array(DiffText.text(of: difference, style: .plain).utf8)
        case .json: Array(DiffJSON.text(of: difference).utf8)
        case .markdown: Array(DiffMarkdown.text(of: difference).utf8)
        case .html:
            DifferencePage(difference, summary: Console.printable(DiffSummary(difference).sentence)).bytes()
        }
    }
}

/// A version of a theme or of a selection, as an argument of `diff` names it.
struct DiffSide {
    enum Source {
        case pack
        case folder(Project, ThemeState.Subject)
        case revision(String, ThemeState.Subject)
    }

    let argument: String
    let source: Source

    /// Takes a pack, a theme's folder or id, or `REV:THEME`; with selected themes, a project's folder or `REV:`.
    init(_ argument: String, selecting selection: [String] = []) throws {
        self.argument = argument
        guard selection.isEmpty else {
            source = try Self.source(argument, selection)
            return
        }
        switch DiskFileSystem().kind(of: argument) {
        case .file: source = .pack
        case .folder:
            let folder = try FolderArgument(argument)
            guard let theme = folder.theme else {
                let known = try folder.project.themeFolders().joined(separator: ", ")
                throw UserError(path: argument, "is a project with several themes", hint: "name one of \(known)")
            }
            source = .folder(folder.project, .theme(theme))
        default:
            if let colon = argument.lastIndex(of: ":") {
                let theme = String(argument[argument.index(after: colon)...])
                source = .revision(String(argument[..<colon]), .theme(theme))
            } else {
                let project = try ThemeArguments.nearestProject(toFind: argument)
                if let problem = try ThemeArguments.problem(ofTheme: argument, in: project) {
                    throw problem.asWrongUsage
                }
                source = .folder(project, .theme(argument))
            }
        }
    }

    private static func source(_ argument: String, _ selection: [String]) throws -> Source {
        if argument.last == ":" { return .revision(String(argument.dropLast()), .selection(selection)) }
        let folder = DiskFileSystem().kind(of: argument) == .folder ? try FolderArgument(argument) : nil
        guard let folder, folder.theme == nil else {
            throw UserError("'\(argument)' is not a project", hint: "with --theme, name a project's folder or REV:")
                .asWrongUsage
        }
        return .folder(folder.project, .selection(selection))
    }

    func state(jobs: Int) throws -> ThemeState {
        switch source {
        case .pack:
            try ThemeState(ofPack: argument, label: argument, limits: ThemeArguments.packLimits())
        case .folder(let project, let subject):
            try ThemeState(of: subject, in: project, label: Console.relative(argument), jobs: jobs)
        case .revision(let revision, let subject):
            try ProjectHistory(of: ThemeArguments.nearestProject()).state(of: subject, at: revision, jobs: jobs)
        }
    }
}
