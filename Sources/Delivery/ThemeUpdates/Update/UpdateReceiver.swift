public import ThemeManagement

/// Shows the packs that a ``ThemeUpdater`` activates: a `ThemeLibrary`, or a `ThemeManager` over one.
public protocol UpdateReceiver: Sendable {
    /// The library that has the packs.
    var library: ThemeLibrary { get }

    /// Replaces, adds or removes packs, all or none.
    func receive(_ change: @escaping @Sendable (inout [ThemeID: ThemePack]) -> Void) async throws
}

extension ThemeLibrary: UpdateReceiver {
    public var library: ThemeLibrary { self }

    public func receive(_ change: @escaping @Sendable (inout [ThemeID: ThemePack]) -> Void) async throws {
        try self.updatePacks { packs throws(ThemeError) in change(&packs) }
    }
}

extension ThemeSourceManager: UpdateReceiver where Source == ThemeLibrary {
    public func receive(_ change: @escaping @Sendable (inout [ThemeID: ThemePack]) -> Void) async throws {
        try await self.updatePacks { packs throws(ThemeError) in change(&packs) }
    }
}
