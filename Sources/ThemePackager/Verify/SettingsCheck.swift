import ThemeModel

/// Holds a theme's settings against the default theme's.
struct SettingsCheck {
    let theme: String
    let path: String
    let document: SourceDocument
    let order: Colour.Order
    /// The default theme's settings; `nil` where there are none, or where they are themselves what is checked.
    let defaults: SettingValue?
    let defaultTypes: [SettingPath: SettingType]

    /// Names of a control's states, as METhemeKit writes them and as Swift does.
    private static let states: Set<String> = ["normal", "highlighted", "disabled", "selected", "focused", "hovered"]

    static func types(of settings: SettingValue) -> [SettingPath: SettingType] {
        var types: [SettingPath: SettingType] = [:]
        settings.forEach { path, value in
            if !path.keys.isEmpty { types[path] = SettingType(of: value, at: path) }
        }
        return types
    }

    func findings() -> [Finding] {
        var findings: [Finding] = []
        var nearMiss = NearMiss()
        compare(document.value, with: defaults, at: .root, &findings, &nearMiss)
        document.value.forEach { path, value in
            guard case .string(let text) = value, value.isSet else { return }
            let type = defaultTypes[path] ?? SettingType(of: value, at: path)
            if type == .colour { findings += colour(text, at: path) }
        }
        return findings
    }

    private func compare(
        _ value: SettingValue, with original: SettingValue?, at path: SettingPath, _ findings: inout [Finding],
        _ nearMiss: inout NearMiss
    ) {
        guard let original, case .object(let members) = value, case .object(let known) = original else { return }
        let knownKeys = known.keys.sorted()
        for key in members.keys.sorted() {
            let member = path.appending(key)
            guard let value = members[key] else { continue }
            guard let index = known.index(forKey: key) else {
                findings.append(unknown(key, at: member, near: nearMiss.suggestion(for: key, among: knownKeys)))
                continue
            }
            let (knownKey, counterpart) = known[index]
            // Swift's strings are equal then; the runtime looks keys up by their bytes.
            guard ByteOrder.equal(key, knownKey) else {
                findings.append(unknown(key, at: member, otherForm: knownKey))
                continue
            }
            if let finding = mismatch(value, counterpart, at: member) {
                findings.append(finding)
            } else {
                compare(value, with: counterpart, at: member, &findings, &nearMiss)
            }
        }
        let missing = known.keys.filter { members[$0] == nil && known[$0]?.isSet == true }.sorted()
        if !missing.isEmpty, known.keys.allSatisfy(Self.isState) {
            findings.append(
                finding(
                    .configState, path, document.keyPlaces[path],
                    "sets no \(missing.joined(separator: ", ")), which the default has",
                    hint: "set every state, or \"\" for one that the default shall serve"))
        }
    }

    private static func isState(_ key: String) -> Bool {
        key.hasPrefix("UIControlState") || states.contains(key.lowercased())
    }

    private func unknown(_ key: String, at path: SettingPath, otherForm known: String) -> Finding {
        func scalars(_ key: String) -> String {
            key.unicodeScalars.map { "U+\($0.hexadecimal)" }.joined(separator: " ")
        }
        return finding(
            .configUnknownKey, path, document.keyPlaces[path],
            "the default theme has this key in another Unicode form: \(scalars(known)), and not \(scalars(key))",
            hint: "copy it from there")
    }

    private func unknown(_ key: String, at path: SettingPath, near: String?) -> Finding {
        finding(
            .configUnknownKey, path, document.keyPlaces[path], "the default theme does not know this key",
            hint: near.map { "did you mean '\($0)'?" } ?? "remove it, or give the default theme a value for it")
    }

    private func mismatch(_ value: SettingValue, _ original: SettingValue, at path: SettingPath) -> Finding? {
        guard let expected = defaultTypes[path] ?? SettingType(of: original, at: path) else { return nil }
        // Whether a string is a colour, the default decides.
        var found = SettingType(of: value, at: path)
        if found == .colour || found == .string, expected == .colour || expected == .string { found = expected }
        guard let found, found != expected else { return nil }
        var finding = finding(
            .configType, path, document.valuePlaces[path],
            "is a \(found.rawValue), the default theme has a \(expected.rawValue)".replacing(
                "a object", with: "an object"))
        (finding.expected, finding.actual) = (expected.rawValue, found.rawValue)
        return finding
    }

    private func colour(_ text: String, at path: SettingPath) -> [Finding] {
        let place = document.valuePlaces[path]
        do throws(InvalidColour) {
            _ = try Colour(text, order: order)
        } catch {
            var finding = finding(
                .configColour, path, place, "'\(text)' is no colour", hint: "expected: \(InvalidColour.expected)")
            (finding.expected, finding.actual) = (InvalidColour.expected, text)
            return [finding]
        }
        guard text == "00" || text == "#00" else { return [] }
        var finding = finding(
            .configColour, path, place, "'\(text)' is read as transparent", hint: "write 00000000 if that is meant")
        finding.severity = .warning
        return [finding]
    }

    private func finding(
        _ rule: Rule, _ path: SettingPath, _ place: Place?, _ message: String, hint: String? = nil
    ) -> Finding {
        Finding(rule, theme: theme, path: self.path, key: path.description, place: place, message, hint: hint)
    }
}
