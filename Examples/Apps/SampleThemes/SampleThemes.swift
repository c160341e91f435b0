#if canImport(UIKit) || canImport(AppKit)
    public import ThemeManagement
    import ThemeUI

    /// The packs of the sample project, which the app contains as resources.
    @MainActor
    public enum SampleThemes {
        /// The manager of all scenes, or the reason why there is none.
        public static let manager = Result {
            let manager = try ThemeManager(folder: .appResources) { problem in print(problem) }
            try manager.restore(from: UserDefaultsStore())
            return manager
        }

        /// The themes that follow the system's style.
        public static let byStyle: [SystemStyle: ThemeID] = [.light: .default, .dark: "dark"]
    }
#endif
