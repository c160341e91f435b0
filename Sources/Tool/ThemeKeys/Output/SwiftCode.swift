import PackFormat
import ThemeProject

/// Writes keys as Swift source. The same keys give the same bytes.
struct SwiftCode {
    private let access: KeyAccess
    private(set) var text = """
        \(KeptFile.keysMark)
        // swift-format-ignore-file
        // swiftlint:disable all


        """

    init(of trees: [KeyTree], access: KeyAccess) {
        self.access = access
        let used = trees.filter { !$0.isEmpty }
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
        let members = tree.members(of: [])
        // The enums of settings are in a type that is not generic. Nested in `Setting`, they take longer to compile,
        // and a key could not be named without its value's type.
        for member in members where tree.kind != .setting || member.key == nil { write(member, of: tree) }
        text += "}\n"
        if tree.kind == .setting { writeSettingMembers(members, of: tree) }
    }

    /// Writes the first members of chains such as `.Color.title`. Swift looks them up in the result's generic type.
    private mutating func writeSettingMembers(_ members: [KeyTree.Member], of tree: KeyTree) {
        text += "\nnonisolated extension __Setting {\n"
        for member in members {
            if member.key == nil {
                let name = member.identifier.source
                text += "    \(modifier)typealias \(name) = __SettingKey.\(name)\n"
            } else {
                write(member, of: tree)
            }
        }
        text += "}\n"
    }

    private mutating func write(_ member: KeyTree.Member, of tree: KeyTree) {
        let indent = String(repeating: "    ", count: member.identifiers.count)
        guard let key = member.key else {
            text += "\(indent)\(modifier)enum \(member.identifier.source) {\n"
            for inner in tree.members(of: member.identifiers) { write(inner, of: tree) }
            text += "\(indent)}\n"
            return
        }
        text += "\(indent)/// `\(SwiftText.comment(member.path))`\(key.summary)\n"
        if let replacement = key.replacement {
            text += "\(indent)\(Self.deprecation(replacement, of: member, tree.kind))\n"
        }
        // A deprecated name asks for the new one.
        let path = key.replacement?.path ?? member.path
        let literal = SwiftText.literal(path)
        let isPlain = tree.kind == .theme || tree.kind == .axis
        let value = isPlain ? literal : ".init(\(literal), hash: \(Self.hash(of: path)))"
        text += "\(indent)\(modifier)static var \(member.identifier.source): \(key.type) { \(value) }\n"
    }

    private static func hash(of path: String) -> String {
        "0x" + XXHash64.hash(path).hexadecimal(digits: 16, uppercase: true)
    }

    /// Returns an attribute. The argument `renamed` allows no backticks, which a few names need where they are used.
    private static func deprecation(
        _ replacement: KeyTree.Replacement, of member: KeyTree.Member, _ kind: KeyKind
    ) -> String {
        let names = replacement.identifiers
        let isNear = member.scope == names.dropLast()
        let name = (isNear ? [] : [kind.typeName]) + (isNear ? names.suffix(1) : names[...]).map(\.text)
        guard names.contains(where: \.needsBackticksInUse) else {
            return "@available(*, deprecated, renamed: \"\(name.joined(separator: "."))\")"
        }
        let use = names.map { $0.needsBackticksInUse ? "`\($0.text)`" : $0.text }.joined(separator: ".")
        return "@available(*, deprecated, message: \"renamed to .\(use)\")"
    }
}
