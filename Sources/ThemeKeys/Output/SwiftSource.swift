import PackFormat
import ThemeProject

/// Writes keys as Swift source. The same keys give the same bytes.
struct SwiftSource {
    private let access: KeyAccess
    private(set) var text = """
        \(KeptFile.keysMark)
        // swift-format-ignore-file
        // swiftlint:disable all


        """

    init(of trees: [KeyTree], access: KeyAccess) {
        self.access = access
        let used = trees.filter { !$0.root.members.isEmpty }
        writeImport(isExposed: access != .internal && !used.isEmpty)
        for tree in used { write(tree) }
    }

    /// Public keys need a public import. With the upcoming feature a plain import is internal, without it public. An
    /// access level in one file alone would make the plain imports of the other files ambiguous.
    private mutating func writeImport(isExposed: Bool) {
        guard isExposed else {
            text += "import ThemeRuntime\n"
            return
        }
        text += """
            #if hasFeature(InternalImportsByDefault)
                \(access.rawValue) import ThemeRuntime
            #else
                import ThemeRuntime
            #endif

            """
    }

    private var modifier: String { access == .internal ? "" : access.rawValue + " " }

    private mutating func write(_ tree: KeyTree) {
        // Modules with main-actor isolation by default would isolate the keys.
        text += "\nnonisolated extension \(tree.kind.type) {\n"
        let members = tree.root.sorted
        // The enums of settings are in a type that is not generic. Nested in `Setting`, they take longer to compile,
        // and a key could not be named without its value's type.
        for member in members where tree.kind != .setting || !member.isKey { write(member, of: tree.kind, depth: 1) }
        text += "}\n"
        if tree.kind == .setting { writeSettingMembers(members) }
    }

    /// Writes the first members of chains such as `.Color.title`. Swift looks them up in the result's generic type.
    private mutating func writeSettingMembers(_ members: [KeyScope.Member]) {
        text += "\nnonisolated extension __Setting {\n"
        for member in members {
            switch member {
            case .key: write(member, of: .setting, depth: 1)
            case .scope(let scope):
                guard let name = scope.identifier?.source else { continue }
                text += "    \(modifier)typealias \(name) = __SettingKey.\(name)\n"
            }
        }
        text += "}\n"
    }

    private mutating func write(_ member: KeyScope.Member, of kind: KeyKind, depth: Int) {
        let indent = String(repeating: "    ", count: depth)
        switch member {
        case .key(let key): write(key, of: kind, indent)
        case .scope(let scope):
            guard let name = scope.identifier?.source else { return }
            text += "\(indent)\(modifier)enum \(name) {\n"
            for member in scope.sorted { write(member, of: kind, depth: depth + 1) }
            text += "\(indent)}\n"
        }
    }

    private mutating func write(_ key: KeyScope.Key, of kind: KeyKind, _ indent: String) {
        // A deprecated name asks for the new one.
        let path = key.replacement?.path ?? key.path
        text += "\(indent)/// `\(SwiftText.comment(key.path))`\(key.summary)\n"
        if let replacement = key.replacement {
            text += "\(indent)\(Self.deprecation(replacement, of: key, kind))\n"
        }
        let literal = SwiftText.literal(path)
        let value = kind == .theme || kind == .axis ? literal : ".init(\(literal), hash: \(Self.hash(of: path)))"
        text += "\(indent)\(modifier)static var \(key.identifier.source): \(key.type) { \(value) }\n"
    }

    private static func hash(of path: String) -> String {
        "0x" + XXHash64.hash(path).hexadecimal(digits: 16, uppercase: true)
    }

    /// Returns an attribute. The argument `renamed` allows no backticks, which a few names need where they are used.
    private static func deprecation(
        _ replacement: KeyScope.Replacement, of key: KeyScope.Key, _ kind: KeyKind
    ) -> String {
        let names = replacement.identifiers
        let isNear = key.scope == names.dropLast()
        let name = (isNear ? [] : [kind.typeName]) + (isNear ? names.suffix(1) : names[...]).map(\.text)
        guard names.contains(where: \.needsBackticksInUse) else {
            return "@available(*, deprecated, renamed: \"\(name.joined(separator: "."))\")"
        }
        let use = names.map { $0.needsBackticksInUse ? "`\($0.text)`" : $0.text }.joined(separator: ".")
        return "@available(*, deprecated, message: \"renamed to .\(use)\")"
    }
}
