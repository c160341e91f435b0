/// The prefix of a theme's image file names: `year_`. If it is empty, only the folder identifies the theme.
public struct ImagePrefix: Hashable, Sendable, CustomStringConvertible {
    /// The empty prefix.
    public static let none = ImagePrefix(unchecked: "")
    /// The most bytes that a prefix can have.
    public static let maximumLength = NameLimits.identifier

    /// The prefix as a string.
    public let string: String

    /// Creates a prefix from letters, digits, `_`, `-` and `.`. It must not start with `.`, and it can be empty.
    public init(_ string: String) throws(InvalidName) {
        guard string.utf8.count <= Self.maximumLength, string.utf8.allSatisfy(Self.allows) else {
            throw InvalidName(
                string,
                expected: "letters, digits, '_', '-' and '.', at most \(Self.maximumLength) characters, "
                    + "such as \"year_\"")
        }
        guard string.utf8.first != UInt8(ascii: ".") else {
            throw InvalidName(string, expected: "no dot at its start: such files are hidden")
        }
        self.string = string
    }

    private init(unchecked string: String) { self.string = string }

    /// Whether the theme's images have the file names of the defaults.
    public var isEmpty: Bool { string.isEmpty }
    public var description: String { string }

    /// Returns the stem without this prefix; `nil` if it does not start with the prefix or has nothing after it.
    package func removed(from stem: String) -> String? {
        guard stem.utf8.count > string.utf8.count, stem.utf8.starts(with: string.utf8) else { return nil }
        return String(decoding: stem.utf8.dropFirst(string.utf8.count), as: UTF8.self)
    }

    private static func allows(_ byte: UInt8) -> Bool { ThemeID.allows(byte) }
}
