extension ThemeManager {
    /// Selects the choice saved in a store, and saves later choices there.
    ///
    /// If the saved theme does not exist, the theme in force stays. The saved choice stays too: its theme may return.
    /// - Returns: whether a saved choice was selected.
    /// - Throws: ``ManagerError`` if the store cannot be read or the theme is unusable. Then the theme in force stays;
    ///   later choices are still saved in this store.
    @MainActor
    @discardableResult
    public func restore(from store: any ThemeStore) throws(ManagerError) -> Bool {
        self.store = store
        let text: String?
        do { text = try store.load() } catch { throw .notRestored(reason: error) }
        guard let id = text.flatMap(ID.init(text:)) else { return false }
        do throws(ManagerError) {
            try putInForce(try Self.selection(id, in: source), countsIncomparableAsSame: true) {
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
