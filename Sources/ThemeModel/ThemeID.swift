/// The name by which a theme is selected, and the name of its folder: `year`.
///
/// Letters, digits, `_`, `-` and `.`, starting with a letter or digit, at most 64 bytes, so that it can stand in a file
/// name and in a command line as it is.
public struct ThemeID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// In bytes.
    public static let maximumLength = FormatLimits.nameBytes
    /// The theme that every chain ends in; its images are the asset tree.
    public static let `default` = ThemeID(unchecked: "default")

    /// The id as folders and command lines have it.
    public let string: String

    /// Reads an id.
    ///
    /// - Throws: ``InvalidName`` if it does not follow the grammar.
    public init(_ string: String) throws(InvalidName) {
        guard !string.isEmpty, string.utf8.count <= Self.maximumLength, string.utf8.allSatisfy(Self.allows),
            let head = string.utf8.first, head != UInt8(ascii: "."), head != UInt8(ascii: "-"),
            head != UInt8(ascii: "_"), string.utf8.last != UInt8(ascii: "."), (try? PortablePath(string)) != nil
        else {
            throw InvalidName(
                string,
                expected: "letters, digits, '_', '-' and '.', a letter or digit first, at most \(Self.maximumLength), "
                    + "such as \"year\"")
        }
        self.string = string
    }

    private init(unchecked string: String) { self.string = string }

    public var description: String { string }

    public static func < (left: Self, right: Self) -> Bool { ByteOrder.precedes(left.string, right.string) }

    static func allows(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}

/// A string that does not follow the grammar of what it should name.
public struct InvalidName: Error, Equatable, Sendable {
    /// The string.
    public let found: String
    /// The grammar, as the object of "expected".
    public let expected: String

    init(_ found: String, expected: String) {
        self.found = found
        self.expected = expected
    }
}
