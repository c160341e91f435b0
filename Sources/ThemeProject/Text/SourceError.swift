package import ThemeModel

/// An error in a text file.
package struct SourceError: Error, Hashable, Sendable {
    package var position: SourcePosition?
    package var key: SettingPath?
    package var message: String
    package var hint: String?
}
