import ThemeSystem

/// A requested name that no mounted theme has, usually a misspelling.
public struct UnresolvedName: Hashable, Sendable, CustomStringConvertible {
    /// The kind of the name.
    public enum Kind: String, Hashable, Sendable {
        /// The key of a setting.
        case setting
        /// The logical name of an image.
        case image
    }

    /// The kind of the name.
    public let kind: Kind
    /// The requested name.
    public let name: String
    /// The most similar name that the theme in force has; `nil` if none is similar.
    public let suggestion: String?

    public var description: String {
        "no theme has the \(kind.rawValue) '\(name)'" + (suggestion.map { "; did you mean '\($0)'?" } ?? "")
    }
}

extension ThemeManager {
    /// The settings and images that were bound or read through this manager and that no mounted theme has, by name.
    ///
    /// In release builds the list is empty, and costs nothing. Names read directly from a theme are not included.
    public var unresolved: [UnresolvedName] {
        #if DEBUG
            let snapshot = library.snapshot
            let theme = theme
            let themes = snapshot.ids.compactMap { snapshot.theme($0) }
            var unresolved: Set<UnresolvedName> = []
            // A theme that throws counts as having the name.
            func check(_ key: SettingKey) {
                guard !themes.contains(where: { (try? $0.setting(key) != nil) ?? true }) else { return }
                let suggestion = theme.suggestion(forSetting: key)
                unresolved.insert(UnresolvedName(kind: .setting, name: key.path, suggestion: suggestion))
            }
            func check(_ key: ImageKey) {
                guard !themes.contains(where: { (try? $0.image(key, scale: .one) != nil) ?? true }) else { return }
                let suggestion = theme.suggestion(forImageNamed: key.name)
                unresolved.insert(UnresolvedName(kind: .image, name: key.name, suggestion: suggestion))
            }
            for source in requests.all {
                switch source {
                case .setting(let key): check(key)
                case .image(let key, _): check(key)
                case .imageForKey(let key, _):
                    check(key)
                    for case let name? in themes.map({ try? $0.string(key) }) { check(ImageKey(name)) }
                case .path, .token, .mapped: continue
                }
            }
            return unresolved.sorted { ($0.name, $0.kind.rawValue) < ($1.name, $1.kind.rawValue) }
        #else
            return []
        #endif
    }
}

#if DEBUG
    /// The names that were bound or read through a manager.
    final class RequestedNames: Sendable {
        private let keys = Lock<Set<ValueKey>>([])

        var all: [ValueKey.Source] { keys.withLock { $0.map(\.source) } }

        func record(_ key: ValueKey) {
            switch key.source {
            case .setting, .image, .imageForKey:
                // The type of the value does not matter.
                let key = ValueKey(Void.self, key.source)
                keys.withLock { _ = $0.insert(key) }
            case .mapped(_, let base): record(base)
            case .path, .token: break
            }
        }
    }
#endif
