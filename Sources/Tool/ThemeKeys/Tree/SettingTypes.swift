import ThemeProject

/// Decides which settings are keys, and of what type.
///
/// An object is a folder of keys, unless it is empty or a rule gives it a type.
struct SettingTypes {
    private let rules: KeyRules
    private let colorOrder: ThemeColor.Order
    /// Rules for one path, and rules with patterns.
    private let exact: [String: KeyRules.Rule]
    private let patterns: [KeyRules.Rule]
    private let globs: GlobSet
    private var used: Set<String> = []
    private let budget: WorkBudget
    /// Rules whose type does not fit a value, and those that match no setting.
    private(set) var mistakes: [UserError] = []

    struct Leaf {
        let path: SettingPath
        let type: KeyType
        /// Whether the default theme sets it.
        let isSet: Bool
    }

    init(_ rules: KeyRules, _ colorOrder: ThemeColor.Order, _ budget: WorkBudget) {
        self.rules = rules
        self.colorOrder = colorOrder
        self.budget = budget
        let isPattern = { (rule: KeyRules.Rule) in rule.subject.utf8.contains { $0 == 0x2A || $0 == 0x3F } }
        exact = Dictionary(rules.types.filter { !isPattern($0) }.map { ($0.subject, $0) }) { first, _ in first }
        patterns = rules.types.filter(isPattern)
        globs = GlobSet(patterns.map { Glob(Self.slashed($0.subject.split(separator: "."))) })
    }

    /// Returns the settings that are keys, in the order of paths.
    mutating func leaves(of settings: Settings) -> [Leaf] {
        var leaves: [Leaf] = []
        visit(settings.value, at: .root, &leaves)
        mistakes.collect(budget.check)
        for rule in rules.types where !used.contains(rule.subject) {
            let near = budget.suggestions.question(for: rule.subject, among: leaves.lazy.map(\.path.description))
            mistakes.append(
                rules.error(
                    rule, "matches no setting of the default theme",
                    hint: near ?? "'*' stands for one key, '**' for any number"))
        }
        return leaves
    }

    private mutating func visit(_ value: SettingValue, at path: SettingPath, _ leaves: inout [Leaf]) {
        if !path.isRoot, let rule = rule(for: path) {
            let type = KeyType(rawValue: rule.value) ?? .value
            if value.isSet, !fits(value, type) {
                mistakes.append(
                    rules.error(
                        rule,
                        "the default theme sets '\(path)' to \(value.summary), whose type is not \(type.rawValue)",
                        hint: "choose another type, or a pattern that does not match it"))
            }
            leaves.append(Leaf(path: path, type: type, isSet: value.isSet))
        } else if let members = value.object, path.isRoot || !members.isEmpty {
            for (key, value) in members.sorted(by: { UTF8Order.precedes($0.key, $1.key) }) {
                visit(value, at: path.appending(key), &leaves)
            }
        } else {
            let type = KeyType(SettingType(of: value, at: path))
            leaves.append(Leaf(path: path, type: type, isSet: value.isSet))
        }
    }

    /// Returns the rule that types a setting: the one that names its path, else one with a pattern.
    private mutating func rule(for path: SettingPath) -> KeyRules.Rule? {
        let matching = globs.indexes(matching: Self.slashed(path.keys), budget).map { patterns[$0] }
        used.formUnion(matching.map(\.subject))
        if let rule = exact[path.description] {
            used.insert(rule.subject)
            return rule
        }
        if let first = matching.first, let other = matching.first(where: { $0.value != first.value }) {
            mistakes.append(
                rules.error(
                    other, "gives '\(path)' another type than '\(first.subject)' does",
                    hint: "add a line for '\(path)' itself"))
        }
        return matching.first
    }

    /// Returns keys as a path for ``Glob``, whose separator is a slash.
    private static func slashed(_ keys: [some StringProtocol]) -> String { keys.joined(separator: "/") }

    private func fits(_ value: SettingValue, _ type: KeyType) -> Bool {
        let setting = ResolvedSetting(value, colorOrder: colorOrder)
        func reads<Value: SettingConvertible>(_: Value.Type) -> Bool { Value(setting: setting) != nil }
        return switch type {
        case .boolean: reads(Bool.self)
        case .number: reads(Double.self)
        case .string: reads(String.self)
        case .color: reads(ThemeColor.self)
        case .url: reads(URL.self)
        case .font: reads(ThemeFont.self)
        case .size: reads(PointSize.self)
        case .insets: reads(CapInsets.self)
        case .list: reads([SettingValue].self)
        case .object: reads([String: SettingValue].self)
        case .value: reads(SettingValue.self)
        }
    }
}
