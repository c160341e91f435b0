import ThemeSystem

// See docs/axes.md.

/// All mounted themes at one moment, with their chains. A snapshot never changes.
public final class ThemeSnapshot: Sendable {
    package let packs: [ThemeID: ThemePack]
    package let order: ThemeOrder<ThemeID>
    private let themes: [ThemeID: Theme]
    /// The themes of the selections that were asked for.
    private let combined: Lock<[[ThemeID]: Theme]>
    /// The last theme of every chain.
    public let defaultTheme: Theme

    /// The ids of the mounted themes, sorted.
    public var ids: [ThemeID] { themes.keys.sorted() }

    /// The axes from the weakest to the strongest, as the default theme's pack lists them.
    public var axes: [ThemeAxis] { order.axes }

    /// The axis of a mounted theme; `nil` for the axis without a name.
    public func axis(of id: ThemeID) -> ThemeAxis? { order.axis(of: id) }

    /// The theme of an id; `nil` if it is not mounted. For a combination, it has the images and settings of the
    /// combination, then those of its members.
    public func theme(_ id: ThemeID) -> Theme? { themes[id] }

    /// The theme of several ids that are selected together, in any order; `nil` if one of them is not mounted.
    ///
    /// A combination stands for its members. The same selection always has the same theme. The first call computes the
    /// order of its chain; look-ups cost what they cost for one id.
    /// - Throws: ``ThemeError/sharedAxis(_:_:axis:)`` for two themes of one axis.
    public func theme(selecting ids: [ThemeID]) throws(ThemeError) -> Theme? {
        // The axis of a theme that is not mounted is unknown.
        guard ids.allSatisfy({ themes[$0] != nil }) else { return nil }
        let selection: [ThemeID]
        do throws(ThemeOrder<ThemeID>.SharedAxis) { selection = try order.selection(of: ids) } catch {
            throw .sharedAxis(error.first, error.second, axis: error.axis)
        }
        guard selection.allSatisfy({ themes[$0] != nil }) else { return nil }
        guard selection.count > 1, let strongest = selection.last.flatMap({ packs[$0] }) else {
            return themes[selection.first ?? .default]
        }
        return combined.withLock { combined in
            if let known = combined[selection] { return known }
            let theme = Self.theme(order.chain(of: selection), strongest, selection, packs)
            combined[selection] = theme
            return theme
        }
    }

    /// - Parameter previous: its themes are reused, with their merged settings, if their chains are the same.
    init(_ packs: [ThemeID: ThemePack], previous: ThemeSnapshot? = nil) throws(ThemeError) {
        guard let defaults = packs[.default] else { throw .defaultRequired(found: nil) }
        let order = ThemeOrder<ThemeID>(
            default: .default, axes: defaults.theme.axes,
            places: packs.mapValues { pack in
                let theme = pack.theme
                return .init(parent: theme.extends, axis: theme.axis, members: theme.combinedThemes)
            })
        var themes: [ThemeID: Theme] = [:]
        // In order, so that a cycle always has the same description.
        for (id, pack) in packs.sorted(by: { $0.key < $1.key }) {
            let chain = order.chain(ofTheme: id)
            if let cycle = chain.cycle { throw .chainCycle(cycle) }
            let theme = Self.theme(chain, pack, order.selection(of: id, after: []), packs)
            let known = previous?.themes[id]
            themes[id] = known?.isSame(as: theme) == true ? known : theme
        }
        var combined: [[ThemeID]: Theme] = [:]
        for (selection, known) in previous?.combined.withLock(\.self) ?? [:] {
            guard (try? order.selection(of: selection)) == selection,
                let strongest = selection.last.flatMap({ packs[$0] })
            else { continue }
            let theme = Self.theme(order.chain(of: selection), strongest, selection, packs)
            if known.isSame(as: theme) { combined[selection] = known }
        }
        self.packs = packs
        self.order = order
        self.themes = themes
        self.combined = Lock(combined)
        guard let defaultTheme = themes[.default] else { throw .defaultRequired(found: nil) }
        self.defaultTheme = defaultTheme
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

    private static func theme(
        _ chain: ThemeChain<ThemeID>, _ pack: ThemePack, _ selection: [ThemeID], _ packs: [ThemeID: ThemePack]
    ) -> Theme {
        let links = chain.themes.compactMap { packs[$0] }
        guard links.count > chainLengthMax, let defaults = packs[.default] else {
            return Theme(pack, selection, links, missingParent: chain.missingParent)
        }
        let shortened = links.prefix(chainLengthMax) + [defaults]
        return Theme(pack, selection, Array(shortened), missingParent: chain.themes[chainLengthMax])
    }
}

extension Theme {
    fileprivate func isSame(as other: Theme) -> Bool {
        missingParent == other.missingParent && selection == other.selection && links.count == other.links.count
            && zip(links, other.links).allSatisfy { $0.pack === $1.pack }
    }
}
