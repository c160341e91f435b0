import Synchronization
import ThemeModel

/// Managers by name: each is a dimension of its own, one for the whole app, say, and one for the look of the reader's page.
///
/// A name belongs to a kind of manager: managers of different kinds may have the same one. The center holds its managers until they
/// are removed. ``shared`` is all the global state that there is; nothing else in the library asks for it.
public final class ThemeManagerCenter: Sendable {
    /// The center of the process.
    public static let shared = ThemeManagerCenter()

    private struct Key: Hashable {
        let name: String
        let kind: ObjectIdentifier
    }

    private let managers = Mutex<[Key: any Sendable]>([:])

    /// A center of one's own, without managers.
    public init() {}

    /// The manager of a name; `nil` if there is none of this kind.
    public func manager<Catalogue>(
        named name: String, of kind: Catalogue.Type = Catalogue.self
    ) -> ThemeManager<Catalogue>? {
        managers.withLock { $0[Self.key(name, kind)] as? ThemeManager<Catalogue> }
    }

    /// The manager of a name, made if there is none. Several threads that ask at the same time get the same.
    ///
    /// - Parameters:
    ///   - name: any text.
    ///   - make: may be called for a manager that is then dropped, as another thread was faster.
    /// - Throws: what `make` throws. Then there is still none.
    public func manager<Catalogue, Failure: Error>(
        named name: String, orMake make: () throws(Failure) -> ThemeManager<Catalogue>
    ) throws(Failure) -> ThemeManager<Catalogue> {
        if let known = manager(named: name, of: Catalogue.self) { return known }
        let made = try make()
        return managers.withLock { managers in
            let key = Self.key(name, Catalogue.self)
            if let known = managers[key] as? ThemeManager<Catalogue> { return known }
            managers[key] = made
            return made
        }
    }

    /// Takes a manager out.
    ///
    /// - Returns: the manager that had the name, which goes on for whoever holds it.
    @discardableResult
    public func remove<Catalogue>(
        named name: String, of kind: Catalogue.Type = Catalogue.self
    ) -> ThemeManager<Catalogue>? {
        managers.withLock { $0.removeValue(forKey: Self.key(name, kind)) as? ThemeManager<Catalogue> }
    }

    /// The names in use, in their order, each once.
    public var names: [String] { managers.withLock { Set($0.keys.map(\.name)).sorted() } }

    private static func key<Catalogue>(_ name: String, _ kind: Catalogue.Type) -> Key {
        Key(name: name, kind: ObjectIdentifier(kind))
    }
}

extension ThemeManager where Catalogue == ThemeLibrary {
    /// The manager for the common case of one, over packs.
    ///
    /// It is there from the start, so that objects may be bound to it at any time. Until its library is given packs, its default
    /// theme is empty, and everything keeps its own values:
    ///
    /// ```swift
    /// let shared = ThemeManager.shared
    /// try await shared.replace(ThemePack(mounting: "dist/default-1.0.0.themepack.zip"))
    /// try shared.library.add(ThemePack(mounting: "dist/year-1.2.0.themepack.zip"))
    /// try shared.restore(from: FileStore("choice.txt"))
    /// ```
    public static var shared: ThemeManager<ThemeLibrary> { sharedManager }
}

private let sharedManager = {
    // The only theme of an empty library has no settings that could be wrong.
    let library = ThemeLibrary()
    return ThemeManager(library, default: ThemeSelection(.default, library.defaultTheme))
}()
