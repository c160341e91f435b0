import ThemeSystem

// See docs/axes.md.

/// All mounted themes at one moment, with their chains. A snapshot never changes.
public final class ThemeSnapshot: Sendable {
    private let mounted: LinkedThemes
    /// The themes of the selections that were asked for.
    private let combined: Lock<[[ThemeID]: Theme]>
    /// The last theme of every chain.
    public let defaultTheme: Theme
    /// The mounted themes that may differ from those of the snapshot that this one was made from.
    package let changedIDs: [ThemeID]

    package var order: ThemeOrder<ThemeID> { mounted.order }

    /// The mounted packs. Cost: that of all themes.
    package var packs: [ThemeID: ThemePack] {
        Dictionary(uniqueKeysWithValues: mounted.themes.entries.lazy.map { ($0.key, $0.value.pack) })
    }

    /// The pack of a theme; `nil` if it is not mounted.
    package func pack(_ id: ThemeID) -> ThemePack? { mounted.themes[id]?.pack }

    /// The ids of the mounted themes, sorted.
    public var ids: [ThemeID] { mounted.themes.entries.map(\.key).sorted() }

    /// The axes from the weakest to the strongest, as the default theme's pack lists them.
    public var axes: [ThemeAxis] { order.axes }

    /// The axis of a mounted theme; `nil` for the axis without a name.
    public func axis(of id: ThemeID) -> ThemeAxis? { order.axis(of: id) }

    /// The theme of an id; `nil` if it is not mounted. For a combination, it has the images and settings of the
    /// combination, then those of its members. The first call computes its chain.
    public func theme(_ id: ThemeID) -> Theme? { mounted.theme(id) }

    /// The theme of several ids that are selected together, in any order; `nil` if one of them is not mounted.
    ///
    /// A combination stands for its members. The same selection always has the same theme. The first call computes the
    /// order of its chain; look-ups cost what they cost for one id.
    /// - Throws: ``ThemeError/sharedAxis(_:_:axis:)`` for two themes of one axis.
    public func theme(selecting ids: [ThemeID]) throws(ThemeError) -> Theme? {
        // The axis of a theme that is not mounted is unknown.
        guard ids.allSatisfy({ pack($0) != nil }) else { return nil }
        let selection: [ThemeID]
        do throws(ThemeOrder<ThemeID>.SharedAxis) { selection = try order.selection(of: ids) } catch {
            throw .sharedAxis(error.first, error.second, axis: error.axis)
        }
        guard selection.count > 1 else { return theme(selection.first ?? .default) }
        return combined.withLock { combined in
            if let known = combined[selection] { return known }
            let theme = mounted.linked(selection)
            combined[selection] = theme
            return theme
        }
    }

    /// Makes the snapshot of the default theme alone.
    convenience init(default pack: ThemePack) throws(ThemeError) { try self.init(nil, [.default: pack]) }

    private init(_ previous: ThemeSnapshot?, _ changes: [ThemeID: ThemePack?]) throws(ThemeError) {
        var mounted = previous?.mounted ?? LinkedThemes()
        let (affected, changedIDs) = try mounted.change(changes)
        guard let defaultTheme = mounted.theme(.default) else { throw .defaultRequired(found: nil) }
        var combined = previous?.combined.withLock(\.self) ?? [:]
        for (selection, known) in combined where selection.contains(where: affected.contains) {
            let isSame =
                (try? mounted.order.selection(of: selection)) == selection
                && mounted.linked(selection).map(known.isSame) == true
            if !isSame { combined[selection] = nil }
        }
        self.mounted = mounted
        self.combined = Lock(combined)
        self.defaultTheme = defaultTheme
        self.changedIDs = changedIDs
    }

    /// Returns this snapshot with changed packs; `nil` removes one. It shares the themes whose chains do not change,
    /// with their merged settings. Cost: that of the others, and of the selections that were asked for.
    package func changing(_ changes: [ThemeID: ThemePack?]) throws(ThemeError) -> ThemeSnapshot {
        try ThemeSnapshot(self, changes.filter { pack($0) !== $1 })
    }

    /// Returns the snapshot of other packs. Cost: that of all themes.
    package func changing(to packs: [ThemeID: ThemePack]) throws(ThemeError) -> ThemeSnapshot {
        var changes = packs.mapValues(Optional.some)
        for (id, _) in mounted.themes.entries where packs[id] == nil { changes[id] = .some(nil) }
        return try changing(changes)
    }

    /// Returns this snapshot with changed packs. Cost: that of all themes.
    package func changing(
        _ change: (inout [ThemeID: ThemePack]) throws(ThemeError) -> Void
    ) throws(ThemeError) -> ThemeSnapshot {
        var packs = packs
        try change(&packs)
        return try changing(to: packs)
    }
}

private struct LinkedThemes: Sendable {
    private(set) var order = ThemeOrder<ThemeID>(default: .default)
    private(set) var themes = SharedDictionary<ThemeID, MountedTheme>()

    /// Returns the themes that ``ThemeOrder/change(_:axes:)`` returns, and those that may differ from before.
    mutating func change(
        _ changes: [ThemeID: ThemePack?]
    ) throws(ThemeError) -> (affected: Set<ThemeID>, changed: [ThemeID]) {
        for (id, pack) in changes {
            if let pack, pack.theme.id != id {
                throw .wrongTheme(path: pack.path, expected: id, found: pack.theme.id)
            }
            themes[id] = pack.map { MountedTheme($0) }
        }
        guard let defaults = themes[.default]?.pack.theme else { throw .defaultRequired(found: nil) }
        let places = changes.mapValues { pack in
            (pack?.theme).map { theme in
                ThemeOrder<ThemeID>.Place(parent: theme.extends, axis: theme.axis, members: theme.combinedThemes)
            }
        }
        let affected = order.change(places, axes: defaults.axes)
        if let cycle = order.cycle(through: changes.keys, affected) { throw .chainCycle(cycle) }
        var changed: [ThemeID] = []
        for id in affected {
            guard let mounted = themes[id] else { continue }
            if !changes.keys.contains(id) {
                let known = mounted.theme.object
                let next = known.map { _ in linked(id, mounted.pack) }
                if let known, next?.isSame(as: known) == true { continue }
                themes[id] = MountedTheme(mounted.pack, next)
            }
            changed.append(id)
        }
        return (affected, changed)
    }

    func theme(_ id: ThemeID) -> Theme? {
        guard let mounted = themes[id] else { return nil }
        // Two threads may both get here. They make equal themes, and one is kept.
        return mounted.theme.object ?? mounted.theme.storeIfNil(linked(id, mounted.pack))
    }

    private func linked(_ id: ThemeID, _ pack: ThemePack) -> Theme {
        linked(order.chain(ofTheme: id), pack, order.selection(of: id, after: []))
    }

    /// Returns `nil` if a theme is not mounted.
    func linked(_ selection: [ThemeID]) -> Theme? {
        guard selection.allSatisfy({ themes[$0] != nil }), let strongest = selection.last.flatMap({ themes[$0] }) else {
            return nil
        }
        return linked(order.chain(of: selection), strongest.pack, selection)
    }

    /// ``ImageMatch`` stores an index in 16 bits. A longer chain continues with the default theme.
    private static let chainLengthMax = Int(UInt16.max)

    private func linked(_ chain: ThemeChain<ThemeID>, _ pack: ThemePack, _ selection: [ThemeID]) -> Theme {
        let links = chain.themes.compactMap { themes[$0]?.pack }
        guard links.count > Self.chainLengthMax, let defaults = themes[.default]?.pack else {
            return Theme(pack, selection, links, missingParent: chain.missingParent)
        }
        let shortened = links.prefix(Self.chainLengthMax) + [defaults]
        return Theme(pack, selection, Array(shortened), missingParent: chain.themes[Self.chainLengthMax])
    }
}

/// A mounted pack, and its theme if that was asked for. Snapshots share it while the theme's chain stays the same.
private final class MountedTheme: Sendable {
    let pack: ThemePack
    let theme = LazyReference<Theme>()

    init(_ pack: ThemePack, _ theme: Theme? = nil) {
        self.pack = pack
        if let theme { _ = self.theme.storeIfNil(theme) }
    }
}

extension Theme {
    fileprivate func isSame(as other: Theme) -> Bool {
        missingParent == other.missingParent && selection == other.selection && links.count == other.links.count
            && zip(links, other.links).allSatisfy { $0.pack === $1.pack }
    }
}
