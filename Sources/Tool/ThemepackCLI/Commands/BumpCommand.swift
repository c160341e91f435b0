import ArgumentParser
import ThemePackager
import ThemeReview

struct BumpCommand: ToolCommand {
    @Argument(help: "Ids, folders or files of themes.", completion: .themesAndFiles)
    var themes: [String] = []

    @Flag(help: "All themes of the project.")
    var all = false

    @Option(
        help: ArgumentHelp(
            """
            The last release: a git revision, a folder of packs, or the pack of a theme. (default: the newest tag of \
            the theme, such as year-1.2.0, else of a version, such as v1.2.0, that the current commit contains, else \
            HEAD)
            """, valueName: "rev-or-packs"), completion: .file(extensions: ["zip"]))
    var base: String?

    @Flag(help: "Write nothing.")
    var dryRun = false

    @OptionGroup var folderOptions: FolderOptions
    @OptionGroup var jobOptions: JobOptions

    func validate() throws {
        guard themes.isEmpty == all else {
            throw ValidationError(all ? "--all is for all themes: name none" : "name themes, or use --all")
        }
    }

    func perform() throws {
        try jobOptions.checkSystem()
        let arguments = try ThemeArguments(themes, acceptsUnread: false)
        guard let project = arguments.project, let scope = arguments.themes, arguments.packs.isEmpty else {
            throw ValidationError("'\(Console.printable(arguments.packs.first ?? ""))' is not a theme of a project")
        }
        let states = try states(of: try scope.folders.map(Array.init) ?? project.themeFolders(), in: project)
        var release = LastRelease(project: project, base: base, jobs: jobOptions.jobs)
        let old = try release.states(of: states)
        for problem in release.unread.values.sorted() {
            guard all else { throw UserError(problem, hint: LastRelease.hint) }
            Console.note("note: \(Console.printable(problem)): the theme keeps its version")
        }
        // Nothing is written if one of them has no next version.
        let bumps = try states.filter { release.unread[$0.theme.id] == nil }.map {
            try Bump(of: $0, since: old[$0.theme.id], jobs: jobOptions.jobs)
        }
        let ending = dryRun ? " (not written)" : ""
        for bump in bumps {
            if bumps.count == 1 { bump.explain() }
            if let next = bump.next, !dryRun {
                try ManifestEdit.setVersion(next, ofTheme: bump.theme.id.string, in: project)
            }
            if bumps.count == 1 || bump.next != nil { Console.print("\(bump.line)\(ending)\n") }
        }
        if bumps.count > 1 { Console.note(Bump.summary(of: bumps)) }
    }

    private func states(of folders: [String], in project: Project) throws -> [ThemeState] {
        let read = ProgressLine.counting("read", "images")
        var states: [ThemeState]
        if folders.count == 1 {
            let folder = folders[0]
            states = [try ThemeState(of: .theme(folder), in: project, label: folder, jobs: jobOptions.jobs, read: read)]
        } else {
            let found = try ThemeState.all(in: project, jobs: jobOptions.jobs, read: read) { $0.folderName }
            for folder in folders {
                if let problem = found.unread[folder] { throw UserError(problem, hint: "run 'themepack verify'") }
            }
            states = found.states.filter { folders.contains($0.label) }
        }
        for state in states where state.errorCount > 0 {
            throw UserError(
                "\(state.label) has \(state.errorCount.counting("error")), so files of it are left out",
                hint: "run 'themepack verify' and fix them first")
        }
        // Their packs also change with the defaults that they were verified against. Changes of defaults are reported
        // for the default theme.
        if let folder = folders.first(where: { $0 != ThemeID.default.string }) {
            let run = ProjectRun(of: project, .folders([folder]), jobs: jobOptions.jobs)
            let contract = try run.contractDigest()
            for index in states.indices where states[index].theme.id != .default { states[index].contract = contract }
        }
        return states
    }
}
