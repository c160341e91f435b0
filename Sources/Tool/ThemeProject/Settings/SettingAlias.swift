/// A string value that stands for another setting of the chain: `{Color.accent}`.
package struct SettingAlias: Hashable, Sendable {
    package let target: SettingPath

    /// `nil` if the text is not an alias. Text with commas, such as the point `{10, 20}`, is not an alias.
    /// `settings.schema.json` has the same grammar as a regular expression.
    package init?(_ text: String) {
        let bytes = text.utf8
        guard bytes.count > 2, bytes.first == UInt8(ascii: "{"), bytes.last == UInt8(ascii: "}") else { return nil }
        let inner = text.dropFirst().dropLast()
        let marks: [UInt8] = [UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ",")]
        let space = UInt8(ascii: " ")
        guard !inner.utf8.contains(where: marks.contains), inner.utf8.first != space, inner.utf8.last != space else {
            return nil
        }
        target = SettingPath(dotted: String(inner))
    }
}

extension SettingValue {
    /// Whether this value or one below it is an alias.
    var hasAlias: Bool {
        switch self {
        case .string(let text): SettingAlias(text) != nil
        case .list(let items): items.contains(where: \.hasAlias)
        case .object(let members): members.values.contains(where: \.hasAlias)
        case .null, .boolean, .number: false
        }
    }

    /// Returns this value with other texts. Visits members in the order of keys, and items of lists by their numbers.
    func replacingTexts(
        at path: SettingPath = .root, _ replacement: (SettingPath, String) -> SettingValue
    ) -> SettingValue {
        switch self {
        case .string(let text): return replacement(path, text)
        case .list(let items):
            return .list(
                items.enumerated().map { $1.replacingTexts(at: path.appending(String($0)), replacement) })
        case .object(var members):
            for key in members.keys.sorted(by: UTF8Order.precedes) {
                guard let member = members[key] else { continue }
                members[key] = member.replacingTexts(at: path.appending(key), replacement)
            }
            return .object(members)
        case .null, .boolean, .number: return self
        }
    }
}

// See docs/decisions/14-what-settings-name.md.
/// Resolves the aliases of one theme's settings. Those of the themes after it in the chain are resolved already.
struct AliasResolution {
    enum Failure: Hashable {
        case unknown
        /// The members of the circle, from the first in the order of names.
        case circle([SettingPath])
        /// An object or a list.
        case container
        /// The alias of a theme after this one, which stayed as it is.
        case unresolved(layer: Int)
    }

    enum Outcome {
        case value(SettingValue, layer: Int)
        /// `target` is the last setting to which the aliases lead.
        case failure(Failure, target: SettingPath)
    }

    let settings: MergedSetting
    /// The result for each alias that was followed. Each one is followed once, however many others lead to it.
    private var outcomes: [SettingPath: Outcome] = [:]

    init(_ settings: MergedSetting) { self.settings = settings }

    /// Returns where an alias leads; `nil` if it fails because of another one, which has the failure as its own.
    ///
    /// - Parameter path: of the alias.
    mutating func resolve(_ alias: SettingAlias, at path: SettingPath) -> Outcome? {
        let outcome = outcome(of: alias.target)
        return switch outcome {
        case .value: outcome
        // A circle is reported once: at its first setting in the order of names.
        case .failure(.circle(let members), _): members.first == path ? outcome : nil
        case .failure(_, let target): target == alias.target ? outcome : nil
        }
    }

    /// Follows aliases step by step, without recursion: there can be as many steps as the file has settings.
    private mutating func outcome(of target: SettingPath) -> Outcome {
        var way: [SettingPath] = []
        var places: [SettingPath: Int] = [:]
        var next = target
        var end: Outcome?
        while end == nil {
            if let known = outcomes[next] {
                end = known
            } else if let start = places[next] {
                end = .failure(.circle(Self.sorted(circle: way[start...])), target: next)
            } else {
                places[next] = way.count
                way.append(next)
                end = outcome(at: next, &next)
            }
        }
        let outcome = end ?? .failure(.unknown, target: target)
        for step in way { outcomes[step] = outcome }
        return outcome
    }

    private static func sorted(circle: ArraySlice<SettingPath>) -> [SettingPath] {
        let first = circle.indices.min { circle[$0] < circle[$1] } ?? circle.startIndex
        return Array(circle[first...] + circle[..<first])
    }

    /// Returns where a setting leads; `nil` if it is an alias that can be followed.
    ///
    /// - Parameter next: gets the setting that the alias names.
    private func outcome(at target: SettingPath, _ next: inout SettingPath) -> Outcome? {
        guard let setting = settings.setting(at: target) else { return .failure(.unknown, target: target) }
        if setting.isObject { return .failure(.container, target: target) }
        let value = setting.value
        if case .list = value { return .failure(.container, target: target) }
        guard let alias = value.string.flatMap({ SettingAlias($0) }) else { return .value(value, layer: setting.layer) }
        guard setting.layer == 0 else { return .failure(.unresolved(layer: setting.layer), target: target) }
        next = alias.target
        return nil
    }
}

extension SettingPath {
    /// Whether a key ends in `image` or `images`, in any letter case: the value names an image.
    package var namesImage: Bool { hasKey(endingIn: ["image", "images"]) }

    /// Whether a key ends in `font` or `fonts`, in any letter case: the value is a font.
    package var namesFont: Bool { hasKey(endingIn: ["font", "fonts"]) }
}
