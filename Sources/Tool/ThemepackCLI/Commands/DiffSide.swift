import ArgumentParser
import ThemePackager
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
        case nil where PackReader.isNamedAsPack(argument): throw PackReader.missing(argument)
        case .folder:
            let folder = try FolderArgument(argument)
            source = .folder(folder.project, folder.theme.map { .theme($0) })
        default:
            if let colon = argument.lastIndex(of: ":") {
                let theme = String(argument[argument.index(after: colon)...])
                source = .revision(String(argument[..<colon]), theme.isEmpty ? nil : .theme(theme))
            } else {
                let project = try ThemeArguments.nearestProject(toFind: argument)
                if try !project.themeFolders().contains(argument),
                    (try? ProjectHistory(of: project).commit(argument)) != nil
                {
                    throw UserError(
                        "'\(argument)' is a revision, not a theme",
                        hint: "write '\(argument):' for all of its themes, or '\(argument):THEME'"
                    ).asWrongUsage
                }
                try ThemeArguments.checkTheme(argument, of: project)
                source = .folder(project, .theme(argument))
            }
        }
    }

    /// Returns both sides. Without an old version it is HEAD of the new one, and without a new one it is the files of
    /// the project or of the theme that the old one names.
    static func both(
        _ old: String?, _ new: String?, selecting selection: [String]
    ) throws -> (old: DiffSide, new: DiffSide) {
        if let old, let new {
            return (try DiffSide(old, selecting: selection), try DiffSide(new, selecting: selection))
        }
        let root = try ThemeArguments.nearestProject().root
        let here = root == ProcessEnvironment.currentFolder ? "." : root
        let named = try DiffSide(old ?? here, selecting: selection)
        switch named.source {
        case .pack: throw ValidationError("name the new version as well: a pack, or a theme")
        case .revision(_, .theme(let theme)?): return (named, try DiffSide(theme))
        case .revision: return (named, try DiffSide(here, selecting: selection))
        case .folder(let project, let subject):
            guard project.root == root else { throw ValidationError("name both versions") }
            let theme = if case .theme(let theme)? = subject { theme } else { "" }
            return (try DiffSide("HEAD:\(theme)", selecting: selection), named)
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

    /// The commit that the files are on; `nil` if there is none.
    var commit: String? {
        switch source {
        case .pack: nil
        case .folder(let project, _): try? ProjectHistory(of: project).commit()
        case .revision(let revision, _): try? ProjectHistory(of: ThemeArguments.nearestProject()).commit(revision)
        }
    }

    func read(jobs: Int) throws -> Comparison.Side {
        let read = ProgressLine.counting("read", "images of \(argument)")
        switch source {
        case .pack:
            return .init(try ThemeState(ofPack: argument, label: argument, limits: ThemeArguments.packLimits()))
        case .folder(let project, let subject?):
            return .init(
                try ThemeState(of: subject, in: project, label: Console.relative(argument), jobs: jobs, read: read))
        case .folder(let project, nil):
            let states = try ThemeState.all(in: project, jobs: jobs, read: read) {
                Console.relative(project.join($0.folder))
            }
            return .init(project: Console.relative(argument), states)
        case .revision(let revision, let subject):
            return try ProjectHistory(of: ThemeArguments.nearestProject()).read(
                subject, at: revision, jobs: jobs, counting: read)
        }
    }
}
