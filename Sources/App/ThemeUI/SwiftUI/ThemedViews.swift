#if canImport(SwiftUI)
    import Foundation
    public import SwiftUI
    public import ThemeManagement

    /// A theme's image by its logical name. It follows the environment's theme and the scale of the screen.
    ///
    /// ```swift
    /// ThemedImage("common/avatar")
    /// ThemedImage("detail/header") { image in image.resizable().scaledToFit() }
    /// ```
    ///
    /// It is empty if the theme has no such image, or if the image cannot be read; see `Theme.explain(_:scale:)`.
    public struct ThemedImage<Content: View>: View {
        private let key: ImageKey
        private let content: (Image) -> Content
        @Environment(\.theme) private var theme
        @Environment(\.displayScale) private var displayScale

        /// Shows the view that `content` makes of the image.
        public init(_ key: ImageKey, @ViewBuilder content: @escaping (Image) -> Content) {
            self.key = key
            self.content = content
        }

        /// The image, or nothing. SwiftUI calls it.
        public var body: some View {
            if let image = Image(key, of: theme, scale: Scale(displayScale: Double(displayScale))) { content(image) }
        }
    }

    extension ThemedImage where Content == Image {
        /// Shows the image at its size, or stretched between its cap insets.
        public init(_ key: ImageKey) { self.init(key) { $0 } }
    }

    /// A theme's color by its setting, wherever SwiftUI takes a shape style. It follows the environment's theme.
    ///
    /// ```swift
    /// Text("Inbox").foregroundStyle(ThemedColor("Color.title"))
    /// Rectangle().fill(ThemedColor("Color.background", default: .white)).ignoresSafeArea()
    /// ```
    ///
    /// It is the default color if the theme does not set the color, or if the setting is not a color.
    public struct ThemedColor: ShapeStyle {
        private let key: SettingKey
        private let fallback: Color

        /// The color of a setting.
        public init(_ key: SettingKey, default fallback: Color = .primary) {
            self.key = key
            self.fallback = fallback
        }

        /// The color of a setting, by a typed key.
        public init(_ setting: Setting<ThemeColor>, default fallback: Color = .primary) {
            self.init(setting.key, default: fallback)
        }

        /// The color in an environment. SwiftUI calls it.
        public func resolve(in environment: EnvironmentValues) -> Color {
            Color(key, of: environment.theme, default: fallback)
        }
    }

    extension View {
        /// Sets the font of text in this view to a setting of the environment's theme. The font stays if the theme does
        /// not set it.
        ///
        /// ```swift
        /// Text("Inbox").themedFont("Font.title")
        /// ```
        public func themedFont(_ key: SettingKey) -> some View { modifier(ThemedFont(key: key)) }

        /// Sets the font of text in this view to a setting of the environment's theme, by a typed key.
        public func themedFont(_ setting: Setting<ThemeFont>) -> some View { themedFont(setting.key) }
    }

    private struct ThemedFont: ViewModifier {
        let key: SettingKey
        @Environment(\.theme) private var theme
        @Environment(\.font) private var font

        func body(content: Content) -> some View {
            content.font((try? theme.font(key)).map { Font($0) } ?? font)
        }
    }
#endif
