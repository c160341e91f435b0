package import ThemeProject

extension Finding {
    /// One line for messages of failed tests.
    package var line: String {
        let position = position.map { ":\($0.line):\($0.column)" } ?? ""
        return "\(path)\(position): \(severity) \(key ?? "") \(message) [\(rule.rawValue)]"
    }
}
