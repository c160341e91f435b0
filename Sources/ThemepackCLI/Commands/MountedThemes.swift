import ThemeDevelopment
import ThemeModel
import ThemeProject
import ThemeRuntime

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The mounted packs and folders that arguments name, and the parents of the folders' themes.
struct MountedThemes {
    private(set) var packs: [ThemePack] = []
    private(set) var lastTheme = ThemeID.default

    init(_ arguments: [String]) throws {
        var folders: [(theme: ThemePack, project: Project)] = []
        for argument in arguments {
            guard DiskFileSystem().kind(of: argument) == .folder else {
                packs.append(try ThemePack(mounting: argument))
                lastTheme = packs[packs.count - 1].theme.id
                continue
            }
            let folder = try FolderArgument(argument)
            let themes = try folder.theme.map { [$0] } ?? Self.themes(of: folder.project)
            for name in themes {
                let theme = try Self.mount(name, of: folder.project)
                packs.append(theme)
                folders.append((theme, folder.project))
                lastTheme = theme.theme.id
            }
        }
        // Parents are added after all arguments, so that a named pack replaces a parent's folder.
        for folder in folders { try addParents(of: folder.theme, from: folder.project) }
    }

    func library() throws(ThemeError) -> ThemeLibrary {
        let base = packs.first { $0.theme.id == .default } ?? packs[0]
        let library = try ThemeLibrary(default: base)
        for pack in packs where pack !== base { try library.add(pack) }
        return library
    }

    private mutating func addParents(of theme: ThemePack, from project: Project) throws {
        var theme = theme
        while theme.theme.id != .default {
            let parent = theme.theme.extends ?? .default
            guard !packs.contains(where: { $0.theme.id == parent }) else { return }
            theme = try Self.mount(parent.string, of: project)
            packs.append(theme)
        }
    }

    /// The default theme is last. The command asks the last theme unless `--theme` names another.
    private static func themes(of project: Project) throws -> [String] {
        try project.themeFolders().filter { name in
            name != ThemeID.default.string
                && DiskFileSystem().kind(of: "\(project.root)/\(project.themesFolder)/\(name)/theme.json") == .file
        } + [ThemeID.default.string]
    }

    private static func mount(_ folder: String, of project: Project) throws -> ThemePack {
        guard let id = try? ThemeID(folder) else {
            throw UserError("'\(folder)' is not a theme id", hint: "rename the folder in \(project.themesFolder)/")
        }
        let root = Console.relative(project.root)
        let isHere = root == FileManager.default.currentDirectoryPath
        return try ThemePack(theme: id, inProject: isHere ? "." : root)
    }
}
