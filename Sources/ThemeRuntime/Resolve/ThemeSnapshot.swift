public import ThemeModel

/// All mounted themes at one moment, with their chains. A snapshot never changes.
public final class ThemeSnapshot: Sendable {
    private let themes: [ThemeID: Theme]
    /// The last theme of every chain.
    public let defaultTheme: Theme

    /// The ids of the mounted themes, sorted.
    public var ids: [ThemeID] { themes.keys.sorted() }

    /// The theme of an id; `nil` if it is not mounted.
    public func theme(_ id: ThemeID) -> Theme? { themes[id] }

    /// - Parameter previous: its themes are reused, with their merged settings, if their chains are the same.
    init(_ packs: [ThemeID: ThemePack], previous: ThemeSnapshot? = nil) throws(ThemeError) {
        guard packs[.default] != nil else { throw .defaultRequired(found: nil) }
        var themes: [ThemeID: Theme] = [:]
        for (id, pack) in packs {
            let theme = try Self.chain(of: pack, in: packs)
            let known = previous?.themes[id]
            themes[id] = known?.isSame(as: theme) == true ? known : theme
        }
        self.themes = themes
        guard let defaultTheme = themes[.default] else { throw .defaultRequired(found: nil) }
        self.defaultTheme = defaultTheme
    }

    package var packs: [ThemeID: ThemePack] { themes.mapValues(\.pack) }

    /// Returns this snapshot with another pack of a mounted theme.
    package func replacing(_ pack: ThemePack) throws(ThemeError) -> ThemeSnapshot {
        var packs = packs
        guard packs.updateValue(pack, forKey: pack.theme.id) != nil else { throw .notMounted(pack.theme.id) }
        return try ThemeSnapshot(packs, previous: self)
    }

    /// Returns this snapshot with changed packs.
    package func changing(
        _ change: (inout [ThemeID: ThemePack]) throws(ThemeError) -> Void
    ) throws(ThemeError) -> ThemeSnapshot {
        var packs = packs
        try change(&packs)
        for (id, pack) in packs where pack.theme.id != id {
            throw .wrongTheme(path: pack.path, expected: id, found: pack.theme.id)
        }
        return try ThemeSnapshot(packs, previous: self)
    }

    /// ``ImageMatch`` stores an index in 16 bits. A longer chain continues with the default theme.
    private static let chainLengthMax = Int(UInt16.max)

    private static func chain(of pack: ThemePack, in packs: [ThemeID: ThemePack]) throws(ThemeError) -> Theme {
        let chain = ThemeChain(of: pack.theme.id, default: .default) {
            packs[$0] != nil
        } parent: {
            packs[$0]?.theme.extends
        }
        if let cycle = chain.cycle { throw .chainCycle(cycle) }
        let links = chain.themes.compactMap { packs[$0] }
        guard links.count > chainLengthMax, let defaults = packs[.default] else {
            return Theme(links, missingParent: chain.missingParent)
        }
        return Theme(links.prefix(chainLengthMax) + [defaults], missingParent: chain.themes[chainLengthMax])
    }
}

extension Theme {
    fileprivate func isSame(as other: Theme) -> Bool {
        missingParent == other.missingParent && links.count == other.links.count
            && zip(links, other.links).allSatisfy { $0.pack === $1.pack }
    }
}
