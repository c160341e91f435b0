import ThemeModel
import ThemeSystem

// See docs/decisions/28-imports.md.
/// Token files of tools that are older than the standard, in its form: Style Dictionary, Tokens Studio and Spectrum.
/// Their tokens have `value` and `type`, and a file can have several sets or values for several modes.
struct TokenForms {
    private(set) var base: [SourceTree] = []
    /// All trees of each other theme or mode, in the order in which they are merged.
    private(set) var themes: [(name: String, trees: [SourceTree])] = []
    private(set) var notes: [ExchangeItem.Note] = []

    /// - Parameter isFolder: whether the value has the files of a folder, which are sets of Tokens Studio.
    init(_ file: SettingValue, _ path: String, isFolder: Bool = false) {
        func tree(_ mode: String?) -> SourceTree { SourceTree(root: Self.standard(file, mode: mode), path: path) }
        if isFolder || file["$themes"] != nil || file["$metadata"]?["tokenSetOrder"] != nil {
            readSets(file, path, isFolder: isFolder)
        } else {
            base = [tree(nil)]
            var modes: Set<String> = []
            Self.collectModes(of: file, &modes)
            for mode in modes.sorted() { themes.append((mode, [tree(mode)])) }
        }
    }

    // MARK: Tokens

    /// Returns a tree with `$value` and `$type`.
    ///
    /// - Parameter mode: of tokens that have a value for each mode; `nil` for the first of ``standardModes``.
    private static func standard(_ value: SettingValue, mode: String?) -> SettingValue {
        guard let members = value.object, !TokenTree.isToken(value) else { return value }
        if let modes = modes(of: members) {
            return standard(modes[mode ?? ""] ?? modes[standardMode(of: modes)] ?? .null, mode: mode)
        }
        guard isToken(members) else {
            return .object(members.reduce(into: [:]) { $0[$1.key] = standard($1.value, mode: mode) })
        }
        var token: [String: SettingValue] = [:]
        for (key, member) in members {
            // Other members are metadata, as members with a $ are.
            token[key.hasPrefix("$") ? key : "$\(key)"] = key == "value" ? reference(member) : member
        }
        if token["$type"] == nil, let type = schemaType(members) { token["$type"] = .string(type) }
        return .object(token)
    }

    /// Whether an object is a token. A group can have a member `value`, which is an object without a type beside it.
    private static func isToken(_ members: [String: SettingValue]) -> Bool {
        guard let value = members["value"] else { return false }
        return members["type"]?.string != nil || schemaType(members) != nil || !hasTokens(value)
    }

    private static func hasTokens(_ value: SettingValue) -> Bool {
        guard let members = value.object, members["unit"]?.string == nil else { return false }
        return members.isEmpty || TokenTree.isToken(value) || members["value"] != nil
            || members.values.contains(where: hasTokens)
    }

    /// Spectrum has the type of a token in the address of its schema: `token-types/dimension.json`.
    private static func schemaType(_ members: [String: SettingValue]) -> String? {
        guard let address = members["$schema"]?.string, address.contains("/token-types/") else { return nil }
        return schemaTypes[String(address.lastPathComponent.prefix { $0 != "." })]
    }

    private static let schemaTypes = [
        "color": "color", "dimension": "dimension", "font-size": "dimension", "opacity": "number",
        "multiplier": "number", "font-family": "fontFamily", "font-weight": "fontWeight", "typography": "typography",
        "drop-shadow": "shadow",
    ]

    /// Makes the tokens of the file those of a theme; `nil` for the default theme. They replace those of other files.
    mutating func move(to theme: String?) {
        for index in base.indices { base[index].isOrdered = true }
        guard let theme else { return }
        themes.insert((theme, base), at: 0)
        base = []
    }

    /// The paths of the tokens that have no mode.
    var paths: Set<[String]> {
        var paths: Set<[String]> = []
        func add(_ value: SettingValue, at keys: [String]) {
            if TokenTree.isToken(value) { paths.insert(keys) }
            for (key, member) in value.object ?? [:] where !key.hasPrefix("$") { add(member, at: keys + [key]) }
        }
        for tree in base { add(tree.root, at: []) }
        return paths
    }

    /// Aliases end in `.value` in Style Dictionary, and start with `$` in older files of Tokens Studio.
    private static func reference(_ value: SettingValue) -> SettingValue {
        switch value {
        case .string(let text):
            if text.hasPrefix("{"), text.hasSuffix(".value}") { return .string(text.dropLast(7) + "}") }
            return text.hasPrefix("$") && text.utf8.count > 1 ? .string("{\(text.dropFirst())}") : value
        case .object(let members): return .object(members.mapValues(reference))
        case .list(let items): return .list(items.map(reference))
        default: return value
        }
    }

    // MARK: Modes

    private static let standardModes = ["light", "desktop", "default", "spectrum"]

    /// The values of a token of Spectrum, by mode.
    private static func modes(of members: [String: SettingValue]) -> [String: SettingValue]? {
        guard let sets = members["sets"]?.object, standardModes.contains(where: { sets[$0] != nil }) else { return nil }
        return sets.values.allSatisfy { $0.object.map(isToken) ?? false } ? sets : nil
    }

    private static func standardMode(of modes: [String: SettingValue]) -> String {
        standardModes.first { modes[$0] != nil } ?? modes.keys.min() ?? ""
    }

    private static func collectModes(of value: SettingValue, _ names: inout Set<String>) {
        guard let members = value.object else { return }
        if let modes = modes(of: members) {
            names.formUnion(modes.keys.filter { $0 != standardMode(of: modes) })
        } else {
            for member in members.values { collectModes(of: member, &names) }
        }
    }

    // MARK: Sets

    /// Reads a file of Tokens Studio. Without themes, all sets are merged. The first theme of each group is the
    /// default, unless one is named so; each other theme replaces that of its group.
    private mutating func readSets(_ file: SettingValue, _ path: String, isFolder: Bool) {
        let sets = (file.object ?? [:]).filter { !$0.key.hasPrefix("$") }
        let listed = (file["$metadata"]?["tokenSetOrder"]?.items ?? []).compactMap(\.string)
        let order = listed.filter { sets[$0] != nil } + sets.keys.filter { !listed.contains($0) }.sorted()
        let all = (file["$themes"]?.items ?? []).map(StudioTheme.init)
        var trees: [String: SourceTree] = [:]
        for (name, set) in sets {
            trees[name] = SourceTree(
                root: Self.standard(set, mode: nil), path: isFolder ? "\(path)/\(name).json" : path,
                setName: isFolder ? nil : name, isOrdered: !all.isEmpty)
        }
        func merged(_ enabled: Set<String>) -> [SourceTree] {
            order.filter(enabled.contains).compactMap { trees[$0] }
        }
        guard !all.isEmpty else {
            base = merged(Set(order))
            return
        }
        var defaults: [String: StudioTheme] = [:]
        for theme in all where defaults[theme.group] == nil || theme.isNamedDefault { defaults[theme.group] = theme }
        base = merged(defaults.values.reduce(into: []) { $0.formUnion($1.sets) })
        for theme in all where defaults[theme.group]?.name != theme.name {
            let others = defaults.filter { $0.key != theme.group }.values
            themes.append((theme.name, merged(others.reduce(into: theme.sets) { $0.formUnion($1.sets) })))
        }
        let used = all.reduce(into: Set<String>()) { $0.formUnion($1.sets) }
        for set in order where !used.contains(set) { notes.append(.left("the set '\(set)', which is in no theme")) }
    }

    private struct StudioTheme {
        let name: String
        let group: String
        let sets: Set<String>

        init(_ value: SettingValue) {
            // Names are for people: Dark Mode.
            name = String((value["name"]?.string ?? "").lowercased().map { $0 == " " ? "-" : $0 })
            group = value["group"]?.string ?? ""
            let sets = (value["selectedTokenSets"]?.object ?? [:]).filter { $0.value.string != "disabled" }
            self.sets = Set(sets.keys)
        }

        var isNamedDefault: Bool { ["default", "light"].contains(name) }
    }
}
