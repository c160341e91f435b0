public import ThemeModel

extension Explanation: CustomStringConvertible {
    /// A summary and a line for each theme.
    public var description: String {
        let answer = chosen?.variant.place ?? suggestion.map { "nothing; did you mean '\($0)'?" } ?? "nothing"
        return (["\(name) at \(scale) in theme '\(theme)': \(answer)"] + steps.map { "  \($0)" }).joined(
            separator: "\n")
    }

    /// The explanation for programs: `CanonicalJSON.encode(explanation.settingValue)`.
    public var settingValue: SettingValue {
        var members: [String: SettingValue] = [
            "name": .string(name), "scale": .number(Double(scale.factor)), "theme": .string(theme.string),
            "steps": .list(steps.map(\.settingValue)),
        ]
        members["suggestion"] = suggestion.map { .string($0) }
        if let (step, variant) = chosen {
            guard case .object(var answer) = variant.settingValue else { return .object(members) }
            answer["theme"] = .string(step.theme.string)
            answer["pack"] = step.pack.map { .string($0) }
            members["answer"] = .object(answer)
        }
        return .object(members)
    }
}

extension Explanation.Step: CustomStringConvertible {
    public var description: String {
        let scales = variants.map { "\($0.scale) \($0.size)" }.joined(separator: ", ")
        let title = version.map { "\(theme) \($0)" } ?? theme.string
        return "\(title): \(outcome)" + (scales.isEmpty ? "" : " (has \(scales))")
    }

    var settingValue: SettingValue {
        var members: [String: SettingValue] = [
            "theme": .string(theme.string), "outcome": .string(outcome.keyword), "reason": .string(outcome.description),
            "variants": .list(variants.map(\.settingValue)),
        ]
        members["version"] = version.map { .string($0.description) }
        members["pack"] = pack.map { .string($0) }
        return .object(members)
    }
}

extension Explanation.Variant {
    var settingValue: SettingValue {
        .object([
            "scale": .number(Double(scale.factor)), "width": .number(Double(size.width)),
            "height": .number(Double(size.height)), "bytes": .number(Double(byteCount)), "entry": .string(entry),
            "sha256": .string(digest.description),
        ])
    }
}

extension Explanation.Outcome: CustomStringConvertible {
    /// The outcome in one word.
    var keyword: String {
        switch self {
        case .chosen: "chosen"
        case .absent: "absent"
        case .hidden: "hidden"
        case .disagrees: "disagrees"
        case .notMounted: "notMounted"
        case .broken: "broken"
        }
    }

    public var description: String {
        switch self {
        case .chosen(let scale): "chosen, at \(scale)"
        case .absent: "does not have it"
        case .hidden: "not asked, as a theme before it has answered"
        case .disagrees(let size, let scale, let defaultSize, let defaultScale):
            "passed over: built against other defaults, its \(size) px at \(scale) do not agree with the default's "
                + "\(defaultSize) px at \(defaultScale)"
        case .notMounted: "not mounted, so the default theme is next"
        case .broken(let error): "broken: \(error.reason)"
        }
    }
}
