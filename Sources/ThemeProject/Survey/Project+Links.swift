import ThemeModel

extension Project {
    /// Whether a folder of the project is outside of it, because it or a folder above it is a link. Its files are not
    /// the project's, so nothing in it is read. `"links"` in `themepack.json` allows such folders by name.
    ///
    /// - Parameter folder: relative to the project.
    func leadsOut(_ folder: String) -> Bool {
        guard let root = try? fileSystem.destination(of: root),
            let real = try? fileSystem.destination(of: join(folder)), real.path(below: root) == nil
        else { return false }
        return !links.contains { folder == $0 || folder.path(below: $0) != nil }
    }

    /// Returns the first link on the way to a path that leads from the project to a place outside, or nowhere; `nil` if
    /// there is none. `"links"` in `themepack.json` allows links by name.
    package func linkOut(onWayTo path: String) -> String? {
        guard let root = try? fileSystem.destination(of: root) else { return nil }
        var way = path.utf8.first == UInt8(ascii: "/") ? "" : "."
        for name in path.utf8.split(separator: UInt8(ascii: "/")).map({ String(Substring($0)) }) where name != "." {
            guard let folder = try? fileSystem.destination(of: way.isEmpty ? "/" : way) else { return nil }
            way += "/\(name)"
            guard name != "..", folder == root || folder.path(below: root) != nil else { continue }
            let inner = "\(folder)/\(name)".path(below: root).map { String($0) } ?? name
            guard !links.contains(where: { inner == $0 || inner.path(below: $0) != nil }) else { continue }
            if let real = try? fileSystem.destination(of: way) {
                if real != root, real.path(below: root) == nil { return inner }
            } else if let entries = try? fileSystem.entries(of: folder),
                entries.contains(where: { $0.kind == .link && $0.name.elementsEqual(name.utf8) })
            {
                return inner
            }
        }
        return nil
    }

    func leadsOut(_ folder: String, theme: String?) -> Finding {
        Finding(
            .fileKind, theme: theme, path: folder, "is a link to a folder outside the project",
            hint: "put the folder itself here, or allow it in \(Self.fileName): \"links\": [\"\(folder)\"]")
    }
}
