#if canImport(UIKit) || canImport(AppKit)
    import Foundation
    package import ThemeManagement
    import ThemeUserDefaults

    package typealias Manager = ThemeManager<ThemeLibrary>

    /// The packs of the sample project, which the app contains as resources.
    package enum SampleThemes {
        /// Mounts the packs, and restores the last choice.
        @MainActor
        package static func manager() throws -> Manager {
            let library = try ThemeLibrary(default: pack("default-1.0.0"))
            for name in ["dark-2.0.1", "year-1.2.0"] { try library.add(pack(name)) }
            let manager = try Manager(library)
            try manager.restore(from: UserDefaultsStore())
            return manager
        }

        /// The themes that follow the system's style.
        package static let byStyle: [SystemStyle: ThemeID] = [.light: .default, .dark: "dark"]

        private static func pack(_ name: String) throws -> ThemePack {
            let path = Bundle.main.path(forResource: name, ofType: "themepack.zip")
            guard let path else { throw Missing(name: name) }
            return try ThemePack(mounting: path)
        }

        private struct Missing: Error, CustomStringConvertible {
            let name: String

            var description: String { "the app has no resource \(name).themepack.zip; run themepack build" }
        }
    }
#endif
