import ArgumentParser
import Foundation
import ThemeModel
import ThemePackager

/// What the arguments of a command name: themes of one project, and finished packs.
struct Targets {
    private(set) var project: Project?
    private(set) var themes: ThemeScope?
    private(set) var packs: [String] = []

    /// - Parameter arguments: ids or folders of themes, a project's folder, or packs. None means every theme of the
    ///   nearest project.
    init(_ arguments: [String]) throws {
        var ids: [String] = []
        for argument in arguments {
            switch DiskFileSystem().kind(of: argument) {
            case .folder: try addFolder(argument)
            case .file: packs.append(argument)
            default: ids.append(argument)
            }
        }
        guard !ids.isEmpty || arguments.isEmpty else { return }
        let project = try project ?? Self.nearestProject(toFind: ids.first)
        self.project = project
        if arguments.isEmpty { themes = .everything }
        for id in ids { try addTheme(id, of: project) }
    }

    /// - Parameter name: what is no file; `nil` if nothing was named.
    private static func nearestProject(toFind name: String?) throws -> Project {
        let here = FileManager.default.currentDirectoryPath
        guard let root = Project.root(above: here) else {
            if let name {
                throw Failure(
                    "there is no file '\(name)', and no project here that could have a theme of that name",
                    hint: "check the path, or name the project's folder with -C")
            }
            throw Failure(
                "no project here: neither \(Project.fileName) nor assets/ and themes/ in this folder or one above it",
                hint: "run 'themepack init' to begin one, or name the project's folder with -C")
        }
        return try Project(at: root)
    }

    private mutating func addFolder(_ argument: String) throws {
        let fileSystem = DiskFileSystem()
        guard let path = try? fileSystem.destination(of: argument), let root = Project.root(above: path) else {
            throw Failure("'\(argument)' lies in no project", hint: "a theme is a folder in a project's themes/")
        }
        if let project, project.root != root {
            let (one, other) = (Console.printable(project.root), Console.printable(root))
            throw ValidationError("the themes lie in two projects, \(one) and \(other): run once for each")
        }
        let project = try project ?? Project(at: root)
        self.project = project
        if path == root {
            themes = .everything
            return
        }
        let folder = try? fileSystem.destination(of: "\(root)/\(project.themes)")
        guard let folder, let name = path.path(below: folder), name.lastPathComponent == name else {
            throw Failure("'\(argument)' is no theme", hint: "a theme is a folder in \(project.themes)/")
        }
        select(String(name))
    }

    private mutating func addTheme(_ id: String, of project: Project) throws {
        let known = try project.themeFolders() + [ThemeID.default.string]
        guard known.contains(id) else {
            let near = NearMiss.suggestion(for: id, among: known).map { "Did you mean '\($0)'?" }
            let hint = near ?? "Themes are \(Set(known).sorted().joined(separator: ", "))."
            throw ValidationError("there is no theme and no file '\(Console.printable(id))'. \(hint)")
        }
        select(id)
    }

    private mutating func select(_ folder: String) {
        switch themes {
        case .everything: break
        case .folders(let folders): themes = .folders(folders.union([folder]))
        case nil: themes = .folders([folder])
        }
    }
}
