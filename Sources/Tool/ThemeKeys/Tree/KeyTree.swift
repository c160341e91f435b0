import ThemeProject

/// All keys of one kind, under the identifiers that the rules and the names of files give them.
struct KeyTree {
    let kind: KeyKind
    private let rules: KeyRules
    /// The properties and enums of each enum, by its identifiers from the top down.
    private var scopes: [[SwiftIdentifier]: [SwiftIdentifier: Member]] = [:]
    /// The properties in use, by path.
    private var keys: [String: Member] = [:]
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

    func knows(_ path: String) -> Bool { has(path) || otherPaths.contains(path) }

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

    /// A property of generated code, or an enum that contains others.
    struct Member {
        /// The path that the app asks for, or that of a folder.
        let path: String
        /// The enums that contain it, outermost first.
        let scope: [SwiftIdentifier]
        let identifier: SwiftIdentifier
        /// `nil` for an enum.
        let key: Key?

        var identifiers: [SwiftIdentifier] { scope + [identifier] }
    }

    struct Key {
        /// The name of the property's type.
        let type: String
        /// The text of the doc comment.
        let summary: String
        /// The replacement of a deprecated name; `nil` for a name in use.
        let replacement: Replacement?
    }

    /// A path, and its enums and property, from the extended type down.
    typealias Replacement = (path: String, identifiers: [SwiftIdentifier])

    /// Adds a key.
    ///
    /// - Parameter replacing: the path of the key that replaces this old name; `nil` for a name in use.
    mutating func add(_ name: Name, replacing: String? = nil) throws(UserError) {
        let components = name.components
        let path = name.path
        var members: [Member] = []
        for count in components.indices.dropFirst() {
            let folder = kind.folderPath(components[..<count])
            otherPaths.insert(folder)
            let identifier = identifier(of: folder) ?? SwiftIdentifier(typeFor: components[count - 1])
            members.append(Member(path: folder, scope: members.map(\.identifier), identifier: identifier, key: nil))
        }
        let own = identifier(of: path) ?? SwiftIdentifier(propertyFor: components.last ?? path)
        let target = replacing.flatMap { keys[$0] }
        let key = Key(
            type: name.type ?? kind.type, summary: name.summary, replacement: target.map { ($0.path, $0.identifiers) })
        let member = Member(path: path, scope: members.map(\.identifier), identifier: own, key: key)
        members.append(member)
        if let target {
            otherPaths.insert(path)
            // Code that uses the old identifier compiles and means the new name.
            if target.identifiers == member.identifiers { return }
        } else {
            // Before the checks: if they fail, a rule that names the key is not a second mistake.
            keys[path] = member
        }
        if let first = members.first?.identifier, let other = kind.taken[first.text] { throw error(path, other, first) }
        for member in members { try insert(member) }
    }

    private mutating func insert(_ member: Member) throws(UserError) {
        guard let known = scopes[member.scope]?[member.identifier] else {
            scopes[member.scope, default: [:]][member.identifier] = member
            return
        }
        // Many keys have the same enums around them.
        guard known.key == nil, member.key == nil, UTF8Order.equal(known.path, member.path) else {
            throw error(member.path, "'\(known.path)'", member.identifier)
        }
    }

    var isEmpty: Bool { scopes.isEmpty }

    /// Returns the members of an enum, or those at the top, in the order of their paths.
    func members(of scope: [SwiftIdentifier]) -> [Member] {
        (scopes[scope] ?? [:]).values.sorted { UTF8Order.precedes($0.path, $1.path) }
    }

    /// Adds a deprecated name for a key of this tree.
    mutating func add(renamed rule: KeyRules.Rule) throws(UserError) {
        guard let target = keys[rule.value]?.key else { return }
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
