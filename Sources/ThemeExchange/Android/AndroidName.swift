import ThemeModel

/// The name of an Android resource: lower-case letters, digits and `_`.
enum AndroidName {
    /// Whether a value, which is no file, can keep its name: `GM2_grey` has no words to separate.
    static func isOfValues(_ name: String) -> Bool {
        name.utf8.contains(UInt8(ascii: "_")) && name.utf8.first?.isASCIILetter == true
            && name.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "_") }
            && !keywords.contains(name)
    }

    /// Returns a name in snake case: `common/buttonImage` becomes `common_button_image`.
    static func snakeCase(_ name: String) -> String {
        var result = ""
        var last: UInt8 = 0
        for byte in name.utf8 {
            if (0x41...0x5A).contains(byte) {
                let follows = (0x61...0x7A).contains(last) || last.isASCIIDigit
                result += (follows ? "_" : "") + String(UnicodeScalar(byte | 0x20))
            } else if byte.isASCIILetter || byte.isASCIIDigit {
                result += String(UnicodeScalar(byte))
            } else if !result.hasSuffix("_"), !result.isEmpty {
                result += "_"
            }
            last = byte
        }
        while result.hasSuffix("_") { result.removeLast() }
        let isName = result.utf8.first.map { !$0.isASCIIDigit } ?? false
        return isName && !keywords.contains(result) ? result : "x_" + result
    }

    /// `R.drawable.NAME` is Java.
    private static let keywords: Set = [
        "abstract", "assert", "boolean", "break", "byte", "case", "catch", "char", "class", "const", "continue",
        "default", "do", "double", "else", "enum", "extends", "false", "final", "finally", "float", "for", "goto", "if",
        "implements", "import", "instanceof", "int", "interface", "long", "native", "new", "null", "package", "private",
        "protected", "public", "return", "short", "static", "strictfp", "super", "switch", "synchronized", "this",
        "throw", "throws", "transient", "true", "try", "void", "volatile", "while",
    ]
}
