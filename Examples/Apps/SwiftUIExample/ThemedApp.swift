#if canImport(SwiftUI)
    import Foundation
    import SwiftUI
    import ThemeManagement
    import ThemeUI

    // A module of its own in this package; in an app made from the folders, the code is in the app's module.
    #if canImport(SampleThemes)
        import SampleThemes
    #endif

    /// A tab bar with an inbox and a list of themes. Every color, font and image comes from the theme in force.
    @main
    struct ThemedApp: App {
        var body: some Scene {
            WindowGroup {
                switch SampleThemes.manager {
                case .success(let manager): Tabs().themed(manager)
                case .failure(let error): Text(error.localizedDescription)
                }
            }
        }
    }

    private struct Tabs: View {
        @Environment(\.theme) private var theme
        @Environment(\.displayScale) private var displayScale

        var body: some View {
            TabView {
                Inbox().tabItem {
                    icon("tabbar/messages")
                    Text("Inbox")
                }
                Themes().tabItem {
                    icon("tabbar/profile")
                    Text("Themes")
                }
            }
            .tint(ThemedColor("Color.ThemeColorMode_Default"))
        }

        /// A tab item takes nothing but an image and a text.
        private func icon(_ key: ImageKey) -> Image? {
            Image(key, of: theme, scale: Scale(displayScale: Double(displayScale)))
        }
    }
#endif
