extension ThemeManager {
    /// Saves choices in a store from now on, and selects the one that is saved there.
    ///
    /// A saved id that no longer exists is passed over: the theme in force stays, and what is saved stays saved, as its theme may
    /// come back. Where nothing is saved, nothing happens.
    ///
    /// - Returns: whether a saved choice is in force now.
    /// - Throws: ``ManagerError/notRestored(reason:)`` if the store cannot be read; ``ManagerError/unusableTheme(id:reason:)``.
    ///   Then the theme in force stays, and the store is used for later choices all the same.
    @MainActor
    @discardableResult
    public func restore(from store: any ThemeStore) throws(ManagerError) -> Bool {
        self.store = store
        let text: String?
        do { text = try store.load() } catch { throw .notRestored(reason: error) }
        guard let id = text.flatMap(ID.init(text:)) else { return false }
        do throws(ManagerError) {
            try put(try Self.selection(id, in: catalogue), isUnsureSame: true) {
                chosenID = id
                return true
            }
        } catch {
            guard case .unknownTheme = error else { throw error }
            return false
        }
        return true
    }
}
