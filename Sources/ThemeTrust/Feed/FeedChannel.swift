public import ThemeModel

/// The name of a series of versions that devices follow: `stable`, `beta`. It has the grammar of a `ThemeID`.
public struct FeedChannel: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The name as a string.
    public let string: String

    /// Creates a name from a string that follows the grammar.
    public init(_ string: String) throws(InvalidName) {
        guard (try? ThemeID(string)) != nil else {
            throw InvalidName(
                string,
                expected: "letters, digits, '_', '-' and '.', at most \(ThemeID.maximumLength), such as \"stable\"")
        }
        self.string = string
    }

    public var description: String { string }

    public static func < (left: Self, right: Self) -> Bool { UTF8Order.precedes(left.string, right.string) }
}
