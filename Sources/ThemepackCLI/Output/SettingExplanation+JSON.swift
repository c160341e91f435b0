import ThemeModel
import ThemeRuntime

extension SettingExplanation {
    var jsonValue: SettingValue {
        var members: [String: SettingValue] = [
            "setting": .string(key.path), "theme": .string(theme.string), "steps": .list(steps.map(\.jsonValue)),
        ]
        members["value"] = value
        members["error"] = error.map { .string("\($0)") }
        members["suggestion"] = suggestion.map { .string($0) }
        return .object(members)
    }
}

extension SettingExplanation.Step {
    fileprivate var jsonValue: SettingValue {
        let keyword =
            switch outcome {
            case .chosen: "chosen"
            case .notSet: "notSet"
            case .hidden: "hidden"
            case .notMounted: "notMounted"
            case .broken: "broken"
            }
        var members: [String: SettingValue] = [
            "theme": .string(theme.string), "outcome": .string(keyword), "reason": .string(description),
        ]
        members["pack"] = pack.map { .string($0) }
        members["value"] = value
        return .object(members)
    }
}
