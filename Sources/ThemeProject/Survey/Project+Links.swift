import ThemeModel

extension Project {
    /// Whether a folder of the project is outside of it, because it or a folder above it is a link. Its files are not
    /// the project's, so nothing in it is read. `"links"` in `themepack.json` allows such folders by name.
    ///
    /// - Parameter folder: relative to the project.
    func leadsOut(_ folder: String) -> Bool {
        fileSystem.leadsOut(join(folder), of: root)
            && !links.contains { folder == $0 || folder.path(below: $0) != nil }
    }

    func leadsOut(_ folder: String, theme: String?) -> Finding {
        Finding(
            .fileKind, theme: theme, path: folder, "is a link to a folder outside the project",
            hint: "put the folder itself here, or allow it in \(Self.fileName): \"links\": [\"\(folder)\"]")
    }
}
