package import ThemeModel

/// The reason why a file is not a valid pack.
package struct PackError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
    /// `nil` unless the pack is too new for this reader.
    package let newerFormat: PackFormatVersion?

    package init(_ description: String, newerFormat: PackFormatVersion? = nil) {
        self.description = description
        self.newerFormat = newerFormat
    }

    static var outside: PackError { PackError("the index points outside the pack") }

    package static var unknownTemplate: PackError { .damaged("an image has a template that does not exist") }
    package static var unusedTemplate: PackError { .damaged("no image has one of the theme's templates") }

    static func damaged(_ reason: StaticString) -> PackError { PackError("the index is damaged: \(reason)") }
}
