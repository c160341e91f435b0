package import ThemeProject
import ThemeRuntime

/// Writes themes as a folder of Android resources. The first theme is for the day, `dark` for the night.
package struct AndroidExport {
    private var export = Export()
    private let base: ExportedTheme
    private let night: ExportedTheme?
    /// The theme's name by resource name, to find collisions.
    private var known: [ExactText: ExactText] = [:]

    /// - Throws: ``UserError`` if two names become one.
    package static func files(
        of exported: [ExportedTheme], themes: AppearanceThemes
    ) throws(UserError) -> Export {
        try themes.checkNames(["dark"])
        guard let base = exported.first else { throw UserError("there is no theme to export") }
        guard exported.count <= 2 else {
            throw UserError(
                "Android has one theme for the day and one for the night, not \(exported.count)",
                hint: "export the others to folders of their own")
        }
        for theme in exported.dropFirst().flatMap(\.conditions).map(\.theme)
        where themes.appearance(of: theme) != "dark" {
            throw UserError(
                "Android has no qualifier for the theme '\(theme)'",
                hint: "resources have day and night: --themes dark=\(theme)")
        }
        var writer = AndroidExport(base: base, night: exported.dropFirst().first)
        try writer.add()
        return writer.export
    }

    private mutating func add() throws(UserError) {
        for image in base.images { try add(image) }
        for image in night?.images ?? [] where base.image(image.name) == nil { try add(image) }
        try addColors()
    }

    /// - Parameter path: of the setting, for a color.
    private mutating func resourceName(
        _ kind: String, _ name: String, of path: SettingPath? = nil
    ) throws(UserError) -> String {
        let source = ExactText(path?.description ?? name)
        let result = kind == "color" && AndroidName.isOfValues(name) ? name : AndroidName.snakeCase(name)
        let other = known.updateValue(source, forKey: ExactText("\(kind)/\(result)"))
        guard other == nil || other == source else {
            throw UserError(
                "'\(other?.string ?? "")' and '\(source.string)' are one name in Android: \(result)",
                hint: "rename one of them")
        }
        return result
    }

    /// Returns an item of which everything is taken, under its name in Android.
    private func item(_ kind: String, _ name: String, as newName: String, of theme: ExportedTheme) -> ExchangeItem {
        var item = ExchangeItem(kind, name, path: theme.label, isTaken: true)
        if newName != name {
            item.newName = newName
            let words = newName.hasPrefix("x_") ? ", start with a letter and are no words of Java" : ""
            item.add(.changed("renamed: names in Android are in snake case\(words)"))
        }
        return item
    }

    // MARK: Images

    /// Adds an image for the day, and for the night if it differs.
    private mutating func add(_ image: ExportedTheme.Image) throws(UserError) {
        let name = try resourceName("drawable", image.name.description)
        let isForDay = base.image(image.name) != nil
        var item = item("image", image.name.description, as: name, of: isForDay ? base : night ?? base)
        if !isForDay { item.add(.changed(Self.onlyAtNight)) }
        let tint = try tint(of: image, &item)
        let fileName = try tint == nil ? name : resourceName("drawable", name + Self.maskSuffix)
        var files = isForDay ? self.files(of: image, fileName, isNight: false, &item) : []
        if let dark = night?.image(image.name), !isForDay || !dark.isSame(as: image) {
            files += self.files(of: dark, fileName, isNight: true, &item)
        }
        item.isTaken = !files.isEmpty
        if let tint, item.isTaken {
            files.append(("drawable/\(name).xml", Array(Self.tinted(fileName, tint, image.capInsets != nil).utf8)))
        }
        export.add(item, files)
    }

    private static let maskSuffix = "_mask"

    /// Returns the name of the color resource that a template is drawn in; `nil` for another image, and for a template
    /// whose color Android cannot name.
    private mutating func tint(of image: ExportedTheme.Image, _ item: inout ExchangeItem) throws(UserError) -> String? {
        guard let template = image.template else { return nil }
        guard let path = template.color.map({ SettingPath(dotted: $0.path) }), base.setting(path)?.color != nil else {
            item.add(.changed("is a template: give it a tint where it is shown"))
            return nil
        }
        return try resourceName("color", Self.colorName(path), of: path)
    }

    /// A drawable that shows a mask in a color, also in that of the night.
    private static func tinted(_ mask: String, _ color: String, _ isNinePatch: Bool) -> String {
        """
        <?xml version="1.0" encoding="utf-8"?>
        <\(isNinePatch ? "nine-patch" : "bitmap") xmlns:android="http://schemas.android.com/apk/res/android"
            android:src="@drawable/\(mask)" android:tint="@color/\(color)" />

        """
    }

    private static let onlyAtNight = "it exists only at night; by day, Android finds no such resource"

    private func files(
        of image: ExportedTheme.Image, _ name: String, isNight: Bool, _ item: inout ExchangeItem
    ) -> [Export.File] {
        var files: [Export.File] = []
        for variant in image.variants {
            guard let folder = ResourceFolder.name(variant.scale, isNight: isNight) else {
                item.add(.left("\(variant.scale), for which Android has no density"))
                continue
            }
            let bordered = image.capInsets.flatMap { insets in
                NinePatch.bordered(variant.bytes, variant.size, insets.map { $0 * Double(variant.scale.factor) })
            }
            if image.capInsets != nil, bordered == nil {
                item.add(.left("cap insets, which leave nothing to stretch"))
            }
            files.append(("\(folder)/\(name)\(bordered == nil ? "" : ".9").png", bordered ?? variant.bytes))
        }
        return files
    }

    // MARK: Colors

    private mutating func addColors() throws(UserError) {
        var lines: (day: [String], night: [String]) = ([], [])
        let onlyAtNight = (night?.settings ?? []).map(\.path).filter { base.setting($0) == nil }
        for path in base.settings.map(\.path) + onlyAtNight {
            let day = base.setting(path)
            let dark = night?.setting(path)
            if let day, day.color == nil {
                leave(day, of: base)
            } else if let night, let dark, dark.color == nil {
                leave(dark, of: night)
            }
            guard day?.color != nil || dark?.color != nil else { continue }
            let isSame = dark?.color == day?.color && night?.sets(path) == false
            let theme = day?.color == nil ? night ?? base : base
            try addColor(path, day: day?.color, isSame ? nil : dark?.color, of: theme, &lines)
        }
        for (folder, lines) in [("values", lines.day), ("values-night", lines.night)] where !lines.isEmpty {
            let text = ["<?xml version=\"1.0\" encoding=\"utf-8\"?>", "<resources>"] + lines + ["</resources>", ""]
            export.add("\(folder)/colors.xml", text.joined(separator: "\n"))
        }
    }

    private mutating func leave(_ setting: ExportedTheme.Setting, of theme: ExportedTheme) {
        // Cap insets are in the borders of nine-patches.
        if setting.path.keys.first == ContentSections.capInsets, theme.hasImage(ofSetting: setting.path) { return }
        export.leave(setting, of: theme, because: "resources of an export are images and colors only")
    }

    private mutating func addColor(
        _ path: SettingPath, day: ThemeColor?, _ dark: ThemeColor?, of theme: ExportedTheme,
        _ lines: inout (day: [String], night: [String])
    ) throws(UserError) {
        let name = Self.colorName(path)
        let resource = try resourceName("color", name, of: path)
        var item = item("color", name, as: resource, of: theme)
        if let day { lines.day.append(Self.line(resource, day)) } else { item.add(.changed(Self.onlyAtNight)) }
        if let dark { lines.night.append(Self.line(resource, dark)) }
        export.add(item)
    }

    private static func colorName(_ path: SettingPath) -> String {
        path.keys.dropFirst(path.keys.first == ContentSections.colors ? 1 : 0).joined(separator: "/")
    }

    private static func line(_ name: String, _ color: ThemeColor) -> String {
        "    <color name=\"\(name)\">#\(color.hexadecimal(.argb))</color>"
    }
}

/// The name of an Android resource: lower-case letters, digits and `_`.
enum AndroidName {
    /// Whether a value (not a file) can keep its name, such as `GM2_grey` and `colorPrimary`.
    static func isOfValues(_ name: String) -> Bool {
        name.utf8.first?.isASCIILetter == true
            && name.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "_") }
            && !keywords.contains(name)
    }

    /// Returns a name in snake case: `common/buttonImage` becomes `common_button_image`.
    static func snakeCase(_ name: String) -> String {
        let result = words(of: name).joined(separator: "_")
        let isName = result.utf8.first.map { !$0.isASCIIDigit } ?? false
        return isName && !keywords.contains(result) ? result : "x_" + result
    }

    /// Returns the words of a name in small letters: `common/buttonImage` has three.
    static func words(of name: String) -> [String] {
        var words = [""]
        var last: UInt8 = 0
        for byte in name.utf8 {
            if (0x41...0x5A).contains(byte) {
                let follows = (0x61...0x7A).contains(last) || last.isASCIIDigit
                if follows { words.append("") }
                words[words.count - 1] += String(UnicodeScalar(byte | 0x20))
            } else if byte.isASCIILetter || byte.isASCIIDigit {
                words[words.count - 1] += String(UnicodeScalar(byte))
            } else {
                words.append("")
            }
            last = byte
        }
        return words.filter { !$0.isEmpty }
    }

    /// `R.drawable.NAME` is Java.
    private static let keywords = Set(
        String(repairing: PackageResources.java_keywords_txt).split(separator: "\n").map(String.init))
}
