import ArgumentParser
import ThemePackager
import ThemeReview

struct FolderOptions: ParsableArguments {
    @Option(
        name: .customShort("C"), help: ArgumentHelp("Work as if started in this folder.", valueName: "dir"),
        completion: .directory)
    var folder: String?

    /// Returns a path of the folder as the caller of the tool can open it.
    func path(fromCaller path: String) -> String {
        guard let folder, !path.hasPrefix("/") else { return path }
        return folder.hasSuffix("/") ? folder + path : "\(folder)/\(path)"
    }

    func enter() throws {
        if let folder, chdir(folder) != 0 {
            throw UserError("there is no folder '\(folder)'", hint: "-C names the folder to work in")
        }
        // Foundation makes paths absolute and replaces bytes that are not UTF-8. It would write to another folder.
        guard let here = getcwd(nil, 0) else { return }
        defer { free(here) }
        let bytes = UnsafeRawBufferPointer(start: here, count: strlen(here))
        do throws(InvalidText) {
            _ = try String(checking: bytes)
        } catch {
            throw UserError(
                "the path of the current folder \(error): '\(String(repairing: bytes))'", hint: "rename the folder")
        }
    }
}

/// A project's folder, or a theme's in a project.
struct FolderArgument {
    let project: Project
    /// The name of the theme's folder; `nil` if the argument names the whole project.
    let theme: String?

    /// `known` is the project that earlier arguments name. The folder must be in it.
    init(_ argument: String, in known: Project? = nil) throws {
        if let error = PackReader.unpacked(at: argument) { throw error }
        let real = try? DiskFileSystem().destination(of: argument)
        let root = real.flatMap { Project.root(above: $0) }
        // A link among the themes is one of them, wherever it leads.
        let named = ProjectFileArgument.located(argument)?.path
        for path in [named, real].compactMap(\.self) where path != root {
            guard let root = Project.root(above: String(path.parentFolder)) else { continue }
            let sameProject = known?.root == root ? known : nil
            let project = try sameProject ?? Project(at: root)
            guard let folder = try? DiskFileSystem().destination(of: project.join(project.configuration.themesFolder)),
                let name = path.path(below: folder), name.lastPathComponent == name
            else { continue }
            try Self.check(root, agreesWith: known)
            self.project = project
            theme = String(name)
            return
        }
        if let root, root == real {
            try Self.check(root, agreesWith: known)
            project = try known ?? Project(at: root)
            theme = nil
            return
        }
        throw UserError(
            "'\(argument)' is not \(root == nil ? "in a project" : "a theme")",
            hint: "a theme is a folder in a project's themes/")
    }

    static func check(_ root: String, agreesWith known: Project?) throws {
        guard let known, known.root != root else { return }
        let one = Console.printable(known.root)
        let other = Console.printable(root)
        throw ValidationError("the themes are in two projects, \(one) and \(other): run once for each")
    }
}

/// A file of a project, or the path of a deleted one, as pre-commit and lint-staged name them.
struct ProjectFileArgument {
    let project: Project
    /// The themes whose verification depends on the file; `nil` if the project does not read it.
    let themes: ThemeScope?

    /// Returns `nil` if the path is in no project.
    init?(_ argument: String, in known: Project?) throws {
        guard let (path, folder) = Self.located(argument), let root = Project.root(above: folder),
            let relative = path.path(below: root).map({ String($0) })
        else { return nil }
        let project: Project
        if let known, known.root == root { project = known } else { project = try Project(at: root) }
        self.project = project
        themes = Self.themes(for: relative, in: project)
    }

    private static func themes(for path: String, in project: Project) -> ThemeScope? {
        if [Project.fileName, SampleScreens.fileName, project.configuration.baselineFile].contains(path)
            || path.path(below: project.configuration.assetFolder) != nil
        {
            return .everything
        }
        guard let inThemes = path.path(below: project.configuration.themesFolder) else { return nil }
        let name = String(inThemes.firstPathComponent)
        guard name.utf8.count < inThemes.utf8.count else {
            // A file beside the themes' folders belongs to none. A name without an extension is a theme's folder.
            return name.utf8.contains(UInt8(ascii: ".")) ? .folders([]) : nil
        }
        let folder = project.join("\(project.configuration.themesFolder)/\(name)")
        // Other themes can extend a deleted one.
        let isThere = project.fileSystem.kind(of: folder) == .folder
        return name == ThemeID.default.string || !isThere ? .everything : .folders([name])
    }

    /// Returns the absolute path without links in its folders, and its nearest existing folder. The name itself can be
    /// a link in a tree.
    fileprivate static func located(_ argument: String) -> (path: String, folder: String)? {
        let disk = DiskFileSystem()
        let path = URL(fileURLWithPath: argument).standardizedFileURL.path
        var folder = String(path.parentFolder)
        while disk.kind(of: folder) != .folder, folder != "/" { folder = String(folder.parentFolder) }
        guard let real = try? disk.destination(of: folder) else { return nil }
        return ("\(real.withoutLastSlash)/\(path.path(below: String(folder.withoutLastSlash)) ?? "")", real)
    }
}
