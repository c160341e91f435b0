import ThemeProject

/// Groups and tokens of one or several files, merged. Resolves references.
struct TokenTree {
    private(set) var root: SettingValue = .object([:])
    private static let referencesMax = 64
    /// The key of the token `$root` of a group. The group becomes an object of settings, so its own token needs a key.
    static let rootKey = "root"

    /// Returns the token or the group of a path of settings.
    static func node(at keys: [String], in root: SettingValue) -> SettingValue? {
        keys.reduce(Optional(root)) { node, key in
            guard let node, !isToken(node) else { return nil }
            return node[key] ?? (key == rootKey ? node["$root"] : nil)
        }
    }

    /// References to references multiply: a file of a kilobyte can stand for billions of values.
    private var valuesLeft = 1_000_000

    /// Pays for all trees of an import.
    let budget: WorkBudget

    init(_ budget: WorkBudget) { self.budget = budget }

    private mutating func count(_ values: Int) throws(ExchangeItem.Note) {
        guard budget.spend(values, on: .tokens) else { throw .defect("it was left out") }
        valuesLeft -= values
        if valuesLeft < 0 { throw .defect("its references and those before it stand for more than a million values") }
    }

    /// Adds a file. Its tokens replace tokens of the same path; groups are merged.
    mutating func merge(_ other: SettingValue) { root = Self.merged(root, other, budget) }

    private static func merged(_ old: SettingValue, _ new: SettingValue, _ budget: WorkBudget) -> SettingValue {
        guard var members = old.object, let added = new.object, !isToken(old), !isToken(new) else { return new }
        // Both are visited: the old members are copied.
        guard budget.spend(members.count + added.count, on: .tokens) else { return old }
        for (key, value) in added {
            members[key] = key.hasPrefix("$") ? value : members[key].map { merged($0, value, budget) } ?? value
        }
        return .object(members)
    }

    static func isToken(_ value: SettingValue) -> Bool { value["$value"] != nil || value["$ref"] != nil }

    /// Replaces each `$extends` by the group that it names. A cycle is an error.
    mutating func resolveExtensions() throws(ExchangeItem.Note) { root = try extended(root, depth: 0) }

    private mutating func extended(_ value: SettingValue, depth: Int) throws(ExchangeItem.Note) -> SettingValue {
        guard var members = value.object, !Self.isToken(value) else { return value }
        try count(1 + members.count)
        guard depth < Self.referencesMax else { throw .defect("\"$extends\" leads back to itself") }
        if let reference = members.removeValue(forKey: "$extends") {
            guard let path = reference.string.flatMap(Self.path),
                let base = path.reduce(Optional(root), { $0?[$1] }), base.object != nil, !Self.isToken(base)
            else { throw .defect("\"$extends\" names no group: \(reference.summary)") }
            return try extended(Self.merged(base, .object(members), budget), depth: depth + 1)
        }
        for (key, member) in members where !key.hasPrefix("$") {
            members[key] = try extended(member, depth: depth + 1)
        }
        return .object(members)
    }

    /// Returns the path that `{a.b}` or `#/a/b/$value` names; `nil` for other texts.
    static func path(of reference: String) -> [String]? {
        if reference.hasPrefix("{"), reference.hasSuffix("}") {
            return reference.dropFirst().dropLast().split(separator: ".", omittingEmptySubsequences: false)
                .map(String.init)
        }
        guard reference.hasPrefix("#/") else { return nil }
        return reference.dropFirst(2).split(separator: "/", omittingEmptySubsequences: false)
            .map { String($0).replacing("~1", with: "/").replacing("~0", with: "~") }
    }

    /// Whether a text has references and something beside them: `{space} * 2`.
    private static func isFormula(_ text: String) -> Bool {
        guard let start = text.firstIndex(of: "{"), let end = text.firstIndex(of: "}"), start < end else {
            return false
        }
        return start != text.startIndex || text.index(after: end) != text.endIndex
    }

    /// Returns a value with all references in it replaced, and the type of the token that it is an alias of.
    mutating func resolved(
        _ value: SettingValue, depth: Int = 0
    ) throws(ExchangeItem.Note) -> (value: SettingValue, type: String?) {
        try count(1)
        guard depth < Self.referencesMax else { throw .defect("its references lead back to themselves") }
        if let text = value.string, Self.isFormula(text) { return (try color(text, depth: depth + 1), "color") }
        let reference = value.string.flatMap { $0.hasPrefix("{") ? $0 : nil } ?? value["$ref"]?.string
        if let reference {
            guard let path = Self.path(of: reference) else { throw .defect("'\(reference)' is not a reference") }
            return try target(path, reference, depth: depth + 1)
        }
        switch value {
        case .list(let items):
            var list: [SettingValue] = []
            for item in items { list.append(try resolved(item, depth: depth + 1).value) }
            return (.list(list), nil)
        case .object(let members):
            var object: [String: SettingValue] = [:]
            for (key, member) in members { object[key] = try resolved(member, depth: depth + 1).value }
            return (.object(object), nil)
        default: return (value, nil)
        }
    }

    static func computed(_ text: String) -> ExchangeItem.Note {
        .left("'\(text.prefix(40))' is computed, which an import does not do")
    }

    /// Returns `rgba({red}, 0.5)` with its references replaced. Other formulas are left out.
    private mutating func color(_ text: String, depth: Int) throws(ExchangeItem.Note) -> SettingValue {
        var result = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
            let value =
                CSSColor.isFunction(text)
                ? try resolved(.string(String(rest[start...end])), depth: depth).value : .null
            guard let part = value.string ?? value.double.map({ "\($0)" }), part.utf8.count < 40, !part.contains("(")
            else {
                throw Self.computed(text)
            }
            result += "\(rest[..<start])\(part)"
            rest = rest[rest.index(after: end)...]
        }
        guard CSSColor.read("\(result)\(rest)") != nil else { throw Self.computed(text) }
        return .string("\(result)\(rest)")
    }

    private mutating func target(
        _ path: [String], _ reference: String, depth: Int
    ) throws(ExchangeItem.Note) -> (value: SettingValue, type: String?) {
        var node = root
        var type = node["$type"]?.string
        for (index, key) in path.enumerated() {
            if key == "$value" {
                let (value, _) = try resolved(token: node, depth: depth)
                let isWhole = path.count == index + 1
                guard let part = value.value(at: path.dropFirst(index + 1)) else {
                    throw .defect("'\(reference)' names nothing")
                }
                return (part, isWhole ? type : nil)
            }
            guard let next = node[key] else {
                // Names can have hyphens and slashes.
                let isFormula = ["*", "+", "(", " - ", " / "].contains(where: reference.contains)
                throw isFormula ? Self.computed(reference) : .defect("'\(reference)' names no token")
            }
            node = next
            type = node["$type"]?.string ?? type
        }
        guard Self.isToken(node) else { throw .defect("'\(reference)' names a group, not a token") }
        let (value, other) = try resolved(token: node, depth: depth)
        return (value, node["$type"]?.string ?? other ?? type)
    }

    /// Returns the value of a token, as ``resolved(_:depth:)`` does. With an alpha beside it, it is an object of both.
    mutating func resolved(
        token: SettingValue, depth: Int = 0
    ) throws(ExchangeItem.Note) -> (value: SettingValue, type: String?) {
        if let modifier = token["$extensions"]?["studio.tokens"]?["modify"]?["type"]?.string {
            let words = "the modifier '\(modifier.prefix(40))' of Tokens Studio"
            throw .left("it is computed from another color by \(words), which an import does not do")
        }
        if let value = token["$value"] {
            let base = try resolved(value, depth: depth)
            guard let alpha = token["alpha"] ?? token["$alpha"] else { return base }
            let opacity = try resolved(alpha, depth: depth).value
            return (.members(["$value": base.value, "alpha": opacity]), base.type)
        }
        guard let reference = token["$ref"] else { throw .defect("it has no value") }
        return try resolved(.object(["$ref": reference]), depth: depth)
    }
}
