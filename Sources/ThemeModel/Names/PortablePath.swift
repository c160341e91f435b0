import ThemeSystem
/// A relative path that every common system and archive tool can store. Equality and order compare UTF-8 bytes.
public struct PortablePath: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The most bytes of a path.
    public static let maximumLength = NameLimits.path
    /// The most bytes of a component between two slashes.
    public static let maximumComponentLength = NameLimits.component

    /// The path as a string.
    public let string: String

    /// Creates a path. The error is the first defect from the left.
    public init(_ string: String) throws(InvalidPath) {
        if let defect = InvalidPath.first(in: string) { throw defect }
        self.string = string
    }

    /// The part after the last `/`.
    public var lastComponent: Substring { string.lastPathComponent }

    /// The part up to the last `/`, which it includes; empty if there is none.
    public var folder: Substring { string[..<lastComponent.startIndex] }

    public var description: String { string }

    public static func == (left: Self, right: Self) -> Bool { UTF8Order.equal(left.string, right.string) }
    public static func < (left: Self, right: Self) -> Bool { UTF8Order.precedes(left.string, right.string) }

    public func hash(into hasher: inout Hasher) {
        let hashed: Void? = string.utf8.withContiguousStorageIfAvailable {
            hasher.combine(bytes: UnsafeRawBufferPointer($0))
        }
        if hashed == nil { Array(string.utf8).withUnsafeBytes { hasher.combine(bytes: $0) } }
    }
}
