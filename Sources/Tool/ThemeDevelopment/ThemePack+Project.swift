public import ThemeRuntime
public import ThemeSystem

extension ThemePack {
    /// Mounts a theme from a project's folder, for development. It gives the same answers as the theme's pack.
    ///
    /// Cost: it reads the theme's files into memory, and the first bytes of every default image. Mount it again to see
    /// later changes on disk. It decodes no image, so it also mounts an image that is damaged after its header.
    ///
    /// - Parameter id: the name of the theme's folder. The folder of `default` may be missing.
    /// - Throws: ``ThemeError/invalidProject(path:reason:)`` with the first error that `themepack verify` reports
    ///   about names, `theme.json`, settings or PNG headers; ``ThemeError/unreadable(path:reason:)`` if there is no
    ///   such theme.
    public convenience init(theme id: ThemeID, inProject root: String) throws(ThemeError) {
        let theme = try ProjectThemes([id], inProject: root).theme(id)
        try self.init(memory: theme.memory(), path: theme.folder, mode: .resident, folder: theme.mounted)
    }

    /// Mounts a theme from the project in the folder of a file URL.
    public convenience init(theme id: ThemeID, inProject folder: URL) throws(ThemeError) {
        try self.init(theme: id, inProject: folder.path)
    }
}
