package import ThemeModel

/// A file that is packed unchanged.
package struct PackResource: Hashable, Sendable {
    package var path: PortablePath
    package var stored: StoredBytes

    package init(path: PortablePath, stored: StoredBytes) { (self.path, self.stored) = (path, stored) }
}
