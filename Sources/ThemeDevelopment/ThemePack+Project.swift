public import ThemeModel
public import ThemeRuntime

extension ThemePack {
    /// Mounts a theme from a project's folder, for development. It gives the same answers as the theme's pack.
    ///
    /// It reads the folder once, into a pack in memory. Mount it again to see later changes on disk. The origin of an
    /// answer names the file in the folder.
    ///
    /// Cost: it reads every image of the theme and the first bytes of every default image, and takes memory of the
    /// theme's size. It decodes no image; `themepack verify` does.
    /// An image that is damaged after its header is mounted, even if an exemption leaves it out of the pack.
    /// - Parameters:
    ///   - id: the name of the theme's folder. The folder of `default` may be missing.
    ///   - root: the project's folder.
    /// - Throws: ``ThemeError/invalidProject(path:reason:)`` with the first error that `themepack verify` reports
    ///   about names, `theme.json`, settings or PNG headers; ``ThemeError/unreadable(path:reason:)`` if there is no
    ///   such theme.
    public convenience init(theme id: ThemeID, inProject root: String) throws(ThemeError) {
        let theme = try ProjectTheme(id, inProject: root)
        let memory = try theme.memory()
        try self.init(memory: memory, path: theme.folder, mode: .resident, files: theme.files)
    }
}
