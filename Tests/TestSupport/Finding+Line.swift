package import ThemeProject

extension Finding {
    /// One line for messages of failed tests.
    package var line: String {
        let place = place.map { ":\($0.line):\($0.column)" } ?? ""
        return "\(path)\(place): \(severity) \(key ?? "") \(message) [\(rule.rawValue)]"
    }
}
