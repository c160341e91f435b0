package import ThemeModel

package struct TreeFile: Hashable, Sendable {
    /// Relative to the tree.
    package let path: PortablePath
    /// `nil` if the file is not a link.
    var destination: String?
}
