import ThemeModel
import ThemeProject

/// A generated enum, or at the top the extension of a type, with the keys and enums in it.
struct KeyScope {
    enum Member {
        case key(Key)
        case scope(KeyScope)

        var isKey: Bool { if case .key = self { true } else { false } }

        /// The path that messages name.
        var path: String {
            switch self {
            case .key(let key): key.path
            case .scope(let scope): scope.path
            }
        }
    }

    struct Key {
        /// The path that the app asks for.
        let path: String
        let identifier: SwiftIdentifier
        /// The enums that contain the property, outermost first.
        let scope: [SwiftIdentifier]
        /// The name of the property's type in generated code.
        let type: String
        /// The text of the doc comment.
        let summary: String
        /// The replacement of a deprecated name; `nil` for a name in use.
        var replacement: Replacement?
    }

    struct Replacement {
        let path: String
        /// The enums and the property, from the extended type down.
        let identifiers: [SwiftIdentifier]
    }

    let path: String
    /// `nil` at the top.
    let identifier: SwiftIdentifier?
    private(set) var members: [SwiftIdentifier: Member] = [:]

    /// The members, in the order of their paths.
    var sorted: [Member] {
        members.values.sorted { UTF8Order.precedes($0.path, $1.path) }
    }

    /// Adds a key below the scopes of a path.
    ///
    /// - Parameter scopes: the enums that contain the key, outermost first, each with its path and identifier.
    /// - Returns: the member with another path that has the same identifier; `nil` if the key was added.
    mutating func add(_ key: Key, below scopes: ArraySlice<(path: String, identifier: SwiftIdentifier)>) -> Clash? {
        guard let next = scopes.first else {
            if let member = members[key.identifier] {
                return Clash(identifier: key.identifier, first: member.path, second: key.path)
            }
            members[key.identifier] = .key(key)
            return nil
        }
        var scope: KeyScope
        switch members[next.identifier] {
        case nil: scope = KeyScope(path: next.path, identifier: next.identifier)
        case .scope(let known)? where UTF8Order.equal(known.path, next.path): scope = known
        case let member?: return Clash(identifier: next.identifier, first: member.path, second: next.path)
        }
        // Without this, the dictionary would keep a second reference, and adding would copy the scope.
        members[next.identifier] = nil
        let clash = scope.add(key, below: scopes.dropFirst())
        members[next.identifier] = .scope(scope)
        return clash
    }

    /// Two paths with one identifier.
    struct Clash {
        let identifier: SwiftIdentifier
        let first: String
        let second: String
    }
}
