import ThemeSystem
import ThemeModel
import ThemePackager
import ThemeProject

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
        if path == Project.fileName || path == project.baselineFile || path.path(below: project.assetFolder) != nil {
            return .everything
        }
        guard let inThemes = path.path(below: project.themesFolder) else { return nil }
        let name = String(inThemes.firstPathComponent)
        guard name.utf8.count < inThemes.utf8.count else {
            // A file beside the themes' folders belongs to none. A name without an extension is a theme's folder.
            return name.utf8.contains(UInt8(ascii: ".")) ? .folders([]) : nil
        }
        let folder = project.join("\(project.themesFolder)/\(name)")
        // Other themes can extend a deleted one.
        let isThere = project.fileSystem.kind(of: folder) == .folder
        return name == ThemeID.default.string || !isThere ? .everything : .folders([name])
    }

    /// Returns the absolute path without links in its folders, and its nearest existing folder. The name itself can be
    /// a link in a tree.
    private static func located(_ argument: String) -> (path: String, folder: String)? {
        let slash = UInt8(ascii: "/")
        let absolute =
            argument.utf8.first == slash ? argument : "\(ProcessEnvironment.currentFolder)/\(argument)"
        var names: [String] = []
        for name in absolute.utf8.split(separator: slash).map({ String(Substring($0)) }) where name != "." {
            if name == ".." { _ = names.popLast() } else { names.append(name) }
        }
        guard let last = names.popLast() else { return nil }
        var missing = [last]
        while true {
            let folder = "/" + names.joined(separator: "/")
            if DiskFileSystem().kind(of: folder) == .folder, let real = try? DiskFileSystem().destination(of: folder) {
                return ((real == "/" ? "" : real) + "/" + missing.joined(separator: "/"), real)
            }
            guard let name = names.popLast() else { return nil }
            missing.insert(name, at: 0)
        }
    }
}
