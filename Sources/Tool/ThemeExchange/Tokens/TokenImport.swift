package import ThemeProject

/// Reads design tokens: https://www.designtokens.org/TR/2025.10/format/, and the older forms of ``TokenForms``.
package struct TokenImport {
    private var contents: ThemeContents
    private var items: [String: Int] = [:]
    private let path: String
    private let budget: WorkBudget
    /// The number of members of each name, and the first file that has one.
    private var metadata: [String: (count: Int, path: String)] = [:]
    /// The trees of the context that is read. Its themes keep what these set, whatever themes of other axes have.
    private var own: [SourceTree] = []
    /// The theme of what applies in all contexts.
    private var standard = ThemeID.default
    /// The trees of the theme that is read.
    private var trees: [SourceTree] = []

    /// - Parameters:
    ///   - sources: token files, resolver documents, and folders of files. Contexts of modifiers become themes, and so
    ///     do files that are named as looks; other files are merged in order.
    package static func read(_ sources: [String], _ options: ImportOptions) throws(UserError) -> ThemeContents {
        let read = try TokenSources(sources, options)
        var reader = TokenImport(
            contents: ThemeContents(options.themes), path: sources.joined(separator: ", "),
            budget: WorkBudget(options.limits))
        reader.contents.hasCompleteThemes = true
        for name in read.files { reader.contents.allow(name) }
        if let standard = try reader.contents.theme(of: ThemeID.default.string) {
            reader.standard = standard
            reader.add(read.base, theme: standard)
        } else {
            reader.contents.leave("context", ThemeID.default.string, path: reader.path, ThemeContents.leftOut)
        }
        for theme in read.themes where !reader.budget.isExceeded { try reader.add(theme) }
        try reader.budget.check()
        for (key, found) in reader.metadata.sorted(by: { $0.key < $1.key }) {
            let times = found.count == 1 ? "once" : "\(found.count) times"
            reader.contents.leave(
                "metadata", key, path: found.path, .left("occurs \(times): settings have no metadata"))
        }
        for item in read.folders.problems { _ = reader.contents.add(item) }
        reader.contents.unifyLists()
        return reader.contents
    }

    /// The members that have an effect, and the name of the schema.
    private static let read: Set = ["$value", "$type", "$ref", "$extends", "$root", "$schema", "$alpha"]

    /// Adds the theme of a context, and an item that says whether it differs.
    private mutating func add(_ source: TokenSources.Theme) throws(UserError) {
        let name = source.name
        guard let theme = try contents.theme(ofVariant: name) else {
            return contents.leave("context", name, path: source.path, ThemeContents.leftOut)
        }
        if let axis = source.axis { contents.put(theme, on: axis) }
        let base = Dictionary(
            contents.settings.filter { $0.theme == standard }.map { ($0.path, $0.value) }, uniquingKeysWith: { $1 })
        let start = contents.settings.count
        own = source.own
        add(source.trees, theme: theme)
        own = []
        var item = ExchangeItem("context", name, path: source.path)
        item.isTaken = contents.settings[start...].contains { base[$0.path] != $0.value }
        if !item.isTaken { item.add(.left("none of its tokens differs from the default")) }
        _ = contents.add(item)
    }

    private mutating func add(_ trees: [SourceTree], theme: ThemeID) {
        self.trees = trees
        var tree = TokenTree(budget)
        for other in trees { tree.merge(other.root) }
        do {
            try tree.resolveExtensions()
        } catch {
            contents.leave("group", theme.string, path: path, error)
        }
        add(tree.root, at: [], type: nil, &tree, theme)
    }

    private mutating func add(
        _ node: SettingValue, at keys: [String], type: String?, _ tree: inout TokenTree, _ theme: ThemeID
    ) {
        guard budget.spend(1, on: .tokens) else { return }
        guard let members = node.object else {
            if !keys.isEmpty { note(.defect("it is \(node.summary), neither a group nor a token"), keys) }
            return
        }
        if theme == standard {
            for key in members.keys where key.hasPrefix("$") && !Self.read.contains(key) {
                let first = metadata[key] ?? (0, definitions(of: keys).last { $0.node[key] != nil }?.tree.path ?? path)
                metadata[key] = (first.count + 1, first.path)
            }
        }
        let type = members["$type"]?.string ?? type
        guard !TokenTree.isToken(node) else {
            if let child = members.keys.filter({ !$0.hasPrefix("$") && $0 != "alpha" }).min() {
                note(.defect("a token has the member '\(child)', which is not taken"), keys)
            }
            return add(token: node, keys, type, &tree, theme)
        }
        for (key, member) in members.sorted(by: { $0.key < $1.key }) {
            if key == "$root" {
                add(member, at: keys + [TokenTree.rootKey], type: type, &tree, theme)
            } else if !key.hasPrefix("$") {
                add(member, at: keys + [key], type: type, &tree, theme)
            }
        }
    }

    private mutating func add(
        token: SettingValue, _ keys: [String], _ type: String?, _ tree: inout TokenTree, _ theme: ThemeID
    ) {
        do {
            let value = try tree.resolved(token: token)
            let read = TokenValue(value.value, type: token["$type"]?.string ?? value.type ?? type)
            let item = item(keys)
            for note in read.notes { self.note(note, keys) }
            for setting in read.settings {
                let isKept = own.contains { TokenTree.node(at: keys, in: $0.root) != nil }
                contents.set(keys + setting.keys, setting.value, of: theme, item: item, isKept: isKept)
            }
        } catch {
            note(error, keys)
        }
    }

    private mutating func item(_ keys: [String]) -> Int {
        let name = keys.joined(separator: ".")
        if let known = items[name] { return known }
        let definitions = definitions(of: keys)
        let last = definitions.last
        let number = contents.add(ExchangeItem("token", name, path: last?.tree.path ?? path))
        items[name] = number
        func value(_ node: SettingValue) -> SettingValue? { node["$value"] ?? node["$ref"] }
        guard let last, let taken = value(last.node) else { return number }
        for other in definitions.dropLast()
        where value(other.node) != taken && !(other.tree.isOrdered && last.tree.isOrdered) {
            let words = "a second one in \(other.tree.words); the one in \(last.tree.words) is taken"
            contents.note(.left(words), on: number)
        }
        return number
    }

    /// Returns a token or a group of each tree that has it. A token that only `$extends` gives has those of its group.
    private func definitions(of keys: [String]) -> [(tree: SourceTree, node: SettingValue)] {
        var keys = keys
        while true {
            guard budget.spend(trees.count, on: .tokens) else { return [] }
            let found = trees.compactMap { tree in TokenTree.node(at: keys, in: tree.root).map { (tree, $0) } }
            if !found.isEmpty || keys.popLast() == nil { return found }
        }
    }

    private mutating func note(_ note: ExchangeItem.Note, _ keys: [String]) {
        contents.note(note, on: item(keys))
    }
}
