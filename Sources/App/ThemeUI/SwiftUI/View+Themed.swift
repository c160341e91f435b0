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
        /// `@Environment(ThemeManager.self)`.
        public func themed(_ manager: ThemeManager) -> some View {
            modifier(Themed(manager: manager))
        }

        /// Selects a theme for the style in which this view appears: now, and at each change. Saves nothing.
        ///
        /// A style without a theme changes nothing. Another selection stays until the next change of the style.
        /// - Parameters:
        ///   - themes: the themes by style.
        ///   - failed: gets the error if a theme cannot be selected; by default `problemHandler` does. The theme
        ///     in force stays.
        public func themes(
            _ themes: [SystemStyle: ThemeID], of manager: ThemeManager,
            failed: (@MainActor (ManagerError) -> Void)? = nil
        ) -> some View {
            modifier(Following(\.systemStyle, themes, on: nil, of: manager, failed: failed))
        }

        /// Selects a theme of one axis for the style in which this view appears. Otherwise as ``themes(_:of:failed:)``;
        /// the default theme clears the axis.
        public func themes(
            _ themes: [SystemStyle: ThemeID], on axis: ThemeAxis, of manager: ThemeManager,
            failed: (@MainActor (ManagerError) -> Void)? = nil
        ) -> some View {
            modifier(Following(\.systemStyle, themes, on: axis, of: manager, failed: failed))
        }

        /// Selects a theme of one axis for the contrast in which this view appears.
        ///
        /// ```swift
        /// Inbox().themes([.standard: .default, .increased: "high-contrast"], on: "contrast", of: manager) { error in
        ///     print(error)
        /// }
        /// ```
        public func themes(
            _ themes: [SystemContrast: ThemeID], on axis: ThemeAxis, of manager: ThemeManager,
            failed: (@MainActor (ManagerError) -> Void)? = nil
        ) -> some View {
            modifier(Following(\.systemContrast, themes, on: axis, of: manager, failed: failed))
        }
    }

    extension EnvironmentValues {
        fileprivate var systemStyle: SystemStyle { SystemStyle(colorScheme) }
        fileprivate var systemContrast: SystemContrast { colorSchemeContrast == .increased ? .increased : .standard }
    }

    private struct Themed: ViewModifier {
        let manager: ThemeManager

        func body(content: Content) -> some View {
            // Reading the theme here lets SwiftUI call this again when it changes.
            content.environment(\.theme, manager.theme).environment(manager)
        }
    }

    private struct Following<Value: Hashable>: ViewModifier {
        private let themes: [Value: ThemeID]
        /// `nil` if a theme takes the place of the one of its own axis.
        private let axis: ThemeAxis?
        private let manager: ThemeManager
        private let failed: (@MainActor (ManagerError) -> Void)?
        @Environment private var value: Value

        init(
            _ value: KeyPath<EnvironmentValues, Value>, _ themes: [Value: ThemeID], on axis: ThemeAxis?,
            of manager: ThemeManager, failed: (@MainActor (ManagerError) -> Void)?
        ) {
            _value = Environment(value)
            self.themes = themes
            self.axis = axis
            self.manager = manager
            self.failed = failed
        }

        func body(content: Content) -> some View {
            content.onChange(of: value, initial: true) { _, value in
                guard let id = themes[value] else { return }
                do throws(ManagerError) {
                    if let axis {
                        try manager.select(id, for: axis, saving: false)
                    } else {
                        try manager.select(id, saving: false)
                    }
                } catch {
                    (failed ?? manager.problemHandler)?(error)
                }
            }
        }
    }
#endif
