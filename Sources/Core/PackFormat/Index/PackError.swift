package import ThemeModel

/// The reason why a file is not a valid pack.
package struct PackError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
    /// `nil` unless the pack is too new for this reader.
    package let newerFormat: PackFormatVersion?
    /// The way to a sound pack; `nil` if fetching or building it again is the way.
    package let hint: String?
    /// Whether the whole file's bytes can say what it is instead.
    let canBeOtherFile: Bool

    package init(
        _ description: String, newerFormat: PackFormatVersion? = nil, hint: String? = nil, canBeOtherFile: Bool = false
    ) {
        self.description = description
        self.newerFormat = newerFormat
        self.hint = newerFormat == nil ? hint : "update themepack, or build the pack with an older themepack"
        self.canBeOtherFile = canBeOtherFile
    }

    static var noIndex: PackError {
        PackError(
            "this is not a theme pack: its first entry is not an index",
            hint: "name a pack that 'themepack build' has written", canBeOtherFile: true)
    }

    static var outside: PackError { PackError("the index points outside the pack") }

    package static var unknownTemplate: PackError { .damaged("an image has a template that does not exist") }
    package static var unusedTemplate: PackError { .damaged("no image has one of the theme's templates") }

    static func damaged(_ reason: StaticString) -> PackError { PackError("the index is damaged: \(reason)") }
}
