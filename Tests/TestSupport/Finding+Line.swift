package import ThemeProject

extension Finding {
    package var line: String {
        let position = position.map { ":\($0.line):\($0.column)" } ?? ""
        return "\(path)\(position): \(severity) \(key ?? "") \(message) [\(rule.rawValue)]"
    }

    /// The message and the hint, without the place.
    package var sentence: String { message + (hint.map { "\n  hint: \($0)" } ?? "") }
}
