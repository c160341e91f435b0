/// The properties of the theme in a pack.
public struct PackTheme: Hashable, Sendable {
    /// The id by which the theme is selected.
    public var id: ThemeID
    /// The name that people see.
    public var name: String
    /// The theme's own version.
    public var version: SemanticVersion
    /// The prefix of its image file names.
    public var imageNamePrefix: ImagePrefix
    /// The next theme of the chain; `nil` means the default theme.
    public var extends: ThemeID?
    /// The position of alpha in its colors of four and eight digits.
    public var colorOrder: ThemeColor.Order
    /// The time in which the theme is selected automatically.
    public var season = ThemeSeason.none
    /// The axis on which the theme is selected; `nil` for the axis without a name.
    public var axis: ThemeAxis?
    /// Of a combination, the themes that must all be selected, sorted, at least two; else empty.
    public var combinedThemes: [ThemeID] = []
    /// Of the default theme, all axes from the weakest to the strongest; else empty.
    public var axes: [ThemeAxis] = []
    /// The colors of the images that are masks, in order; only in the default theme.
    package var templates: [ImageTemplate] = []

    package init(
        id: ThemeID, name: String, version: SemanticVersion, imageNamePrefix: ImagePrefix = .none,
        extends: ThemeID? = nil, colorOrder: ThemeColor.Order = .argb
    ) {
        self.id = id
        self.name = name
        self.version = version
        self.imageNamePrefix = imageNamePrefix
        self.extends = extends
        self.colorOrder = colorOrder
    }

    /// Returns the template of a number from 1; `nil` for 0, an image with colors of its own.
    package func template(_ number: UInt16) -> ImageTemplate? {
        templates.indices.contains(Int(number) - 1) ? templates[Int(number) - 1] : nil
    }
}

/// The time in which a theme is selected automatically.
public struct ThemeSeason: Hashable, Sendable {
    /// The first moment of the season; `nil` if it has no beginning.
    public var from: Moment?
    /// The first moment after the season; `nil` if it has no end.
    public var until: Moment?
    /// If several themes are in season, the one with the highest priority is selected.
    public var priority: Int

    /// The allowed priorities.
    public static let priorities = -1_000_000...1_000_000

    /// The season of a theme that is never selected automatically.
    public static let none = ThemeSeason(from: nil, until: nil)

    /// Creates a season from one moment up to, but not including, another.
    public init(from: Moment?, until: Moment?, priority: Int = 0) {
        self.from = from
        self.until = until
        self.priority = priority
    }

    /// Returns whether a moment lies in the season. A season without beginning and end contains no moment.
    public func contains(secondsSince1970 seconds: Double) -> Bool {
        guard from != nil || until != nil else { return false }
        return from.map { Double($0.secondsSince1970) <= seconds } ?? true
            && until.map { seconds < Double($0.secondsSince1970) } ?? true
    }
}

/// The two version numbers in a pack that decide whether a reader can read it.
public struct PackFormatVersion: Hashable, Sendable {
    /// The version of the format in which the pack is written.
    public let version: UInt16
    /// The lowest version of a reader that can read it.
    public let minimumReader: UInt16

    package init(version: UInt16, minimumReader: UInt16) {
        self.version = version
        self.minimumReader = minimumReader
    }
}
