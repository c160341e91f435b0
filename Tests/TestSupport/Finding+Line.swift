package import ThemeProject

extension Finding {
    package var line: String {
        let position = position.map { ":\($0.line):\($0.column)" } ?? ""
        return "\(path)\(position): \(severity) \(key ?? "") \(message) [\(rule.rawValue)]"
    }

    /// The message and the hint, without the place.
    package var sentence: String { Sentences.sentence(message, hint: hint) }
}

extension UserError {
    /// The message and the hint, without the place, and those of further errors.
    package var sentence: String {
        ([self] + others).map { Sentences.sentence($0.message, hint: $0.hint) }.joined(separator: "\n")
    }
}

extension SourceError {
    /// The message and the hint, without the place.
    package var sentence: String { Sentences.sentence(message, hint: hint) }
}

extension Sentences {
    package static func sentence(_ message: String, hint: String?) -> String {
        message + (hint.map { "\n  hint: \($0)" } ?? "")
    }
}
