import ArgumentParser
import ThemePackager
import ThemeReview

struct ReportCommand: ToolCommand {
    @Argument(help: "Ids or folders of themes, or packs.", completion: .themesAndFiles)
    var themesAndPacks: [String] = []

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Where the report is written; without it, to dist/report of the project.", valueName: "file.html|dir"),
        completion: .file())
    var output: String?

    @Flag(help: "Open the report in the browser.")
    var open = false

    @Option(help: "The images and settings that the report shows.")
    var only = ReportSelection.all

    @Flag(name: .shortAndLong, help: "Print no progress.")
    var quiet = false

    @OptionGroup var cacheOptions: CacheOptions
    @OptionGroup var folderOptions: FolderOptions
    @OptionGroup var jobOptions: JobOptions

    func validate() throws {
        guard let output, ["", "-"].contains(output) else { return }
        throw ValidationError("-o takes a file or a folder, not '\(output)'")
    }

    func perform() throws {
        try jobOptions.checkSystem()
        let arguments = try ThemeArguments(themesAndPacks)
        if let file = arguments.unreadFiles.first {
            throw ValidationError("'\(Console.printable(file))' is neither a pack nor a file of a theme")
        }
        guard let output = output ?? arguments.project?.join("dist/report") else {
            throw ValidationError("a report about packs needs a place: -o FILE.html, or -o DIR")
        }
        // A folder that exists stays a folder, whatever its name.
        let isFile =
            [".html", ".htm"].contains(where: output.lowercased().hasSuffix)
            && DiskFileSystem().kind(of: output) != .folder
        let place =
            try isFile ? OutputPlace(file: output, for: "a report") : OutputPlace(folder: output, for: "a report")
        if quiet { ProgressLine.hide() }
        var facts: ReviewFacts
        let reader: ReviewReader
        if let project = arguments.project, let themes = arguments.themes {
            guard arguments.packs.isEmpty else {
                throw ValidationError("a report is about themes or about packs: run once for each")
            }
            let memory = ImageMemory()
            facts = try self.facts(of: project, themes, memory)
            reader = ReviewReader(project, memory)
        } else {
            reader = try ReviewReader(
                ofPacks: arguments.packs, limits: ThemeArguments.packLimits(of: arguments.project))
            facts = try ReviewFacts(ofPacks: reader, jobs: jobOptions.jobs)
        }
        facts.origin = PageOrigin(of: arguments.packs.isEmpty ? arguments.project : nil)
        let copied = ProgressLine.counting("copied", "images")
        let all = facts.files.count
        let done = AtomicInteger(0)
        let page = try write(facts, to: place, isFile: isFile) { file in
            // A selection copies fewer.
            defer { if only == .all { copied?(done.add(1), all) } }
            return try reader.bytes(of: file)
        }
        Console.print(folderOptions.path(fromCaller: page) + "\n")
        if open { try Browser.open(page) }
    }

    private func facts(
        of project: Project, _ themes: ThemeScope, _ memory: ImageMemory
    ) throws(UserError) -> ReviewFacts {
        var events = ProjectRun.Events()
        events.inspected = ProgressLine.counting("inspected", "images")
        return try ReviewFacts(
            of: project, themes, background: SampleScreens(of: project).background, jobs: jobOptions.jobs,
            cache: cacheOptions.cache(of: project), memory: memory, events: events)
    }

    /// Returns the path of the page. What is too long for a file is written to a folder beside it.
    private func write(
        _ facts: ReviewFacts, to place: OutputPlace, isFile: Bool, reading read: @escaping ReportWriter.Reader
    ) throws -> String {
        let writer = ReportWriter(facts, showing: only, reading: read)
        guard isFile else {
            try writer.write(toFolder: place, jobs: jobOptions.jobs)
            return place.path.withoutLastSlash + "/index.html"
        }
        do {
            try writer.write(toFile: place)
            return place.path
        } catch let error as ReportWriter.TooLong {
            let folder = try OutputPlace(folder: error.folder, for: "a report")
            Console.note("note: \(error.message): the report is a folder, \(error.folder)/")
            return try write(facts, to: folder, isFile: false, reading: read)
        }
    }
}

extension ReportSelection: ExpressibleByArgument {}
