import ThemeProject

/// All keys of one kind, under the identifiers that the rules and the names of files give them.
struct KeyTree {
    let kind: KeyKind
    private let rules: KeyRules
    private(set) var root = KeyScope(path: "", identifier: nil)
    /// The identifiers from the top down to each key, by path.
    private var identifiers: [String: [SwiftIdentifier]] = [:]
    private var keys: [String: KeyScope.Key] = [:]
    /// Folders and old names, which rules can name as well.
    private var otherPaths: Set<String> = []
    /// The chosen identifiers, by path.
    private let chosen: [String: String]

    init(_ kind: KeyKind, rules: KeyRules) {
        self.kind = kind
        self.rules = rules
        chosen = Dictionary(rules.names.map { ($0.subject, $0.value) }) { first, _ in first }
    }

    /// Every path that a rule can name: those of keys, of folders and of old names.
    var paths: Set<String> { otherPaths.union(keys.keys) }

    /// Whether a path is that of a key. An old name is not a key.
    func has(_ path: String) -> Bool { keys[path] != nil }

    /// A name that becomes a key.
    struct Name {
        /// The folders or objects from the top down, then the key's own name.
        let components: [String]
        /// The path that the app asks for.
        let path: String
        /// The text of the doc comment.
        var summary = ""
        /// The property's type in generated code; `nil` for that of the kind.
        var type: String?
    }

    /// Adds a key.
    ///
    /// - Parameter replacing: the path of the key that replaces this old name; `nil` for a name in use.
    mutating func add(_ name: Name, replacing: String? = nil) throws(UserError) {
        let components = name.components
        let path = name.path
        var scopes: [(path: String, identifier: SwiftIdentifier)] = []
        for count in components.indices.dropFirst() {
            let folder = kind.folderPath(components[..<count])
            otherPaths.insert(folder)
            scopes.append((folder, identifier(of: folder) ?? SwiftIdentifier(typeFor: components[count - 1])))
        }
        let own = identifier(of: path) ?? SwiftIdentifier(propertyFor: components.last ?? path)
        var key = KeyScope.Key(
            path: path, identifier: own, scope: scopes.map(\.identifier), type: name.type ?? kind.type,
            summary: name.summary)
        let all = key.scope + [own]
        if let replacing, let target = identifiers[replacing] {
            otherPaths.insert(path)
            // Code that uses the old identifier compiles and means the new name.
            if target == all { return }
            key.replacement = (replacing, target)
        }
        // A rule may name the key although its identifier is a mistake.
        if key.replacement == nil {
            identifiers[path] = all
            keys[path] = key
        }
        if let first = all.first, let other = kind.taken[first.text] { throw error(path, other, first) }
        if let clash = root.add(key, below: scopes[...]) {
            throw error(clash.second, "'\(clash.first)'", clash.identifier)
        }
    }

    /// Adds a deprecated name for a key of this tree.
    mutating func add(renamed rule: KeyRules.Rule) throws(UserError) {
        guard let target = keys[rule.value] else { return }
        guard keys[rule.subject] == nil else {
            throw rules.error(
                rule, "the \(kind) '\(rule.subject)' still exists", hint: "remove it, or remove this line")
        }
        let separator = kind == .setting ? "." : "/"
        let components = rule.subject.split(separator: Character(separator), omittingEmptySubsequences: false)
        guard !components.contains("") else {
            throw rules.error(rule, "is not the name of one \(kind)", hint: "name each renamed \(kind)")
        }
        let name = Name(
            components: components.map(String.init), path: rule.subject, summary: target.summary, type: target.type)
        try add(name, replacing: rule.value)
    }

    /// Returns an error for each chosen name that is not an identifier.
    static func mistakes(inNamesOf rules: KeyRules) -> [UserError] {
        rules.names.filter { SwiftIdentifier(chosen: $0.value) == nil }.map { rule in
            rules.error(
                rule, "'\(rule.value)' is not a Swift identifier",
                hint: "expected letters, digits and '_', not a digit first, not '__' first, no backticks")
        }
    }

    private func identifier(of path: String) -> SwiftIdentifier? { chosen[path].flatMap(SwiftIdentifier.init(chosen:)) }

    private func error(_ path: String, _ other: String, _ identifier: SwiftIdentifier) -> UserError {
        let file = rules.file.lastPathComponent
        return UserError(
            "the \(kind) names '\(path)' and \(other) both become '\(identifier.text)' in Swift",
            hint: "choose another name in \(file): \"keys\": {\"names\": {\"\(path)\": \"...\"}}")
    }
}

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

    /// A path, and its enums and property, from the extended type down.
    typealias Replacement = (path: String, identifiers: [SwiftIdentifier])

    let path: String
    /// `nil` at the top.
    let identifier: SwiftIdentifier?
    private(set) var members: [SwiftIdentifier: Member] = [:]

    /// The members, in the order of their paths.
    var sorted: [Member] {
        members.values.sorted { UTF8Order.precedes($0.path, $1.path) }
    }

    /// Two paths with one identifier.
    typealias Clash = (identifier: SwiftIdentifier, first: String, second: String)

    /// Adds a key below the scopes of a path.
    ///
    /// - Parameter scopes: the enums that contain the key, outermost first, each with its path and identifier.
    /// - Returns: the member with another path that has the same identifier; `nil` if the key was added.
    mutating func add(_ key: Key, below scopes: ArraySlice<(path: String, identifier: SwiftIdentifier)>) -> Clash? {
        guard let next = scopes.first else {
            if let member = members[key.identifier] { return (key.identifier, member.path, key.path) }
            members[key.identifier] = .key(key)
            return nil
        }
        var scope: KeyScope
        switch members[next.identifier] {
        case nil: scope = KeyScope(path: next.path, identifier: next.identifier)
        case .scope(let known)? where UTF8Order.equal(known.path, next.path): scope = known
        case let member?: return (next.identifier, member.path, next.path)
        }
        // Without this, the dictionary would keep a second reference, and adding would copy the scope.
        members[next.identifier] = nil
        let clash = scope.add(key, below: scopes.dropFirst())
        members[next.identifier] = .scope(scope)
        return clash
    }
}
