// See docs/decisions/11-names-are-bytes.md.
/// The name by which an app asks for an image: its path in the asset tree without prefix, scale suffix and extension,
/// such as `common/buttonImage`.
public struct LogicalName: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The name as a path.
    public let path: PortablePath

    /// Creates a name. A scale suffix is an error, because `button@2x` is a variant of `button`.
    public init(_ string: String) throws(InvalidPath) {
        path = try PortablePath(string)
        if let scale = Scale(suffixOf: path.lastComponent.utf8) { throw .scaleSuffix(scale.description) }
    }

    public var description: String { path.string }

    public static func < (left: Self, right: Self) -> Bool { left.path < right.path }
}
