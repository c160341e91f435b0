import PackFormat
import ThemeModel

/// A property of a theme that differs between two versions of it.
package struct PropertyChange: Hashable, Sendable {
    /// The key in `theme.json`, or `contract`.
    package let key: String
    package let old: String?
    package let new: String?
    /// Whether apps need another pack than before: that of the theme that this one extends now.
    package let isBreaking: Bool

    static let version = "version"

    static func changes(from old: ThemeState, to new: ThemeState) -> [PropertyChange] {
        let (before, after) = (properties(of: old), properties(of: new))
        var changes = Set(before.keys).union(after.keys).sorted().compactMap { key -> PropertyChange? in
            let (one, other) = (before[key], after[key])
            guard Array((one ?? "").utf8) != Array((other ?? "").utf8) else { return nil }
            let needsPack = key == "extends" && other != ThemeID.default.string
            return PropertyChange(key: key, old: one, new: other, isBreaking: needsPack)
        }
        if let one = old.contract, let other = new.contract, one != other {
            changes.append(PropertyChange(key: "contract", old: "\(one)", new: "\(other)", isBreaking: false))
        }
        return changes
    }

    private static func properties(of state: ThemeState) -> [String: String] {
        var theme = state.theme
        // In packs, a theme that extends the default theme can lack the key.
        if theme.id != .default { theme.extends = theme.extends ?? .default }
        return Dictionary(theme.properties.map { ($0.key, $0.value) }) { first, _ in first }
    }
}
