import ThemeModel
import ThemeProject

/// The theme that each theme of an import extends.
struct ThemeParents {
    let appearances: AppearanceThemes
    let imported: Set<ThemeID>
    let target: TargetProject

    /// Returns the parent of a theme; `nil` for the default theme. A theme of the project keeps its parent.
    func parent(of theme: ThemeID) -> ThemeID? {
        guard theme != .default else { return nil }
        if let manifest = target.theme(theme)?.manifest { return manifest.extends ?? .default }
        guard let id = appearances.parent(of: theme), id != theme, imported.contains(id) || target.theme(id) != nil
        else { return .default }
        return id
    }

    /// Returns the themes that answer after a theme, the nearest first.
    func chain(of theme: ThemeID) -> [ThemeID] {
        let chain = ThemeChain(of: theme, default: .default, exists: { _ in true }, parent: parent)
        return Array(chain.themes.dropFirst())
    }
}
