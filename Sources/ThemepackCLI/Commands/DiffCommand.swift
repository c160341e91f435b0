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

    @Option(
        help: ArgumentHelp(
            """
            Copy changed images to a folder, and show them in Markdown. The URL is the folder's address on the web.
            """, valueName: "dir=url"))
    var pictures: PictureTarget?

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
        let place = try pictures.map { try OutputPlace(folder: $0.folder, for: "pictures") }
        let unfinished = UnfinishedFiles()
        try InterruptionHandler.install(removing: unfinished)
        let (oldSide, newSide) = (try DiffSide(old, selecting: theme), try DiffSide(new, selecting: theme))
        let progress = ProgressLine("compared", isShown: !quiet)
        let before = try oldSide.read(jobs: jobOptions.jobs)
        let after = try newSide.read(jobs: jobOptions.jobs)
        let comparison = try Comparison(from: before, to: after, jobs: jobOptions.jobs, compared: progress.update)
        progress.clear()
        if !quiet { printNotes(about: before.states + after.states) }
        var copied = CopiedPictures()
        if let place, let pictures {
            copied = try CopiedPictures(of: comparison, to: place, at: pictures.address, unfinished: unfinished)
        }
        for output in outputs { try output.write(output.format.bytes(of: comparison, copied)) }
        Console.print(format.text(of: comparison, copied, style: color.style(on: 1)))
        if !quiet { Console.printError(DiffSummary(comparison).line + "\n") }
        if failOn.applies(to: comparison) { throw ExitCode(1) }
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

    func applies(to comparison: Comparison) -> Bool {
        switch self {
        case .any: !comparison.isEmpty
        case .visible:
            comparison.changeCount > DiffSummary(comparison).same + DiffSummary(comparison).sameColors
        case .breaking: comparison.breakingCount > 0
        }
    }
}

enum DiffFormat: String, CaseIterable, ExpressibleByArgument {
    case text, json, markdown

    func text(of comparison: Comparison, _ pictures: CopiedPictures, style: TextStyle = .plain) -> String {
        switch self {
        case .text: DiffText.text(of: comparison, style: style)
        case .json: DiffJSON.text(of: comparison)
        case .markdown: DiffMarkdown.text(of: comparison, pictures)
        }
    }
}

/// The formats of files. A page is not printed.
enum DiffReportFormat: String, CaseIterable {
    case text, json, markdown, html

    func bytes(of comparison: Comparison, _ pictures: CopiedPictures) -> [UInt8] {
        if let format = DiffFormat(rawValue: rawValue) { return Array(format.text(of: comparison, pictures).utf8) }
        return DifferencePage(comparison, summary: Console.printable(DiffSummary(comparison).sentence)).bytes()
    }
}

/// A version of a theme, of a selection or of a project, as an argument of `diff` names it.
struct DiffSide {
    /// Without a subject, it is about every theme of the project.
    enum Source {
        case pack
        case folder(Project, ThemeState.Subject?)
        case revision(String, ThemeState.Subject?)
    }

    let argument: String
    let source: Source

    /// Takes a pack, a theme's folder or id, or `REV:THEME`; a project's folder or `REV:` for every theme, or for what
    /// apps show with themes selected.
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
            source = .folder(folder.project, folder.theme.map { .theme($0) })
        default:
            if let colon = argument.lastIndex(of: ":") {
                let theme = String(argument[argument.index(after: colon)...])
                source = .revision(String(argument[..<colon]), theme.isEmpty ? nil : .theme(theme))
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

    func read(jobs: Int) throws -> Comparison.Side {
        switch source {
        case .pack:
            return .init(try ThemeState(ofPack: argument, label: argument, limits: ThemeArguments.packLimits()))
        case .folder(let project, let subject?):
            return .init(try ThemeState(of: subject, in: project, label: Console.relative(argument), jobs: jobs))
        case .folder(let project, nil):
            let states = try ThemeState.all(in: project, jobs: jobs) { Console.relative(project.join($0.folder)) }
            return .init(project: Console.relative(argument), states)
        case .revision(let revision, let subject):
            return try ProjectHistory(of: ThemeArguments.nearestProject()).read(subject, at: revision, jobs: jobs)
        }
    }
}
