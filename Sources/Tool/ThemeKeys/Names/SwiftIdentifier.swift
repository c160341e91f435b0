import ThemeModel

/// A Swift identifier without backticks.
///
/// Equality is canonical equivalence, so two spellings of one text are one identifier.
struct SwiftIdentifier: Hashable, Sendable {
    let text: String

    /// Accepts an identifier that a person chose; `nil` if Swift does not accept it, or if it is `_` or begins with
    /// `__`, as the names that generated code uses do.
    init?(chosen text: String) {
        guard let head = text.unicodeScalars.first, IdentifierScalars.canStart(head),
            text.unicodeScalars.allSatisfy(IdentifierScalars.canContinue), text != "_", !text.hasPrefix("__")
        else { return nil }
        self.text = text
    }

    /// Makes the name of an enum: `UpperCamel`.
    init(typeFor name: String) {
        self.init(words: Self.words(of: name).map(Self.capitalized), of: name, isType: true)
    }

    /// Makes the name of a property: `lowerCamel`.
    init(propertyFor name: String) {
        let words = Self.words(of: name)
        let rest = words.dropFirst().map(Self.capitalized)
        self.init(words: words.prefix(1).map(Self.uncapitalized) + rest, of: name, isType: false)
    }

    /// Joins words. A name without a letter or digit becomes the numbers of its scalars: `★` is `u2605`.
    private init(words: [String], of name: String, isType: Bool) {
        var text = words.joined()
        if text.isEmpty {
            let numbers = name.unicodeScalars.map(\.hexadecimal)
            text = numbers.isEmpty ? "empty" : "u" + numbers.joined(separator: "u")
            if isType { text = Self.capitalized(text) }
        }
        let canStart = text.unicodeScalars.first.map(IdentifierScalars.canStart) ?? false
        self.text = canStart ? text : "_" + text
    }

    /// The parts of a name between scalars that no identifier has. `_` separates words as well.
    private static func words(of name: String) -> [String] {
        name.unicodeScalars.split { $0 == "_" || !IdentifierScalars.canContinue($0) }.map { String(Substring($0)) }
    }

    private static func capitalized(_ word: String) -> String {
        guard let first = word.unicodeScalars.first else { return word }
        return single(first.properties.titlecaseMapping, else: first) + tail(of: word, from: 1)
    }

    /// Lowers the capitals at the start of a word, except one that begins a second word: `URLSession` is `urlSession`.
    private static func uncapitalized(_ word: String) -> String {
        let scalars = Array(word.unicodeScalars)
        var count = scalars.prefix { $0.properties.isUppercase }.count
        if count > 1, count < scalars.count, scalars[count].properties.isLowercase { count -= 1 }
        let head = scalars.prefix(count).map { single($0.properties.lowercaseMapping, else: $0) }
        return head.joined() + tail(of: word, from: count)
    }

    private static func tail(of word: String, from count: Int) -> String {
        String(Substring(word.unicodeScalars.dropFirst(count)))
    }

    /// Returns the mapped scalar. A mapping to several scalars, such as that of `ß`, is not applied.
    private static func single(_ mapped: String, else scalar: Unicode.Scalar) -> String {
        mapped.unicodeScalars.count == 1 ? mapped : String(scalar)
    }

    /// The identifier as source code, in backticks if Swift needs them.
    var source: String { Self.keywords.contains(text) ? "`\(text)`" : text }

    /// Whether a member of this name needs backticks where it is used, not only where it is declared.
    var needsBackticksInUse: Bool { ["init", "self", "Type", "Protocol"].contains(text) }

    /// https://docs.swift.org/swift-book/documentation/the-swift-programming-language/lexicalstructure/
    private static let keywords: Set<String> = [
        "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "init", "inout",
        "internal", "let", "operator", "precedencegroup", "private", "protocol", "public", "rethrows", "static",
        "struct", "subscript", "typealias", "var", "break", "case", "catch", "continue", "default", "defer", "do",
        "else", "fallthrough", "for", "guard", "if", "in", "repeat", "return", "switch", "throw", "where", "while",
        "Any", "as", "await", "false", "is", "nil", "self", "Self", "super", "throws", "true", "try", "Type",
        "Protocol",
    ]
}

/// The scalars of Swift's identifiers, without invisible ones.
///
/// https://docs.swift.org/swift-book/documentation/the-swift-programming-language/lexicalstructure/#Identifiers
enum IdentifierScalars {
    static func canStart(_ scalar: Unicode.Scalar) -> Bool { canContinue(scalar) && !isOnlyInside(scalar) }

    /// Also rejects invisible scalars, which Swift allows. Nobody could type such an identifier again.
    static func canContinue(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_": true
        case "\u{0}"..."\u{A7}": false
        default:
            letters.contains { $0.contains(scalar.value) } && !scalar.properties.isDefaultIgnorableCodePoint
                && scalar.properties.generalCategory != .format
        }
    }

    /// Digits, and marks that change the scalar before them. Swift allows some of these marks at the start.
    private static func isOnlyInside(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: ("0"..."9").contains(scalar) || scalar.properties.isEmojiModifier
        }
    }

    /// Both identifier-head and identifier-character above U+00A7.
    private static let letters: [ClosedRange<UInt32>] = [
        0xA8...0xA8, 0xAA...0xAA, 0xAF...0xAF, 0xB2...0xB5, 0xB7...0xBA, 0xBC...0xBE, 0xC0...0xD6, 0xD8...0xF6,
        0xF8...0x167F, 0x1681...0x180D, 0x180F...0x1FFF, 0x203F...0x2040, 0x2054...0x2054, 0x2070...0x218F,
        0x2460...0x24FF, 0x2776...0x2793, 0x2C00...0x2DFF, 0x2E80...0x2FFF, 0x3004...0x3007, 0x3021...0x302F,
        0x3031...0xD7FF, 0xF900...0xFD3D, 0xFD40...0xFDCF, 0xFDF0...0xFE2F, 0xFE30...0xFE44, 0xFE47...0xFFFD,
        0x10000...0x1FFFD, 0x20000...0x2FFFD, 0x30000...0x3FFFD, 0x40000...0x4FFFD, 0x50000...0x5FFFD,
        0x60000...0x6FFFD, 0x70000...0x7FFFD, 0x80000...0x8FFFD, 0x90000...0x9FFFD, 0xA0000...0xAFFFD,
        0xB0000...0xBFFFD, 0xC0000...0xCFFFD, 0xD0000...0xDFFFD, 0xE0000...0xEFFFD,
    ]
}

/// Writes texts of a project into Swift source, where they stay texts.
enum SwiftText {
    static func literal(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case _ where scalar.isInvisible: scalar.escape
            default: String(scalar)
            }
        }
        return "\"\(scalars.joined())\""
    }

    /// Returns a text for a comment of one line. Nothing in it ends the comment, or changes the order of what is shown.
    static func comment(_ text: String) -> String {
        text.unicodeScalars.map { $0.isInvisible || $0 == "`" ? $0.escape : String($0) }.joined()
    }
}
