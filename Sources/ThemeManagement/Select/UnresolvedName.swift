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

extension ThemeManager where Source == ThemeLibrary {
    /// The settings and images that were bound or read through this manager and that no mounted theme has, by name.
    ///
    /// In release builds the list is empty, and costs nothing. Names read directly from a theme are not included.
    public var unresolved: [UnresolvedName] {
        #if DEBUG
            let snapshot = library.snapshot
            let theme = theme
            let themes = snapshot.ids.compactMap { snapshot.theme($0) }
            // A theme that throws counts as having the name.
            func isSet(_ key: SettingKey) -> Bool { themes.contains { (try? $0.setting(key) != nil) ?? true } }
            func exists(_ key: ImageKey) -> Bool {
                themes.contains { (try? $0.image(key, scale: .one) != nil) ?? true }
            }
            var unresolved: Set<UnresolvedName> = []
            for source in requests.all {
                switch source {
                case .setting(let key), .imageForKey(let key, _):
                    if !isSet(key) {
                        let suggestion = theme.suggestion(forSetting: key)
                        unresolved.insert(UnresolvedName(kind: .setting, name: key.path, suggestion: suggestion))
                    }
                    guard case .imageForKey = source else { continue }
                    for case let name? in themes.map({ try? $0.string(key) }) where !exists(ImageKey(name)) {
                        let suggestion = theme.suggestion(forImageNamed: name)
                        unresolved.insert(UnresolvedName(kind: .image, name: name, suggestion: suggestion))
                    }
                case .image(let key, _):
                    guard !exists(key) else { continue }
                    let suggestion = theme.suggestion(forImageNamed: key.name)
                    unresolved.insert(UnresolvedName(kind: .image, name: key.name, suggestion: suggestion))
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
            // The type of the value and the scale do not matter.
            case .setting(let name): insert(.setting(name))
            case .image(let name, _): insert(.image(name, .one))
            case .imageForKey(let name, _): insert(.imageForKey(name, .one))
            case .mapped(_, let base): record(base)
            case .path, .token: break
            }
        }

        private func insert(_ source: ValueKey.Source) {
            let key = ValueKey(Void.self, source)
            keys.withLock { _ = $0.insert(key) }
        }
    }
#endif
