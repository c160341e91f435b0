import SystemCalls
import ThemeModel
import ThemeProject

/// The names on the way to a project's trees. If one of them is created again or is a link that is switched, other
/// folders have to be watched.
enum WatchedNames {
    /// Returns the names by the folders that contain them. `files` are relative to the project.
    static func all(of project: Project, files: Set<String>) -> [String: Set<String>] {
        var names: [String: Set<String>] = [:]
        add(project.root, below: String(project.root.parentFolder), to: &names)
        for path in files.union([project.assetFolder, project.themesFolder]) {
            add(path, below: project.root, to: &names)
        }
        // A theme's folder can be a link.
        let themes = project.join(project.themesFolder)
        names[themes, default: []] = []
        for entry in (try? DiskFileSystem().entries(of: themes)) ?? [] {
            let name = String(decoding: entry.name, as: UTF8.self)
            if entry.kind == .link { add(name, below: themes, to: &names) }
        }
        return names
    }

    /// Whether the folder that contains the project exists. Without it only polling finds the project again.
    static func isParentThere(of project: Project) -> Bool {
        DiskFileSystem().kind(of: String(project.root.parentFolder)) == .folder
    }

    /// Adds every name of a path. Follows a link to the folder that contains its destination.
    private static func add(_ path: String, below root: String, to names: inout [String: Set<String>]) {
        var folder = root
        for name in (path.path(below: root).map(String.init) ?? path).split(separator: "/") {
            names[folder, default: []].insert(String(name))
            folder = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
        }
        guard let real = try? DiskFileSystem().destination(of: folder), real != folder else { return }
        names[String(real.parentFolder), default: []].insert(String(real.lastPathComponent))
    }
}
