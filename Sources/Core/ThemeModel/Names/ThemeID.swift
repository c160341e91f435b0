/// The id of a theme, which is also the name of its folder: `year`.
///
/// It has at most 64 letters, digits, `_`, `-` and `.`. It starts with a letter or digit, does not end with `.`, and is
/// not the name of a Windows device, such as `con`. File names and command lines need no escapes for it.
public struct ThemeID: Hashable, Comparable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The most bytes that an id can have.
    public static let maximumLength = NameLimits.identifier
    /// The last theme of every chain. The asset tree contains its images.
    public static let `default` = ThemeID(unchecked: "default")

    /// The id as a string.
    public let string: String

    /// Creates an id from a string that follows the grammar.
    public init(_ string: String) throws(InvalidName) {
        guard !string.isEmpty, string.utf8.count <= Self.maximumLength, string.utf8.allSatisfy(Self.allows),
            let head = string.utf8.first, head != UInt8(ascii: "."), head != UInt8(ascii: "-"),
            head != UInt8(ascii: "_"), string.utf8.last != UInt8(ascii: "."), (try? PortablePath(string)) != nil
        else {
            throw InvalidName(
                string,
                expected: "letters, digits, '_', '-' and '.', a letter or digit first, no '.' last, "
                    + "no device name of Windows, at most \(Self.maximumLength) characters, such as \"year\"")
        }
        self.string = string
    }

    /// Creates an id from a literal in source code: `let year: ThemeID = "year"`, and also `ThemeID("year")`.
    ///
    /// A literal that is not an id ends the program. Only literals get here: other strings need `try ThemeID(text)`.
    public init(stringLiteral id: StaticString) {
        do throws(InvalidName) {
            try self.init(id.description)
        } catch {
            preconditionFailure("\"\(error.found)\" is not a theme id, expected \(error.expected)")
        }
    }

    private init(unchecked string: String) { self.string = string }

    public var description: String { string }

    public static func < (left: Self, right: Self) -> Bool { UTF8Order.precedes(left.string, right.string) }

    static func allows(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: ".")
    }
}
