package import ThemeModel
package import ThemeProject

/// A setting that a theme resolves: its own value, or one of its chain.
package struct ReviewedSetting: Hashable, Sendable {
    package var path: SettingPath
    package var type: KeyType
    /// The text of a string; any other value as JSON in one line. Cut after ``textLengthMax`` bytes.
    package var text: String
    package var isTextCut = false
    package var origin: Origin
    package var shape: Shape = .other
    /// The file that sets the value, relative to the project, and the value's place in it; `nil` if not known.
    package var file: String?
    package var position: SourcePosition?
    /// Findings about the setting: indexes in ``ReviewFacts/findings``.
    package var findings: [Int] = []

    /// A setting can have megabytes. A table with longer texts cannot be read.
    package static let textLengthMax = 400

    /// The theme that sets the value. For an object of several themes, the first that sets a member.
    package enum Origin: Hashable, Sendable {
        case own
        /// A theme of the chain, by its id.
        case inherited(String)
        case defaultTheme
    }

    /// The value as the type that a report can draw.
    package enum Shape: Hashable, Sendable {
        case color(ThemeColor)
        case font(ThemeFont)
        case size(PointSize)
        case insets(CapInsets)
        case other
    }
}
