/// What a theme puts in front of the file names of its images, `year_`. May be empty: then the folder alone tells the theme.
public struct ImagePrefix: Hashable, Sendable, CustomStringConvertible {
    /// The empty prefix.
    public static let none = ImagePrefix(unchecked: "")
    /// In bytes.
    public static let maximumLength = FormatLimits.nameBytes

    /// The prefix as file names have it.
    public let string: String

    /// Letters, digits, `_`, `-` and `.`, but no `.` in front; may be empty.
    ///
    /// - Throws: ``InvalidName`` for anything else.
    public init(_ string: String) throws(InvalidName) {
        guard string.utf8.count <= Self.maximumLength, string.utf8.allSatisfy(Self.allows) else {
            throw InvalidName(
                string, expected: "letters, digits, '_', '-' and '.', at most \(Self.maximumLength), such as \"year_\"")
        }
        guard string.utf8.first != UInt8(ascii: ".") else {
            throw InvalidName(string, expected: "no dot in front: such files are hidden")
        }
        self.string = string
    }

    private init(unchecked string: String) { self.string = string }

    /// Whether file names of the theme are those of the defaults.
    public var isEmpty: Bool { string.isEmpty }
    public var description: String { string }

    /// The stem without this prefix; `nil` if it lacks it or nothing would be left.
    package func removed(from stem: String) -> String? {
        guard stem.utf8.count > string.utf8.count, stem.utf8.starts(with: string.utf8) else { return nil }
        return String(decoding: stem.utf8.dropFirst(string.utf8.count), as: UTF8.self)
    }

    private static func allows(_ byte: UInt8) -> Bool { ThemeID.allows(byte) }
}
