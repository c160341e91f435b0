package import ThemeModel

package struct TreeFile: Hashable, Sendable {
    package let path: PortablePath
    var destination: String?
}
