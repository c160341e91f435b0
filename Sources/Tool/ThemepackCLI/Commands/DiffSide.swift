import ThemeProject
import ThemeReview

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
                try ThemeArguments.checkTheme(argument, of: project)
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
