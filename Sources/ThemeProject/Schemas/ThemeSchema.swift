import ThemeModel

extension JSONSchema {
    /// The schema of a `theme.json`.
    package static var theme: JSONSchema {
        let (low, high) = (ThemeSeason.priorities.lowerBound, ThemeSeason.priorities.upperBound)
        return object(
            [
                "$schema": text.described("The address or path of this schema, for editors."),
                "id": themeID.described("The name of the theme's folder."),
                "name": text.adding(["maxLength": .number(Double(NameLimits.displayName))])
                    .described("The name for people. Default: the id."),
                "version": version.described("A semantic version, such as 1.2.0."),
                "imageNamePrefix": pattern("^([A-Za-z0-9_-][A-Za-z0-9._-]{0,63})?$")
                    .described("The start of the names of the theme's images, such as year_."),
                "extends": themeID.described("The theme that answers what this one does not. Default: default."),
                "config": path.adding(["allOf": .list([pattern(#"\.([jJ][sS][oO][nN]|[pP][lL][iI][sS][tT])$"#).value])])
                    .described("The file of settings. Default: config.json or config.plist."),
                "colorOrder": choice(ThemeColor.Order.allCases.map(\.rawValue))
                    .described("The position of alpha in colors of 4 and 8 digits. Default: argb."),
                "resources": list(of: nonEmptyText).described("Patterns of files that are packed unchanged."),
                "activeFrom": moment.described("When the theme's season begins."),
                "activeUntil": moment.described("When the theme's season ends."),
                "priority": integer(low...high).described("The highest wins if several seasons overlap. Default: 0."),
            ], required: ["id", "version"]
        ).titled("theme.json", "Describes a theme.")
    }

    private static let themeID = pattern("^[A-Za-z0-9]([A-Za-z0-9._-]{0,62}[A-Za-z0-9_-])?$")

    /// https://semver.org gives the pattern.
    private static let version = pattern(
        #"^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)"#
            + #"(-(0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(\.(0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?"#
            + #"(\+[0-9a-zA-Z-]+(\.[0-9a-zA-Z-]+)*)?$"#
    ).adding(["maxLength": .number(Double(NameLimits.identifier))])

    private static let moment = pattern(#"^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$"#)
}
