/// What the product asks for: a path in the asset tree without prefix, scale suffix and extension, `common/buttonImage`.
///
/// The hierarchy is part of the name, so `tabbar/home` and `detail/home` are two images.
public struct LogicalName: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The name as a path; its folder is part of the name.
    public let path: PortablePath

    /// Reads a name.
    ///
    /// - Throws: ``PathDefect``, also for a name that ends in a scale suffix: `button@2x` is a variant of `button`.
    public init(_ string: String) throws(PathDefect) {
        path = try PortablePath(string)
        if let suffix = Scale.suffix(of: path.lastComponent.utf8) { throw .scaleSuffix("@\(suffix.factor)x") }
    }

    public var description: String { path.string }

    public static func < (left: Self, right: Self) -> Bool { left.path < right.path }
}
