import ArgumentParser
import ThemePackager
import ThemeProject
import ThemeReview

/// A version of a theme, as an argument of `diff` or `bump` names it.
struct DiffSide {
    enum Source {
        case pack
        case folder(Project, theme: String)
        case revision(String, theme: String)
    }

    let argument: String
    let source: Source

    /// Takes a pack, a theme's folder or id, or `REV:THEME`.
    init(_ argument: String) throws {
        self.argument = argument
        switch DiskFileSystem().kind(of: argument) {
        case .file: source = .pack
        case .folder:
            let folder = try FolderArgument(argument)
            guard let theme = folder.theme else {
                let known = try folder.project.themeFolders().joined(separator: ", ")
                throw UserError(path: argument, "is a project with several themes", hint: "name one of \(known)")
            }
            source = .folder(folder.project, theme: theme)
        default:
            if let colon = argument.lastIndex(of: ":") {
                let theme = String(argument[argument.index(after: colon)...])
                source = .revision(String(argument[..<colon]), theme: theme)
            } else {
                let project = try ThemeArguments.nearestProject(toFind: argument)
                if let problem = try ThemeArguments.problem(ofTheme: argument, in: project) {
                    throw problem.asWrongUsage
                }
                source = .folder(project, theme: argument)
            }
        }
    }

    func state(jobs: Int) throws -> ThemeState {
        switch source {
        case .pack:
            try ThemeState(ofPack: argument, label: argument, limits: ThemeArguments.packLimits())
        case .folder(let project, let theme):
            try ThemeState(of: theme, in: project, label: Console.relative(argument), jobs: jobs)
        case .revision(let revision, let theme):
            try ProjectHistory(of: ThemeArguments.nearestProject()).state(of: theme, at: revision, jobs: jobs)
        }
    }
}
