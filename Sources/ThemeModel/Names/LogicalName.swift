/// The name by which a product asks for an image: `common/buttonImage`.
///
/// It is a path in the asset tree without prefix, scale suffix and extension. `tabbar/home` and `detail/home` are two
/// images.
public struct LogicalName: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The name as a path.
    public let path: PortablePath

    /// Creates a name.
    ///
    /// - Throws: ``InvalidPath``, also for a name with a scale suffix: `button@2x` is a variant of `button`.
    public init(_ string: String) throws(InvalidPath) {
        path = try PortablePath(string)
        if let suffix = Scale.suffix(of: path.lastComponent.utf8) { throw .scaleSuffix("@\(suffix.factor)x") }
    }

    public var description: String { path.string }

    public static func < (left: Self, right: Self) -> Bool { left.path < right.path }
}
