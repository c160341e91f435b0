// Elsewhere it would need ICU and CoreFoundation, and an app has no resources; `FileStore` saves choices there.
#if canImport(Darwin)
    public import ThemeSystem

    /// Saves the choice in the user's defaults, as a plain string.
    ///
    /// The default key is `theme`. So this finds a choice that earlier code saved with `setObject:forKey:@"theme"`.
    ///
    /// `@unchecked Sendable`: `UserDefaults` is documented as thread-safe on all systems, and the key is immutable.
    public final class UserDefaultsStore: ThemeStore, @unchecked Sendable {
        private let defaults: UserDefaults
        private let key: String

        /// Creates a store for a key of the defaults.
        public init(_ defaults: UserDefaults = .standard, key: String = "theme") {
            self.defaults = defaults
            self.key = key
        }

        /// The saved string; `nil` if there is none. Throws if the value is not a string.
        public func load() throws -> String? {
            guard let value = defaults.object(forKey: key) else { return nil }
            guard let text = value as? String else {
                throw StoreError(place: "user defaults, key '\(key)'", reason: "is not a string")
            }
            return text
        }

        public func save(_ text: String?) {
            if let text { defaults.set(text, forKey: key) } else { defaults.removeObject(forKey: key) }
        }
    }

    extension PackFolder {
        /// The folder of the app's resources, with the packs that the app ships.
        public static var appResources: PackFolder {
            PackFolder(Bundle.main.resourcePath ?? Bundle.main.bundlePath)
        }
    }
#endif
