package import ThemeModel

/// An error in a text file.
package struct SourceError: Error, Hashable, Sendable {
    package var place: Place?
    package var key: SettingPath?
    package var message: String
    package var hint: String?
}
