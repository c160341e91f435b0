import ThemeModel

/// A string in the syntax of CSS. No text ends it early, or the `style` element that contains it.
package enum CSSString {
    /// https://www.w3.org/TR/cssom-1/#serialize-a-string
    package static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\u{0}": quoted += "\u{FFFD}"
            case _ where scalar.isInvisible || scalar == "<": quoted += "\\\(scalar.value.hexadecimal()) "
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
