package import ThemeModel

/// A file that is packed unchanged.
package struct PackResource: Hashable, Sendable {
    package var path: PortablePath
    package var stored: DataReference

    package init(path: PortablePath, stored: DataReference) { (self.path, self.stored) = (path, stored) }
}
