import ArgumentParser
import ThemePackager

/// The themes of one project and the finished packs that the arguments of `verify` and `build` name.
struct ThemeArguments {
    private(set) var project: Project?
    private(set) var themes: ThemeScope?
    private(set) var packs: [String] = []
    /// Files in a project's folder that the project does not read. Hooks pass all files that match a pattern.
    private(set) var unreadFiles: [String] = []

    /// Takes ids or folders of themes, files of a project, also deleted ones, a project's folder, or packs; without
    /// any, all themes of the nearest project.
    ///
    /// - Parameter acceptsUnread: whether a file that the project does not read is noted. If not, it is a pack.
    init(_ arguments: [String], acceptsUnread: Bool = true) throws {
        var ids: [String] = []
        for argument in arguments {
            switch DiskFileSystem().kind(of: argument) {
            case .folder: try addFolder(argument)
            case .file:
                let isNoted = acceptsUnread && !Self.isPack(argument)
                if try !addFile(argument, acceptsUnread: isNoted) { packs.append(argument) }
            case nil where PackReader.isNamedAsPack(argument): throw PackReader.missing(argument)
            default:
                let isPath = argument.utf8.contains(UInt8(ascii: "/"))
                if try !isPath || !addFile(argument, acceptsUnread: false) { ids.append(argument) }
            }
        }
        guard !ids.isEmpty || arguments.isEmpty else { return }
        let project = try project ?? Self.nearestProject(toFind: ids.first)
        self.project = project
        if arguments.isEmpty { select(.everything) }
        for id in ids {
            try Self.checkTheme(id, of: project)
            select(.folders([id]))
        }
    }

    mutating func select(_ rules: RuleSelection) { project?.configuration.ruleBook.selection = rules }

    /// Removes the project's baseline, so that a run also reports the findings that it accepts.
    mutating func forgetBaseline() throws {
        guard themes == .everything, packs.isEmpty else {
            throw ValidationError("--write-baseline is for all themes of a project; name no theme and no pack")
        }
        project?.configuration.ruleBook.baseline = nil
    }

    /// The limits for reading finished packs: those of a project, else of the nearest one, else the defaults.
    static func packLimits(of project: Project? = nil) throws(UserError) -> ProjectLimits {
        if let project { return project.configuration.limits }
        guard let root = Project.root(above: ProcessEnvironment.currentFolder) else { return ProjectLimits() }
        return try Project(at: root).configuration.limits
    }

    /// `name` is an argument that is not a file; `nil` if there are no arguments.
    static func nearestProject(toFind name: String? = nil) throws -> Project {
        let here = ProcessEnvironment.currentFolder
        guard let root = Project.root(above: here) else {
            if let name {
                throw UserError(
                    "there is no file '\(name)', and no project here that could have a theme of that name",
                    hint: "check the path, or name the project's folder with -C")
            }
            throw UserError(
                "no project here: neither \(Project.fileName) nor assets/ and themes/ in this folder or one above it",
                hint: Project.hint(onNoProject: here))
        }
        return try Project(at: root)
    }

    private mutating func addFolder(_ argument: String) throws {
        let folder = try FolderArgument(argument, in: project)
        project = folder.project
        select(folder.theme.map { .folders([$0]) } ?? .everything)
    }

    /// Returns `false` if no project reads the file.
    ///
    /// - Parameter acceptsUnread: whether a file in a project's folder that the project does not read selects nothing.
    private mutating func addFile(_ argument: String, acceptsUnread: Bool) throws -> Bool {
        guard let file = try ProjectFileArgument(argument, in: project), file.themes != nil || acceptsUnread else {
            return false
        }
        try FolderArgument.check(file.project.root, agreesWith: project)
        project = file.project
        if file.themes == nil { unreadFiles.append(argument) }
        select(file.themes ?? .folders([]))
        return true
    }

    /// Whether a file is meant as a pack, even if it is damaged.
    private static func isPack(_ path: String) -> Bool {
        guard !path.lowercased().hasSuffix(".zip"),
            let head = try? DiskFileSystem().read(path, first: 2, limit: .max)
        else { return true }
        return head.bytes.elementsEqual("PK".utf8)
    }

    static func checkTheme(_ id: String, of project: Project) throws {
        let known = try project.themeFolders() + [ThemeID.default.string]
        guard !known.contains(id) else { return }
        let name = String(id.withoutLastSlash.lastPathComponent)
        let near = NearMiss().question(for: name, among: known)
        throw UserError(
            "there is no theme and no file '\(id)'",
            hint: near ?? "themes are \(Set(known).sorted().joined(separator: ", "))."
        ).asWrongUsage
    }

    /// Adds themes to those that earlier arguments name.
    private mutating func select(_ scope: ThemeScope) {
        if let folders = themes?.folders, let others = scope.folders {
            themes = .folders(folders.union(others))
        } else if themes != .everything {
            themes = scope
        }
    }
}
