import ArgumentParser
import ThemePackager
import ThemeReview

struct PreviewCommand: ToolCommand {
    @Argument(
        help: "A project's folder, or ids of themes; without any, the nearest project.", completion: .themesAndFiles)
    var themes: [String] = []

    @Option(help: ArgumentHelp("The port to answer at; 0 takes a free one.", valueName: "n"))
    var port: UInt16 = 0

    @Flag(help: "Open the address in the browser.")
    var open = false

    @OptionGroup var cacheOptions: CacheOptions
    @OptionGroup var folderOptions: FolderOptions
    @OptionGroup var jobOptions: JobOptions

    func perform() throws {
        try jobOptions.checkSystem()
        InterruptionHandler.expectInterrupt()
        let first = try ThemeArguments(themes)
        guard let project = first.project else { throw ValidationError("packs are shown by 'themepack report'") }
        let socket = try ListeningSocket(port: port)
        // Another port is another place for a browser, so its tabs cannot come back.
        let folder = port == 0 ? nil : ProcessEnvironment.variable(Self.privateFolder)
        let kept = folder.flatMap { KeptToken(port: socket.port, of: project, in: $0) }
        let rules = AccessRules(
            port: socket.port, token: kept?.token() ?? AccessRules.randomToken(), opening: open ? OpeningCode() : nil)
        let server = try HTTPServer()
        let start = Int(Date().timeIntervalSince1970 * 1000)
        let preview = LivePreview(of: project, rules: rules, start: start, jobs: jobOptions.jobs)
        var isServing = false
        let show = { (event: ServerSentEvent?) throws(UserError) in
            if let event { server.send(event) }
            guard !isServing else { return }
            isServing = true
            try Threads.start { server.run(on: socket, preview.respond) }
            Console.print(rules.address + "\n")
            if let address = rules.openingAddress { try Browser.open(address) }
        }
        let prepare = { () throws in try ThemeArguments(themes) }
        try Watching.repeat(files: [SampleScreens.fileName], pause: ChangeWatch.pagePause, prepare) { arguments in
            guard let project = arguments.project, let themes = arguments.themes else { return }
            let sample = SampleScreens(of: project)
            var events = ProjectRun.Events()
            events.inspected = ProgressLine.counting("inspected", "images")
            var facts = try ReviewFacts(
                of: project, themes, background: sample.background, jobs: jobOptions.jobs,
                cache: cacheOptions.cache(of: project), events: events)
            ProgressLine.erase()
            // The files are newer than any commit.
            facts.origin = PageOrigin(of: nil)
            try show(preview.update(facts, sample))
        } failed: { error in
            try? show(preview.update(error))
        }
    }

    /// The variable with the folder that belongs to the user alone, until the user logs out.
    #if canImport(Darwin)
        private static let privateFolder = "TMPDIR"
    #else
        private static let privateFolder = "XDG_RUNTIME_DIR"
    #endif
}

enum Browser {
    #if canImport(Darwin)
        private static let opener = "open"
    #else
        private static let opener = "xdg-open"
    #endif

    /// Does not wait until the browser has opened the address.
    ///
    /// - Throws: ``UserError`` if there is no program that opens addresses.
    static func open(_ address: String) throws(UserError) {
        let folders = ProgramFolders(ProcessEnvironment.variable("PATH"))
        do throws(SystemError) {
            guard let path = folders.path(of: opener) else { throw SystemError(code: ENOENT) }
            try Program(path, [address], environment: ProcessEnvironment.variables).launch()
        } catch {
            throw UserError(
                "'\(opener)' cannot be started: \(error.reason)",
                hint: "open the address in a browser, and leave out --open")
        }
    }
}
