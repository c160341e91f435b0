public import ThemeModel

/// The logical name of an image with its hash made beforehand, for names that are asked for often:
///
/// ```swift
/// extension ImageKey {
///     static let primaryButton = ImageKey("common/buttonImage")
/// }
/// ```
/// ```swift
/// let image = try theme.image(.primaryButton, scale: .two)
/// ```
///
/// Any string makes a key; one that is no logical name finds nothing.
public struct ImageKey: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The logical name, `common/buttonImage`. Contiguous.
    public let name: String
    let hash: UInt64

    /// Cost: one hash over the name.
    public init(_ name: String) {
        var name = name
        name.makeContiguousUTF8()
        self.name = name
        hash = XXHash64.hash(name)
    }

    /// The same for a name whose grammar was checked.
    public init(_ name: LogicalName) { self.init(name.description) }

    public init(stringLiteral name: String) { self.init(name) }

    public var description: String { name }
}
