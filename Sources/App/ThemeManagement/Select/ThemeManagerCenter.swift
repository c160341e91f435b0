import ThemeSystem

/// Managers by name, such as one for the whole app and one for a page.
///
/// Managers of different kinds may share a name. The center retains its managers until they are removed.
public final class ThemeManagerCenter: Sendable {
    /// The center of the process.
    public static let shared = ThemeManagerCenter()

    private struct Key: Hashable {
        let name: String
        let kind: ObjectIdentifier
    }

    private let managers = Lock<[Key: any Sendable]>([:])

    /// Creates a center without managers.
    public init() {}

    /// The manager of a name; `nil` if there is none of this kind.
    public func manager<Source>(
        named name: String, of kind: Source.Type = Source.self
    ) -> ThemeSourceManager<Source>? {
        managers.withLock { $0[Self.key(name, kind)] as? ThemeSourceManager<Source> }
    }

    /// The manager of a name, made if there is none. Threads that ask at the same time may all call `make`, and get the
    /// same manager.
    public func manager<Source, Failure: Error>(
        named name: String, orMake make: () throws(Failure) -> ThemeSourceManager<Source>
    ) throws(Failure) -> ThemeSourceManager<Source> {
        if let known = manager(named: name, of: Source.self) { return known }
        let made = try make()
        return managers.withLock { managers in
            let key = Self.key(name, Source.self)
            if let known = managers[key] as? ThemeSourceManager<Source> { return known }
            managers[key] = made
            return made
        }
    }

    /// Removes a manager and returns it; `nil` if there is none of this kind.
    @discardableResult
    public func remove<Source>(
        named name: String, of kind: Source.Type = Source.self
    ) -> ThemeSourceManager<Source>? {
        managers.withLock { $0.removeValue(forKey: Self.key(name, kind)) as? ThemeSourceManager<Source> }
    }

    /// The names in use, sorted.
    public var names: [String] { managers.withLock { Set($0.keys.map(\.name)).sorted() } }

    private static func key<Source>(_ name: String, _ kind: Source.Type) -> Key {
        Key(name: name, kind: ObjectIdentifier(kind))
    }
}

extension ThemeManager {
    /// A manager over packs that the whole process shares.
    ///
    /// Objects can be bound to it from the start. Until its library has packs, its default theme is empty, and bound
    /// objects keep their own values.
    public static var shared: ThemeManager { sharedManager }
}

private let sharedManager = {
    // An empty library's theme has no settings that could fail.
    let library = ThemeLibrary()
    return ThemeManager(library, default: ThemeSelection(.default, library.defaultTheme))
}()
