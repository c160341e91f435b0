public import Foundation

/// A choice in the user's defaults, as a plain string: what `[defaults objectForKey:@"theme"]` has been reading is found again.
///
/// `@unchecked Sendable`: `UserDefaults` is documented as thread-safe, on Linux as well as on Apple's systems, and the rest is
/// immutable.
public final class UserDefaultsStore: ThemeStore, @unchecked Sendable {
    private let defaults: UserDefaults
    private let key: String

    /// A choice at a key of the defaults.
    public init(_ defaults: UserDefaults = .standard, key: String = "theme") {
        (self.defaults, self.key) = (defaults, key)
    }

    /// The string that stands there; `nil` if nothing does.
    ///
    /// - Throws: ``StoreProblem`` if something else than a string stands there.
    public func load() throws -> String? {
        guard let value = defaults.object(forKey: key) else { return nil }
        guard let text = value as? String else {
            throw StoreProblem(place: "user defaults, key '\(key)'", reason: "holds something else than a string")
        }
        return text
    }

    /// Never fails; the system writes it when it sees fit.
    public func save(_ text: String?) {
        if let text { defaults.set(text, forKey: key) } else { defaults.removeObject(forKey: key) }
    }
}

/// Why a store cannot load or save.
public struct StoreProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file or key.
    public let place: String
    /// What is wrong with it.
    public let reason: String

    /// A problem that completes "the store at this place ...".
    public init(place: String, reason: String) { (self.place, self.reason) = (place, reason) }

    public var description: String { "\(place): \(reason)" }
}
