/// A selected theme with its id. Each selection makes a new object: compare with `===`.
public final class ThemeSelection<ID: ThemeIdentifier, ThemeType: Sendable>: Sendable {
    /// The id by which the theme was selected.
    public let id: ID
    /// The theme that was selected. Later changes of the source do not affect it.
    public let theme: ThemeType

    init(_ id: ID, _ theme: ThemeType) { (self.id, self.theme) = (id, theme) }
}

/// The change from one selection to another.
public struct ThemeChange<ID: ThemeIdentifier, ThemeType: Sendable>: Sendable {
    /// The selection before the change.
    public let old: ThemeSelection<ID, ThemeType>
    /// The selection after the change.
    public let new: ThemeSelection<ID, ThemeType>

    init(from old: ThemeSelection<ID, ThemeType>, to new: ThemeSelection<ID, ThemeType>) {
        self.old = old
        self.new = new
    }
}

extension ThemeChange where ThemeType == Theme {
    /// The settings and images that differ.
    ///
    /// Cost: each call compares all settings, and the images of every pack that only one of the chains has.
    /// - Throws: `ThemeError` if a pack is damaged.
    public func differences() throws(ThemeError) -> ThemeDifferences {
        try ThemeDifferences(from: old.theme, to: new.theme)
    }
}
