/// The order in which themes answer for one theme: the theme, the theme that it extends, and so on, the default theme
/// last.
///
/// This module has the names and values of themes, and what a chain of them answers. Texts come in: names of files,
/// JSON, XML, property lists. Values come out, such as ``LogicalName``, ``Scale``, ``ThemeColor`` and
/// ``SettingValue``. ``ThemeOrder`` makes the chain of a theme or a selection; ``ImageLookup`` then chooses the theme
/// that answers for an image, and ``MergedSetting`` has the setting. A project and a mounted pack both ask this code,
/// so the tool and the apps give the same answers. A text with a grammar is a type whose initializer throws, so a value
/// is checked once. The readers of texts limit depth and length. No file is opened here, and nothing knows the format
/// of packs.
package struct ThemeChain<ID: Hashable> {
    /// The default theme is the last one, unless it does not exist.
    package private(set) var themes: [ID]
    /// The parent that does not exist. The chain then continues with the default theme.
    package private(set) var missingParent: ID?
    /// The themes that extend each other in a circle, which begins and ends with the same theme. The chain then
    /// continues with the default theme.
    package private(set) var cycle: [ID]?

    /// - Parameters:
    ///   - base: the default theme, which extends nothing.
    ///   - parent: of a theme; `nil` means the default theme.
    package init(of theme: ID, default base: ID, exists: (ID) -> Bool, parent: (ID) -> ID?) {
        themes = [theme]
        var known: Set<ID> = [theme]
        var last = theme
        while last != base {
            let next = parent(last) ?? base
            guard exists(next) else {
                missingParent = next
                break
            }
            guard known.insert(next).inserted else {
                cycle = themes.drop { $0 != next } + [next]
                break
            }
            themes.append(next)
            last = next
        }
        if themes.last != base, exists(base) { themes.append(base) }
    }

    /// Joins chains in their order. A theme that is in several stands once, at its last place.
    init(joining chains: [ThemeChain], after first: [ID]) {
        var known: Set<ID> = []
        themes = (first + chains.flatMap(\.themes)).reversed().filter { known.insert($0).inserted }.reversed()
        missingParent = chains.lazy.compactMap(\.missingParent).first
        cycle = chains.lazy.compactMap(\.cycle).first
    }
}
