package import ThemeModel

/// A member of `"contrast"` in `themepack.json`: two colors that are shown on each other.
package struct ContrastPair: Hashable, Sendable {
    /// The color of the text, or of a line or symbol.
    package var text: SettingPath
    /// The color behind it.
    package var ground: SettingPath
    /// The lowest ratio that is enough, from 1 to 21.
    package var minimum: Double
    /// The place of the pair in `themepack.json`.
    package var position: SourcePosition?

    package init(text: SettingPath, ground: SettingPath, minimum: Double, position: SourcePosition? = nil) {
        (self.text, self.ground, self.minimum, self.position) = (text, ground, minimum, position)
    }
}
