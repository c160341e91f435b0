/// The way in which a setting resolves: every theme of the chain, in order.
public struct SettingExplanation: Hashable, Sendable {
    /// The path of the setting.
    public let key: SettingKey
    /// The theme that was asked; of several selected themes, that of the strongest axis.
    public let theme: ThemeID
    /// The selected themes, from the weakest axis to the strongest.
    public let selection: [ThemeID]
    /// The merged value of the chain; `nil` if no theme sets the key.
    public let value: SettingValue?
    /// The themes from the one that was asked to the default theme.
    public let steps: [Step]
    /// The error that reading the setting throws: its type differs from the expected one, or settings are damaged.
    public let error: ThemeError?
    /// The most similar key that the chain sets; `nil` if the key is set or no other is similar.
    public let suggestion: String?

    /// A theme of the chain.
    public struct Step: Hashable, Sendable {
        /// The theme of this step.
        public let theme: ThemeID
        /// The path of its pack; `nil` if none is mounted.
        public let pack: String?
        /// The theme's own value; `nil` if it does not set the key.
        public let value: SettingValue?
        /// The result of the step.
        public let outcome: Outcome
    }

    /// The result of asking a theme of the chain.
    public enum Outcome: Hashable, Sendable {
        /// The theme sets the value; of an object, members that no earlier theme sets.
        case chosen
        /// The theme does not set the key.
        case notSet
        /// The theme sets the key, but an earlier theme has answered.
        case hidden
        /// The theme is not mounted. The chain continues with the default theme.
        case notMounted
        /// The settings of its pack cannot be read. Every look-up of a setting throws this error.
        case broken(ThemeError)
    }
}

extension Theme {
    /// Explains the answer of ``setting(_:)``. Never throws: a damaged pack is part of the explanation.
    ///
    /// Cost: reads and merges the settings of each theme of the chain.
    public func explain(_ key: SettingKey) -> SettingExplanation {
        explain(key, read: { () throws(ThemeError) in _ = try setting(key) })
    }

    /// Explains the answer for a typed key, including whether the setting has the key's type.
    public func explain<Value>(_ setting: Setting<Value>) -> SettingExplanation {
        explain(setting.key, read: { () throws(ThemeError) in _ = try self[setting] })
    }

    private func explain(_ key: SettingKey, read: () throws(ThemeError) -> Void) -> SettingExplanation {
        var failure: ThemeError?
        do { try read() } catch { failure = error }
        let value = try? setting(key)?.value
        return SettingExplanation(
            key: key, theme: id, selection: selection, value: value, steps: steps(key), error: failure,
            suggestion: value == nil ? suggestion(forSetting: key) : nil)
    }

    private func steps(_ key: SettingKey) -> [SettingExplanation.Step] {
        let layers = links.map { link in
            Result { () throws(ThemeError) in try link.pack.storedSettings() }
        }
        let path = SettingPath(dotted: key.path)
        let answer = MergedSetting(layers.map { try? $0.get() })?.setting(at: path)
        var steps = links.indices.map { number in
            var value: SettingValue?
            var outcome = SettingExplanation.Outcome.notSet
            switch layers[number] {
            case .success(let own): value = MergedSetting([own])?.setting(at: path)?.value
            case .failure(let error): outcome = .broken(error)
            }
            if value != nil { outcome = answer?.isSet(by: number) == true ? .chosen : .hidden }
            let pack = links[number].pack
            return SettingExplanation.Step(theme: pack.theme.id, pack: pack.path, value: value, outcome: outcome)
        }
        if let missingParent {
            steps.insert(
                .init(theme: missingParent, pack: nil, value: nil, outcome: .notMounted), at: steps.count - 1)
        }
        return steps
    }
}

extension SettingExplanation: CustomStringConvertible {
    /// A summary and a line for each theme.
    public var description: String {
        let answer = value?.summary ?? (suggestion.map { "not set; did you mean '\($0)'?" } ?? "not set")
        let lines = steps.map { "  \($0)" } + (error.map { ["  error: \($0)"] } ?? [])
        return (["\(key) in theme '\(selection.text)': \(answer)"] + lines).joined(separator: "\n")
    }
}

extension SettingExplanation.Step: CustomStringConvertible {
    public var description: String {
        switch outcome {
        case .chosen: "\(theme): sets \(value?.summary ?? "it")"
        case .notSet: "\(theme): does not set it"
        case .hidden: "\(theme): not asked, as a theme before it has answered (has \(value?.summary ?? "it"))"
        case .notMounted: "\(theme): not mounted, so the default theme is next"
        case .broken(let error): "\(theme): broken: \(error.reason)"
        }
    }
}

extension SettingExplanation: JSONConvertible {
    package var json: SettingValue {
        .members([
            "setting": key.path, "theme": theme, "selection": selection.count > 1 ? selection : nil, "steps": steps,
            "value": value, "error": error?.description, "suggestion": suggestion,
        ])
    }
}

extension SettingExplanation.Step: JSONConvertible {
    package var json: SettingValue {
        .members([
            "theme": theme, "outcome": outcome.keyword, "reason": description, "pack": pack, "value": value,
        ])
    }
}

extension SettingExplanation.Outcome {
    /// The outcome in one word.
    fileprivate var keyword: String {
        switch self {
        case .chosen: "chosen"
        case .notSet: "notSet"
        case .hidden: "hidden"
        case .notMounted: "notMounted"
        case .broken: "broken"
        }
    }
}
