import ThemeModel
package import ThemeProject

/// Writes themes as a folder of Android resources. The first theme is for the day, `dark` for the night.
package struct AndroidExport {
    private var export = Export()
    /// The theme's name by resource name, to find collisions.
    private var known: [String: String] = [:]

    /// - Throws: ``UserError`` if two names become one.
    package static func files(
        of exported: [ExportedTheme], themes: AppearanceThemes
    ) throws(UserError) -> Export {
        guard let base = exported.first else { throw UserError("there is no theme to export") }
        var night: ExportedTheme?
        for theme in exported.dropFirst() {
            guard themes.appearance(of: theme.id) == "dark", night == nil else {
                throw UserError(
                    "Android has no qualifier for the theme '\(theme.id)'",
                    hint: "resources have day and night: --themes dark=\(theme.id)")
            }
            night = theme
        }
        var writer = AndroidExport()
        try writer.add(base, night)
        return writer.export
    }

    private init() {}

    private mutating func add(_ base: ExportedTheme, _ night: ExportedTheme?) throws(UserError) {
        for image in base.images { try add(image, of: base, isNight: false) }
        for image in night?.images(otherThan: base) ?? [] { try add(image, of: base, isNight: true) }
        try addColors(of: base, night)
        export.files.sort { UTF8Order.precedes($0.path, $1.path) }
    }

    private mutating func resourceName(_ kind: String, _ name: String) throws(UserError) -> String {
        let result = AndroidName.snakeCase(name)
        let other = known.updateValue(name, forKey: "\(kind)/\(result)")
        guard other == nil || other == name else {
            throw UserError(
                "'\(other ?? "")' and '\(name)' are one name in Android: \(result)", hint: "rename one of them")
        }
        return result
    }

    private mutating func add(
        _ image: ExportedTheme.Image, of theme: ExportedTheme, isNight: Bool
    ) throws(UserError) {
        let name = try resourceName("drawable", image.name.description)
        var item = ExchangeItem("image", image.name.description, path: theme.id.string, isTaken: true)
        for variant in image.variants {
            guard let folder = ResourceFolder.name(variant.scale, isNight: isNight) else {
                item.notes.append(.left("\(variant.scale), for which Android has no density"))
                continue
            }
            var file = ("\(folder)/\(name).png", variant.bytes)
            if let insets = image.capInsets {
                let factor = Double(variant.scale.factor)
                let pixels = CapInsets(
                    top: insets.top * factor, left: insets.left * factor, bottom: insets.bottom * factor,
                    right: insets.right * factor)
                if let bordered = NinePatch.bordered(variant.bytes, variant.size, pixels) {
                    file = ("\(folder)/\(name).9.png", bordered)
                } else {
                    let note = ExchangeItem.Note.left("cap insets, which leave nothing to stretch")
                    if !item.notes.contains(note) { item.notes.append(note) }
                }
            }
            export.files.append(file)
        }
        if !isNight { export.items.append(item) }
    }

    private mutating func addColors(of base: ExportedTheme, _ night: ExportedTheme?) throws(UserError) {
        var rest: [ExportedTheme.Setting] = []
        var lines: (day: [String], night: [String]) = ([], [])
        for setting in base.settings {
            guard let color = setting.color else {
                if setting.path.keys.first != ContentSections.capInsets { rest.append(setting) }
                continue
            }
            let isInSection = setting.path.keys.first == ContentSections.colors
            let path = setting.path.keys.dropFirst(isInSection ? 1 : 0).joined(separator: "/")
            let name = try resourceName("color", path)
            lines.day.append(Self.line(name, color))
            if let dark = night?.setting(setting.path)?.color, dark != color {
                lines.night.append(Self.line(name, dark))
            }
            export.items.append(ExchangeItem("color", path, path: base.id.string, isTaken: true))
        }
        export.leave(rest, of: base, because: "an export has only images and colors")
        for (folder, lines) in [("values", lines.day), ("values-night", lines.night)] where !lines.isEmpty {
            let text = ["<?xml version=\"1.0\" encoding=\"utf-8\"?>", "<resources>"] + lines + ["</resources>", ""]
            export.add("\(folder)/colors.xml", text.joined(separator: "\n"))
        }
    }

    private static func line(_ name: String, _ color: ThemeColor) -> String {
        "    <color name=\"\(name)\">#\(color.hexadecimal(.argb))</color>"
    }
}
