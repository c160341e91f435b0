import ArgumentParser
import ThemePackager
import ThemeReview

struct DiffCommand: ToolCommand {
    @Argument(help: "The old version. (default: HEAD: of the new one)", completion: .themesAndFiles)
    var old: String?

    @Argument(
        help: "The new version. (default: the files of the project, or of the theme that OLD names)",
        completion: .themesAndFiles)
    var new: String?

    @Option(
        help: ArgumentHelp(
            """
            Compare what apps show with this theme selected; repeat it for themes of several axes. OLD and NEW are \
            then a project's folder, or REV: for a git revision.
            """, valueName: "id"),
        completion: .themes)
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
            """, valueName: "dir=url"), completion: .directory)
    var pictures: PictureTarget?

    @Option(help: "The changes that make the exit status 1. 'visible': all but images and colors that look the same.")
    var failOn = DiffFailOn.any

    @Flag(name: .shortAndLong, help: "Print no summary and no progress.")
    var quiet = false

    @Option(help: "Whether text is colored.")
    var color = ColorChoice.auto

    @OptionGroup var folderOptions: FolderOptions
    @OptionGroup var jobOptions: JobOptions

    func perform() throws {
        try jobOptions.checkSystem()
        let places = try ReportTarget.places(of: reports)
        let place = try pictures.map { try OutputPlace(folder: $0.folder, for: "pictures") }
        let (oldSide, newSide) = try DiffSide.both(old, new, selecting: theme)
        if quiet { ProgressLine.hide() }
        let before = try oldSide.read(jobs: jobOptions.jobs)
        let after = try newSide.read(jobs: jobOptions.jobs)
        let comparison = try Comparison(
            from: before, to: after, jobs: jobOptions.jobs, compared: ProgressLine.counting("compared", "images"))
        for problem in before.unread.values.sorted() + after.unread.values.sorted() {
            Console.note("note: \(Console.printable(problem)): the theme is not compared")
        }
        if !quiet { printNotes(about: before.states + after.states) }
        var copied = CopiedPictures()
        if let place, let pictures {
            copied = try CopiedPictures(of: comparison, to: place, at: pictures.address)
        }
        for (report, place) in zip(reports, places) {
            let origin = PageOrigin(commit: report.format == .html ? newSide.commit : nil)
            try place.write(report.format.bytes(of: comparison, copied, origin))
        }
        Console.print(format.text(of: comparison, copied, style: color.style(on: 1)))
        if !quiet { Console.note(comparison.line) }
        if failOn.applies(to: comparison) { throw ExitCode(1) }
    }

    private func printNotes(about states: [ThemeState]) {
        for state in states where state.errorCount > 0 {
            let errors = state.errorCount.counting("error")
            Console.note("note: \(state.label) has \(errors); what 'themepack verify' reports is not compared")
        }
    }
}
