import ThemeModel

extension Project {
    /// Returns the reason why nothing may be written at a path: it is in a folder that the project reads, or it is
    /// `themepack.json`. Later runs would report what was written as a mistake. `nil` if there is none.
    ///
    /// - Parameter path: of a file or folder that may not exist yet. Links on the way to it are followed.
    package func obstacle(toWritingAt path: String) -> String? {
        guard let real = resolved(path) else { return nil }
        let readFolders = [assetFolder, themesFolder] + ((try? themeFolders()) ?? []).map { "\(themesFolder)/\($0)" }
        for folder in readFolders {
            let top = resolved(join(folder)) ?? join(folder)
            if real == top || real.path(below: top) != nil { return "is in '\(folder)', which the project reads" }
        }
        return real == resolved(join(Self.fileName)) ? "is the project's configuration" : nil
    }

    /// Returns a path without links, `.` and `..`. Names after the last existing folder stay as they are.
    private func resolved(_ path: String) -> String? {
        var rest: [Substring] = []
        var head = path[...]
        while true {
            let known = head.isEmpty ? (path.utf8.first == UInt8(ascii: "/") ? "/" : ".") : String(head)
            if var real = try? fileSystem.destination(of: known) {
                for name in rest.reversed() where !name.isEmpty && name != "." {
                    real =
                        name == ".."
                        ? String(real[..<(real.utf8.lastIndex(of: UInt8(ascii: "/")) ?? real.startIndex)])
                        : real.withoutLastSlash + "/" + name
                }
                return real
            }
            guard !head.isEmpty else { return nil }
            rest.append(head.lastPathComponent)
            head = head[..<(head.utf8.lastIndex(of: UInt8(ascii: "/")) ?? head.startIndex)]
        }
    }
}
