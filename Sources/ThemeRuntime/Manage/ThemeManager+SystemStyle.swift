/// What a system tells of its own look.
public enum SystemStyle: Hashable, Sendable, CaseIterable {
    /// Dark on light.
    case light
    /// Light on dark.
    case dark
}

extension ThemeManager {
    /// Selects a theme for each style that a sequence tells of, until it ends or the task is cancelled. Nothing follows the system
    /// unless this is called.
    ///
    /// What it selects is not saved, and a style without a theme changes nothing. Whatever is selected in between stays until the
    /// next style. What can tell of styles is the app's to know: traits, a settings file, a portal of the desktop.
    /// - Parameters:
    ///   - styles: ``SystemStyle``, or anything else that can be told apart.
    ///   - themes: the themes for styles. All of them must exist.
    ///   - failed: is told of a theme that could not be selected. What is in force stays, and the next style is waited for.
    /// - Throws: ``ManagerError/noStyles`` if there are no themes; ``ManagerError`` if one does not exist or cannot be used; what
    ///   the sequence throws.
    @MainActor
    public func follow<Styles: AsyncSequence>(
        _ styles: Styles, as themes: [Styles.Element: ID], failed: @MainActor (ManagerError) -> Void
    ) async throws where Styles.Element: Hashable & Sendable {
        guard !themes.isEmpty else { throw ManagerError.noStyles }
        for id in Set(themes.values) { try prepare(id) }
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
