/// The name of an axis along which themes are selected: `brand`, `mode`, `contrast`.
///
/// It has the grammar of a ``ThemeID``. Of each axis, at most one theme is selected. The default theme's pack lists the
/// axes from the weakest to the strongest. Themes without an axis are on one axis without a name, the weakest.
public struct ThemeAxis: Hashable, Comparable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The most axes that a project can have.
    package static let countMax = 16

    /// The name as a string.
    public let string: String

    /// Creates an axis from a string that follows the grammar.
    public init(_ string: String) throws(InvalidName) { self.string = try ThemeID(string).string }

    /// Creates an axis from a literal in source code. A literal that is not a name ends the program.
    public init(stringLiteral name: StaticString) { string = ThemeID(stringLiteral: name).string }

    public var description: String { string }

    public static func < (left: Self, right: Self) -> Bool { UTF8Order.precedes(left.string, right.string) }
}
