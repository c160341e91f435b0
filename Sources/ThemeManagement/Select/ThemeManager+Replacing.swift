import ThemeRuntime

extension ThemeManager where Source == ThemeLibrary {
    /// Replaces the mounted pack of the same theme, and updates everything that depends on it.
    ///
    /// Off the main actor, this checks the whole pack, with every digest unless it is `trusted`. Observers are notified
    /// if the theme in force has the pack in its chain. If this throws, the old pack stays.
    @concurrent
    public func replace(_ pack: ThemePack) async throws(ManagerError) {
        do {
            if !pack.mode.checksAtMount { try pack.checkEverything() }
            _ = try pack.ownSettings()
        } catch {
            throw .notReplaced(id: pack.theme.id.string, reason: error)
        }
        try await publish(pack)
    }

    /// Remounts each pack whose file was replaced on disk.
    ///
    /// It looks only at the paths of the mounted packs. If a new version has a new name, as `themepack build` gives it,
    /// use ``sync(folder:)``.
    /// - Returns: the replaced themes, and the errors of those that were rejected.
    @concurrent
    public func remountReplaced() async -> (replaced: [ThemeID], refused: [ManagerError]) {
        var (replaced, refused): ([ThemeID], [ManagerError]) = ([], [])
        for (id, pack) in library.snapshot.packs.sorted(by: { $0.key < $1.key }) {
            guard let mounted = pack.memory.identity, let now = FileIdentity(pack.path), now != mounted else {
                continue
            }
            do throws(ManagerError) {
                let new: ThemePack
                do { new = try ThemePack(mounting: pack.path, mode: pack.mode, limits: pack.limits) } catch {
                    throw .notReplaced(id: id.string, reason: error)
                }
                guard new.theme.id == id else {
                    let reason = ThemeError.wrongTheme(path: pack.path, expected: id, found: new.theme.id)
                    throw .notReplaced(id: id.string, reason: reason)
                }
                try await replace(new)
                replaced.append(id)
            } catch {
                refused.append(error)
            }
        }
        return (replaced, refused)
    }

    @MainActor
    private func publish(_ pack: ThemePack) throws(ManagerError) {
        let id = pack.theme.id.string
        while true {
            let base = library.snapshot
            let next: ThemeSnapshot
            do {
                next = try base.replacing(pack)
                for id in next.ids {
                    if let theme = next.theme(id), theme !== base.theme(id) { try library.check(theme) }
                }
            } catch {
                throw .notReplaced(id: id, reason: error)
            }
            // If the library changes in between, this starts again, so that no change is lost.
            let isDone: Bool
            do {
                let selection = Selection(latest.id, next.theme(latest.id) ?? latest.theme)
                isDone = try putInForce(selection, countsIncomparableAsSame: false) {
                    library.publish(next, inPlaceOf: base)
                }
            } catch {
                throw .notReplaced(id: id, reason: error)
            }
            if isDone { return }
        }
    }
}
