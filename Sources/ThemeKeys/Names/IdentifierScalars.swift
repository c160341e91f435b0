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
