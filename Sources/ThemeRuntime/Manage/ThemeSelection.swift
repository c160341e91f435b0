import Synchronization

/// A theme that was put in force, with its id. One object for each time that one was: compare with `===`.
public final class ThemeSelection<ID: ThemeIdentifier, Skin: Sendable>: Sendable {
    /// By which the theme was selected.
    public let id: ID
    /// The theme as it was then.
    public let theme: Skin
    /// How many were put in force before it; told before it is.
    let turn = Atomic(0)

    init(_ id: ID, _ theme: Skin) { (self.id, self.theme) = (id, theme) }
}

/// One selection in the place of another.
public struct ThemeChange<ID: ThemeIdentifier, Skin: Sendable>: Sendable {
    /// What was in force before.
    public let old: ThemeSelection<ID, Skin>
    /// What is in force after it.
    public let new: ThemeSelection<ID, Skin>
    private let found = LazyDifferences()

    init(from old: ThemeSelection<ID, Skin>, to new: ThemeSelection<ID, Skin>) { (self.old, self.new) = (old, new) }
}

extension ThemeChange where Skin == Theme {
    /// The settings and images whose values differ. Worked out when first asked for, once for all who got this change.
    ///
    /// Cost: compares all settings of both themes, and the images of every pack that only one of them has in its chain.
    /// - Throws: ``ThemeError`` if a pack turns out to be damaged.
    public func differences() throws(ThemeError) -> ThemeDifferences {
        try found.value { () throws(ThemeError) in try ThemeDifferences(from: old.theme, to: new.theme) }
    }
}
