package import ThemeModel

/// A file of a tree.
package struct TreeFile: Hashable, Sendable {
    /// Relative to the tree.
    package let path: PortablePath
    /// The path of the file that a link leads to; `nil` if the file is not a link.
    var destination: String?
}
