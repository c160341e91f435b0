#if canImport(SwiftUI)
    public import SwiftUI
    public import ThemeManagement

    private struct ThemeKey: EnvironmentKey {
        static let defaultValue = ThemeLibrary().defaultTheme
    }

    extension EnvironmentValues {
        /// The theme in force, as `themed(_:)` sets it; else a theme without images and settings.
        public var theme: Theme {
            get { self[ThemeKey.self] }
            set { self[ThemeKey.self] = newValue }
        }
    }

    extension View {
        /// Passes the manager and its theme to this view and the views in it. They follow every change.
        ///
        /// The views read the theme by `@Environment(\.theme)`, and the manager by
        /// `@Environment(ThemeManager<ThemeLibrary>.self)`.
        public func themed(_ manager: ThemeManager<ThemeLibrary>) -> some View {
            modifier(Themed(manager: manager))
        }

        /// Selects a theme for the style in which this view appears: now, and at each change. Saves nothing.
        ///
        /// A style without a theme changes nothing. Another selection stays until the next change of the style.
        /// - Parameters:
        ///   - themes: the themes by style.
        ///   - failed: gets the error if a theme cannot be selected. The theme in force stays.
        public func themes(
            _ themes: [SystemStyle: ThemeID], of manager: ThemeManager<ThemeLibrary>,
            failed: @escaping @MainActor (ManagerError) -> Void
        ) -> some View {
            modifier(StyleFollowing(manager: manager, themes: themes, failed: failed))
        }
    }

    private struct Themed: ViewModifier {
        let manager: ThemeManager<ThemeLibrary>

        func body(content: Content) -> some View {
            // Reading the theme here lets SwiftUI call this again when it changes.
            content.environment(\.theme, manager.theme).environment(manager)
        }
    }

    private struct StyleFollowing: ViewModifier {
        let manager: ThemeManager<ThemeLibrary>
        let themes: [SystemStyle: ThemeID]
        let failed: @MainActor (ManagerError) -> Void
        @Environment(\.colorScheme) private var scheme

        func body(content: Content) -> some View {
            content.onChange(of: scheme, initial: true) { _, scheme in
                guard let id = themes[SystemStyle(scheme)] else { return }
                do throws(ManagerError) { try manager.select(id, saving: false) } catch { failed(error) }
            }
        }
    }
#endif
