/// The light or dark appearance that a system reports.
public enum SystemStyle: Hashable, Sendable, CaseIterable {
    /// Dark text on a light background.
    case light
    /// Light text on a dark background.
    case dark
}

extension ThemeManager {
    /// Selects a theme for each style that a sequence delivers, until the sequence ends or the task is canceled. The
    /// app makes the sequence, for example from traits or desktop settings.
    ///
    /// Nothing is saved. A style without a theme changes nothing. Another selection stays until the next style.
    /// `failed` gets the error if a theme cannot be selected; the theme in force stays.
    /// - Throws: ``ManagerError`` if `themes` is empty, or one of them does not exist or cannot be used; errors of the
    ///   sequence.
    @MainActor
    public func follow<Styles: AsyncSequence>(
        _ styles: Styles, as themes: [Styles.Element: ID], failed: @MainActor (ManagerError) -> Void
    ) async throws where Styles.Element: Hashable & Sendable {
        guard !themes.isEmpty else { throw ManagerError.noStyles }
        for id in Set(themes.values) { _ = try Self.selection(id, in: source) }
        for try await style in styles {
            guard let id = themes[style] else { continue }
            do throws(ManagerError) {
                try select(id, saving: false)
            } catch {
                failed(error)
            }
        }
    }
}
