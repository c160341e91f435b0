import ArgumentParser
import ThemeSystem
import ThemeModel
import ThemePackager
import ThemeProject

/// A project's folder, or a theme's in a project.
struct FolderArgument {
    let project: Project
    /// The name of the theme's folder; `nil` if the argument names the whole project.
    let theme: String?

    /// `known` is the project that earlier arguments name. The folder must be in it.
    init(_ argument: String, in known: Project? = nil) throws {
        let fileSystem = DiskFileSystem()
        guard let path = try? fileSystem.destination(of: argument), let root = Project.root(above: path) else {
            throw UserError("'\(argument)' is not in a project", hint: "a theme is a folder in a project's themes/")
        }
        try Self.check(root, agreesWith: known)
        project = try known ?? Project(at: root)
        if path == root {
            theme = nil
            return
        }
        let folder = try? fileSystem.destination(of: "\(root)/\(project.themesFolder)")
        guard let folder, let name = path.path(below: folder), name.lastPathComponent == name else {
            throw UserError("'\(argument)' is not a theme", hint: "a theme is a folder in \(project.themesFolder)/")
        }
        theme = String(name)
    }

    /// Throws if earlier arguments name another project.
    static func check(_ root: String, agreesWith known: Project?) throws {
        guard let known, known.root != root else { return }
        let (one, other) = (Console.printable(known.root), Console.printable(root))
        throw ValidationError("the themes are in two projects, \(one) and \(other): run once for each")
    }
}
