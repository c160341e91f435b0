import ThemeModel

/// Writes texts of a project into Swift source, where they stay texts.
enum SwiftText {
    /// Returns a string literal.
    static func literal(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": literal += "\\\(scalar)"
            case _ where isUnsafe(scalar): literal += scalar.escape
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\""
    }

    /// Returns a text for a comment of one line. Nothing in it ends the comment, or changes the order of what is shown.
    static func comment(_ text: String) -> String {
        var comment = ""
        for scalar in text.unicodeScalars {
            if isUnsafe(scalar) || scalar == "`" {
                comment += scalar.escape
            } else {
                comment.unicodeScalars.append(scalar)
            }
        }
        return comment
    }

    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value >= 0x20, scalar.value < 0x7F { return false }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: return true
        default: return scalar.properties.isDefaultIgnorableCodePoint
        }
    }
}
