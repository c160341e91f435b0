import ThemeDevelopment
import ThemePackager
import ThemePublishing
import ThemeRuntime

/// The mounted packs and folders that arguments name, and the parents of the folders' themes.
struct MountedThemes {
    private(set) var packs: [ThemePack] = []
    private(set) var lastTheme = ThemeID.default
    /// The packs that arguments name, before their parents.
    private(set) var namedCount = 0
    /// The image that is looked up; `nil` for all.
    private let name: String?

    /// - Parameter name: the only image that is looked up; `nil` for all. In folders it is decoded, as a build does it:
    ///   a build packs no damaged image.
    init(_ arguments: [String], lookingUp name: String? = nil) throws {
        self.name = name
        var folders: [(theme: ThemePack, project: Project)] = []
        var seen: Set<String> = []
        for argument in arguments {
            let argument = DiskFileSystem().kind(of: argument) == nil ? try Self.path(ofTheme: argument) : argument
            // A path can be named twice, in two ways.
            guard seen.insert((try? DiskFileSystem().destination(of: argument)) ?? argument).inserted else { continue }
            guard DiskFileSystem().kind(of: argument) == .folder else {
                packs.append(try ThemePack(mounting: argument))
                lastTheme = packs[packs.count - 1].theme.id
                continue
            }
            let folder = try FolderArgument(argument)
            let themes = try mount(
                try folder.theme.map { [$0] } ?? Self.themes(of: folder.project), folder.project)
            packs += themes
            folders += themes.map { ($0, folder.project) }
            lastTheme = themes.last?.theme.id ?? lastTheme
        }
        namedCount = packs.count
        // Parents are added after all arguments, so that a named pack replaces a parent's folder.
        var ids = Set(packs.map(\.theme.id))
        for folder in folders { try addParents(of: folder.theme, from: folder.project, besides: &ids) }
    }

    /// Returns the path of a pack or of a theme's folder. A word that names no file is the id of a theme of the project
    /// in which this process works.
    static func path(ofTheme argument: String) throws -> String {
        switch DiskFileSystem().kind(of: argument) {
        case nil where PackReader.isNamedAsPack(argument): throw PackReader.missing(argument)
        case nil: break
        case .folder where try FolderArgument(argument).theme == nil:
            throw UserError("'\(argument)' is a project", hint: "name its themes: \(argument)/themes/default")
        default: return argument
        }
        let project = try ThemeArguments.nearestProject(toFind: argument)
        try ThemeArguments.checkTheme(argument, of: project)
        let folder = project.join("\(project.configuration.themesFolder)/\(argument)")
        guard DiskFileSystem().kind(of: folder) != nil else {
            throw UserError(
                path: Console.relative("\(folder)/theme.json"), "is missing",
                hint: #"it gives the default theme its version: {"id": "default", "version": "1.0.0"}"#)
        }
        return folder
    }

    func library() throws(ThemeError) -> ThemeLibrary {
        let base = packs.first { $0.theme.id == .default } ?? packs[0]
        let library = try ThemeLibrary(default: base)
        try library.updatePacks { mounted throws(ThemeError) in
            for pack in packs where pack !== base {
                if let known = mounted.updateValue(pack, forKey: pack.theme.id) {
                    throw .alreadyMounted(pack.theme.id, path: known.path)
                }
            }
        }
        return library
    }

    private mutating func addParents(
        of theme: ThemePack, from project: Project, besides ids: inout Set<ThemeID>
    ) throws {
        let isCombination = !theme.theme.combinedThemes.isEmpty
        guard theme.theme.id != .default, isCombination || !ids.contains(theme.theme.extends ?? .default) else {
            return
        }
        let parents = try ProjectThemes([theme.theme.id], inProject: Self.root(project)).parents(of: theme.theme.id)
        // A combination comes before the chains of its members.
        let missing = isCombination ? parents.filter { !ids.contains($0) } : Array(parents.prefix { !ids.contains($0) })
        packs += try mount(missing.map(\.string), project)
        ids.formUnion(missing)
    }

    /// The default theme is last. The command asks the last theme unless `--theme` names another.
    private static func themes(of project: Project) throws -> [String] {
        try project.themeFolders().filter { name in
            name != ThemeID.default.string
                && DiskFileSystem().kind(of: "\(project.root)/\(project.configuration.themesFolder)/\(name)/theme.json")
                    == .file
        } + [ThemeID.default.string]
    }

    private func mount(_ folders: [String], _ project: Project) throws -> [ThemePack] {
        let ids = try folders.map { folder in
            guard let id = try? ThemeID(folder) else {
                throw UserError(
                    "'\(folder)' is not a theme id", hint: "rename the folder in \(project.configuration.themesFolder)/"
                )
            }
            return id
        }
        let themes = try ProjectThemes(ids, inProject: Self.root(project)) { image, structure throws(ImageError) in
            guard name == nil || image.description == name else { return }
            _ = try PNGDecoder.decode(structure, limits: project.configuration.limits, project.budget)
        }
        let mounted = ProgressLine.counting("mounted", "themes")
        return try ids.enumerated().map { number, id in
            defer { mounted?(number + 1, ids.count) }
            return try themes.pack(id)
        }
    }

    private static func root(_ project: Project) -> String {
        let root = Console.relative(project.root)
        return root == FileManager.default.currentDirectoryPath ? "." : root
    }
}
