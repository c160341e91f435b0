import ThemeSystem
/// The logical name and the scale of an image file, read from its path: `common/buttonImage@2x.png`.
public struct ImagePath: Hashable, Sendable {
    /// The name by which an app asks for the image: `common/buttonImage`.
    public let name: LogicalName
    /// The scale in the name of the file; `@1x` if it has none.
    public let scale: Scale

    /// Splits a path as verification does.
    ///
    /// - Parameters:
    ///   - path: relative to the asset tree or the theme's folder.
    ///   - prefix: the theme's prefix, which the name of the file must have.
    /// - Returns: `nil` if the path does not end in `.png` in any letter case, lacks the prefix, or has no valid name.
    public init?(_ path: String, prefix: ImagePrefix = .none) {
        let fileName = path.lastPathComponent
        guard let file = ImageFileName(fileName), let stem = prefix.removed(from: file.stem),
            let name = try? LogicalName(path[..<fileName.startIndex] + stem)
        else { return nil }
        self.name = name
        scale = file.scale
    }
}
