import ArgumentParser
import ThemePackager
import ThemeReview

struct BumpCommand: ToolCommand {
    @Argument(help: "The theme's id or folder.", completion: .themesAndFiles)
    var theme: String

    @Option(
        help: ArgumentHelp(
            """
            The last release: a git revision or a pack. (default: the newest tag of the theme, such as year-1.2.0, \
            else of a version, such as v1.2.0, that the current commit contains, else HEAD)
            """, valueName: "rev-or-pack"), completion: .file(extensions: ["zip"]))
    var base: String?

    @Flag(help: "Write nothing.")
    var dryRun = false

    @OptionGroup var folderOptions: FolderOptions
    @OptionGroup var jobOptions: JobOptions

    func perform() throws {
        try jobOptions.checkSystem()
        let project: Project
        let folder: String
        switch try DiffSide(theme).source {
        case .folder(let owner, .theme(let name)?):
            project = owner
            folder = name
        case .folder(let owner, nil):
            let known = try owner.themeFolders().joined(separator: ", ")
            throw UserError(path: theme, "is a project with several themes", hint: "name one of \(known)")
        default: throw ValidationError("'\(Console.printable(theme))' is not a theme of a project")
        }
        var new = try ThemeState(of: .theme(folder), in: project, label: theme, jobs: jobOptions.jobs)
        guard new.errorCount == 0 else {
            throw UserError(
                "\(theme) has \(new.errorCount.counting("error")), so files of it are left out",
                hint: "run 'themepack verify' and fix them first")
        }
        guard let old = try baseState(of: folder, in: project) else {
            return report(new, "is new since then: its version stays")
        }
        // Its pack also changes with the defaults that it was verified against. Changes of defaults are reported for
        // the default theme.
        if folder != ThemeID.default.string {
            new.contract = try ProjectRun(of: project, .folders([folder]), jobs: jobOptions.jobs).contractDigest()
        }
        let difference = try ThemeDifference(from: old, to: new, jobs: jobOptions.jobs)
        explain(difference)
        guard difference.step != .none else { return report(new, "has not changed: its version stays") }
        guard let next = difference.nextVersion else {
            throw UserError("the version \(old.theme.version) has no next one", hint: "set \"version\" yourself")
        }
        let now = new.theme.version
        guard now < next else { return report(new, "is already \(now == next ? "the" : "past the") next version") }
        if !dryRun { try ManifestEdit.setVersion(next, ofTheme: folder, in: project) }
        Console.print("\(new.theme.id) \(now) -> \(next)\(dryRun ? " (not written)" : "")\n")
    }

    /// Returns `nil` if the revision has no such theme.
    private func baseState(of folder: String, in project: Project) throws -> ThemeState? {
        if let base, DiskFileSystem().kind(of: base) == .file {
            return try ThemeState(ofPack: base, label: base, limits: project.configuration.limits)
        }
        if let base, base.lowercased().hasSuffix(".zip") {
            throw UserError(path: base, "does not exist", hint: "name a pack, or a revision of the repository")
        }
        let history = try ProjectHistory(of: project)
        let revision = try base ?? history.lastRelease(of: folder)
        guard try history.contains(folder, at: revision) else {
            Console.note("compared with \(revision)")
            return nil
        }
        var old = try history.read(.theme(folder), at: revision, jobs: jobOptions.jobs).states.first
        old?.contract = try history.contract(of: folder, at: revision, jobs: jobOptions.jobs)
        return old
    }

    private func report(_ state: ThemeState, _ words: String) {
        Console.print("\(state.theme.id) \(state.theme.version) \(words)\n")
    }

    private static let reasonsMax = 10

    private func explain(_ difference: ThemeDifference) {
        let old = difference.old
        Console.note("compared with \(old.label) (\(old.theme.version)): \(Comparison(difference).line)")
        let step = difference.step
        let reasons = step == .none ? [] : difference.sections.flatMap(\.changes).filter { $0.step == step }
        for change in reasons.prefix(Self.reasonsMax) {
            Console.note("  \(change.mark) \(change.name)  \(change.words)")
        }
        if reasons.count > Self.reasonsMax { Console.note("  and \(reasons.count - Self.reasonsMax) more") }
    }
}
