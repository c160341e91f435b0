import ThemeModel
package import ThemeProject

/// Reads design tokens: https://www.designtokens.org/TR/2025.10/format/
package struct TokenImport {
    private var contents = ThemeContents()
    private var items: [String: Int] = [:]
    private var known: [String: SettingValue] = [:]
    private let path: String
    private var metadata: [String: Int] = [:]

    /// - Parameters:
    ///   - sources: token files, merged in order, and resolver documents. Contexts of modifiers become themes.
    package static func read(
        _ sources: [String], themes: AppearanceThemes, limits: ProjectLimits
    ) throws(UserError) -> ThemeContents {
        for source in sources where DiskFileSystem().kind(of: source) != .file {
            throw UserError(path: source, "is not a file", hint: "name token files, or the resolver document")
        }
        let read = try TokenSources(sources, limits)
        var reader = TokenImport(path: sources.joined(separator: ", "))
        reader.add(read.base, theme: .default)
        for (name, trees) in read.themes {
            if let theme = try themes.theme(of: name) {
                reader.add(trees, theme: theme)
            } else {
                _ = reader.contents.add(
                    ExchangeItem("context", name, path: reader.path, notes: [.left("as --themes says")]))
            }
        }
        for (key, count) in reader.metadata.sorted(by: { $0.key < $1.key }) {
            let times = count == 1 ? "once" : "\(count) times"
            let note = ExchangeItem.Note.left("occurs \(times): settings have no metadata")
            _ = reader.contents.add(ExchangeItem("metadata", key, path: reader.path, notes: [note]))
        }
        reader.contents.items += read.problems
        return reader.contents
    }

    private init(path: String) { self.path = path }

    private mutating func add(_ trees: [SettingValue], theme: ThemeID) {
        var tree = TokenTree()
        for other in trees { tree.merge(other) }
        do {
            try tree.resolveExtensions()
        } catch {
            _ = contents.add(ExchangeItem("group", theme.string, path: path, notes: [error.note]))
        }
        add(tree.root, at: [], type: nil, &tree, theme)
    }

    private mutating func add(
        _ node: SettingValue, at keys: [String], type: String?, _ tree: inout TokenTree, _ theme: ThemeID
    ) {
        guard let members = node.object else {
            if !keys.isEmpty { note(.defect("it is \(node.summary), neither a group nor a token"), keys) }
            return
        }
        if theme == .default {
            for key in ["$extensions", "$deprecated", "$description"] where members[key] != nil {
                metadata[key, default: 0] += 1
            }
        }
        let type = members["$type"]?.string ?? type
        guard !TokenTree.isToken(node) else {
            if let child = members.keys.filter({ !$0.hasPrefix("$") }).min() {
                note(.defect("a token has the member '\(child)', which is not taken"), keys)
            }
            return add(token: node, keys, type, &tree, theme)
        }
        for (key, member) in members.sorted(by: { $0.key < $1.key }) {
            if key == "$root" {
                // A group becomes an object of settings, so its own token needs a key.
                add(member, at: keys + ["root"], type: type, &tree, theme)
            } else if !key.hasPrefix("$") {
                add(member, at: keys + [key], type: type, &tree, theme)
            }
        }
    }

    private mutating func add(
        token: SettingValue, _ keys: [String], _ type: String?, _ tree: inout TokenTree, _ theme: ThemeID
    ) {
        do {
            let value = try tree.resolved(token["$value"] ?? .object(["$ref": token["$ref"] ?? .null]))
            let name = keys.joined(separator: ".")
            // A theme has only what differs from the default.
            guard theme == .default || known[name] != value.value else { return }
            if theme == .default { known[name] = value.value }
            let read = TokenValue(value.value, type: token["$type"]?.string ?? value.type ?? type)
            let item = item(keys)
            for note in read.notes { self.note(note, keys) }
            for setting in read.settings {
                contents.set(keys + setting.keys, setting.value, of: theme, item: item)
            }
        } catch {
            note(error.note, keys)
        }
    }

    private mutating func item(_ keys: [String]) -> Int {
        let name = keys.joined(separator: ".")
        if let known = items[name] { return known }
        let number = contents.add(ExchangeItem("token", name, path: path))
        items[name] = number
        return number
    }

    private mutating func note(_ note: ExchangeItem.Note, _ keys: [String]) {
        let number = item(keys)
        if !contents.items[number].notes.contains(note) { contents.items[number].notes.append(note) }
    }
}
