import ThemeModel

extension ThemeManager where Catalogue == ThemeLibrary {
    /// Puts a pack in the place of the mounted one of the same theme, and what follows from that in force, like a selection.
    ///
    /// The pack is checked whole, off the main actor: its index, every digest (unless it is `trusted`), its settings; so is every
    /// theme that has it in its chain, and what is bound is read from the theme in force as it will be. Observers are told if the
    /// theme in force has the pack in its chain.
    /// - Throws: ``ManagerError/notReplaced(id:reason:)``. Then the old pack goes on serving, for everybody.
    @concurrent
    public func replace(_ pack: ThemePack) async throws(ManagerError) {
        do {
            if !pack.mode.checksAtMount { try pack.checkEverything() }
            _ = try pack.ownSettings()
        } catch {
            throw .notReplaced(id: pack.theme.id.string, reason: error)
        }
        try await put(pack)
    }

    /// Mounts every pack again whose file was replaced on disk since, and puts it in the place of the old one.
    ///
    /// Call it when the app comes to the front, say, or every now and then. A file that has vanished, and a folder that is mounted in
    /// place of a pack, are passed over: what is mounted goes on serving.
    /// - Returns: the themes that were replaced, and why others were refused.
    @concurrent
    public func remountReplaced() async -> (replaced: [ThemeID], refused: [ManagerError]) {
        var (replaced, refused): ([ThemeID], [ManagerError]) = ([], [])
        for (id, pack) in library.snapshot.packs.sorted(by: { $0.key < $1.key }) {
            guard let mounted = pack.memory.identity, let now = FileIdentity(pack.path), now != mounted else {
                continue
            }
            do throws(ManagerError) {
                let new: ThemePack
                do { new = try ThemePack(mounting: pack.path, mode: pack.mode) } catch {
                    throw .notReplaced(id: id.string, reason: error)
                }
                guard new.theme.id == id else {
                    throw .notReplaced(id: id.string, reason: ThemeError.notMounted(new.theme.id))
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
    private func put(_ pack: ThemePack) throws(ManagerError) {
        let id = pack.theme.id.string
        while true {
            let base = library.snapshot
            let next: ThemeSnapshot
            do {
                next = try library.snapshot(replacing: pack, in: base)
                for id in next.ids {
                    if let theme = next.theme(id), theme !== base.theme(id) { try library.check(theme) }
                }
            } catch {
                throw .notReplaced(id: id, reason: error)
            }
            // Whatever else comes to the library in between is not lost: then this begins again.
            let isDone: Bool
            do {
                isDone = try adopt(next.theme) { library.publish(next, inPlaceOf: base) }
            } catch {
                throw .notReplaced(id: id, reason: error)
            }
            if isDone { return }
        }
    }
}
