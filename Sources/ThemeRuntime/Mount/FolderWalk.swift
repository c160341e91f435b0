import Foundation
import ThemeModel

/// The regular files below a folder that can be assets. What is none of them is for `themepack verify` to report.
enum FolderWalk {
    /// Files that systems and version control leave everywhere.
    private static let ignored: Set<String> = [
        ".DS_Store", "Thumbs.db", "desktop.ini", ".gitkeep", ".keep", ".gitignore", ".gitattributes", ".git",
        ".themepack",
    ]
    private static let depthMax = Limits().folderDepth

    /// Paths relative to the folder, in order; none if there is no such folder.
    static func files(below root: String) -> [PortablePath] {
        guard let real = realpath(root, nil) else { return [] }
        defer { free(real) }
        var files: [PortablePath] = []
        walk("", root: root, realRoot: String(cString: real) + "/", depth: 0, &files)
        return files.sorted()
    }

    private static func walk(
        _ folder: String, root: String, realRoot: String, depth: Int, _ files: inout [PortablePath]
    ) {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)") else { return }
        for name in names where !ignored.contains(name) && !name.hasPrefix("._") {
            guard let path = try? PortablePath(folder + name) else { continue }
            let location = "\(root)/\(path)"
            switch kind(of: location, following: false) {
            case S_IFREG: files.append(path)
            case S_IFLNK where isInside(location, realRoot) && kind(of: location, following: true) == S_IFREG:
                files.append(path)
            case S_IFDIR where depth < depthMax && !name.lowercased().hasSuffix(".png"):
                walk("\(path)/", root: root, realRoot: realRoot, depth: depth + 1, &files)
            default: break
            }
        }
    }

    private static func kind(of path: String, following: Bool) -> mode_t? {
        var status = stat()
        let result = following ? stat(path, &status) : lstat(path, &status)
        return result == 0 ? status.st_mode & S_IFMT : nil
    }

    private static func isInside(_ link: String, _ realRoot: String) -> Bool {
        guard let real = realpath(link, nil) else { return false }
        defer { free(real) }
        return String(cString: real).utf8.starts(with: realRoot.utf8)
    }
}
