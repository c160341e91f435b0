public import ThemeModel
public import ThemeRuntime

extension ThemeManager where Source == ThemeLibrary {
    /// Does what `ThemeLibrary.updatePacks(_:)` does, and updates everything that depends on the changed packs.
    ///
    /// Observers are notified if a changed pack is in the chain of the theme in force. If the theme in force was
    /// removed, the default theme replaces it; the saved choice stays.
    /// - Parameter change: changes the packs by the ids of their themes. If another thread changes the library
    ///   meanwhile, it is called again with the new packs.
    /// - Throws: ``ManagerError`` if a theme or a bound value cannot be read. Then no pack has changed.
    @MainActor
    public func updatePacks(
        _ change: (inout [ThemeID: ThemePack]) throws(ThemeError) -> Void
    ) throws(ManagerError) {
        while true {
            let base = library.snapshot
            let next: ThemeSnapshot
            do { next = try base.changing(change) } catch { throw .unusableTheme(id: id.string, reason: error) }
            if try publish(next, inPlaceOf: base) { return }
        }
    }

    /// Publishes a snapshot, and puts its theme of the current id in force. Returns `false` if the library has changed
    /// meanwhile. Then the caller starts again, so that no change is lost.
    @MainActor
    func publish(_ next: ThemeSnapshot, inPlaceOf base: ThemeSnapshot) throws(ManagerError) -> Bool {
        for id in next.ids {
            if let theme = next.theme(id), theme !== base.theme(id) { try check(theme) }
        }
        return try putInForce(try selection(in: next), countsIncomparableAsSame: false) {
            library.publish(next, inPlaceOf: base)
        }
    }

    @MainActor
    private func selection(in next: ThemeSnapshot) throws(ManagerError) -> Selection {
        if let theme = next.theme(latest.id) { return Selection(latest.id, theme) }
        guard let theme = next.theme(defaultID) else {
            throw .unknownTheme(id: defaultID.string, known: next.ids.map(\.string))
        }
        try check(theme)
        return Selection(defaultID, theme)
    }

    private func check(_ theme: Theme) throws(ManagerError) {
        do { try library.check(theme) } catch { throw .unusableTheme(id: theme.id.string, reason: error) }
    }
}
