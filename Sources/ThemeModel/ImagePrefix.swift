/// What a theme puts in front of the file names of its images, `year_`. May be empty: then the folder alone tells the theme.
public struct ImagePrefix: Hashable, Sendable, CustomStringConvertible {
    public static let none = ImagePrefix(unchecked: "")
    public static let maximumLength = 64

    public let string: String

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

    public var isEmpty: Bool { string.isEmpty }
    public var description: String { string }

    /// The stem without this prefix; `nil` if it lacks it or nothing would be left.
    package func removed(from stem: String) -> String? {
        guard stem.utf8.count > string.utf8.count, stem.utf8.starts(with: string.utf8) else { return nil }
        return String(decoding: stem.utf8.dropFirst(string.utf8.count), as: UTF8.self)
    }

    private static func allows(_ byte: UInt8) -> Bool { ThemeID.allows(byte) }
}
