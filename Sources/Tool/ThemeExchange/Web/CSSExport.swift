package import ThemeProject
import ThemeRuntime

/// Writes themes as custom properties: a block for each theme, with images as `image-set()`. Templates also have a rule
/// that draws them as masks: `<span data-image="tab/home">`.
///
/// Attributes select themes: `data-theme`, or `data-mode` on the axis `mode`. On an axis, a theme of an appearance also
/// follows the system, unless the element has the attribute. Each condition of a look adds one to the specificity of
/// its selectors, so a look with more of them outranks one with fewer.
package struct CSSExport {
    private var export = Export()
    private let themes: AppearanceThemes
    /// Whether themes of several axes are selected together. Then a block has only what weaker themes do not set. With
    /// one axis a block is complete, so that elements with themes can be nested.
    private let hasAxes: Bool
    /// The names of all properties, each after the theme's label, to find collisions.
    private var known: Set<ExactText> = []
    /// The values of each property in the order of blocks, with their conditions.
    private var written: [ExactText: [(conditions: Set<ExportedTheme.Condition>, value: String)]] = [:]
    /// The paths of written files, by the name, scale and digest of an image. Themes share equal files.
    private var paths: [ExactText: String] = [:]

    private static let mediaFeatures = [
        "light": "prefers-color-scheme: light", "dark": "prefers-color-scheme: dark",
        "high-contrast": "prefers-contrast: more",
    ]

    /// - Parameter themes: the themes of appearances, which follow the system if they are on an axis.
    package static func files(
        of exported: [ExportedTheme], themes: AppearanceThemes = AppearanceThemes()
    ) throws(UserError) -> Export {
        try themes.checkNames(Set(mediaFeatures.keys))
        var writer = CSSExport(themes: themes, hasAxes: Set(exported.flatMap(\.conditions).map(\.axis)).count > 1)
        var blocks: [String] = []
        for theme in exported { blocks += writer.blocks(of: theme) }
        if let base = exported.first { blocks += writer.masks(of: base) }
        writer.export.add("themes.css", blocks.joined(separator: "\n"))
        return writer.export
    }

    /// Returns the block that attributes select, and those that follow the system.
    private mutating func blocks(of theme: ExportedTheme) -> [String] {
        let text = properties(of: theme)
        guard !text.isEmpty || !hasAxes else { return [] }
        guard !theme.conditions.isEmpty else {
            return [(hasAxes ? ":root" : ":root,\n[data-theme=\"\(theme.label)\"]") + " {\n\(text)}\n"]
        }
        var variants: [(features: [String], selector: String)] = [([], "")]
        for condition in theme.conditions {
            let attribute = "data-\(condition.axis?.string ?? "theme")"
            let feature = condition.axis.flatMap { _ in Self.mediaFeatures[themes.appearance(of: condition.theme)] }
            let selected = variants.map { ($0.features, "\($0.selector)[\(attribute)=\"\(condition.theme)\"]") }
            guard let feature else {
                variants = selected
                continue
            }
            let following = variants.map { ($0.features + ["(\(feature))"], "\($0.selector):not([\(attribute)])") }
            variants = zip(selected, following).flatMap { [$0, $1] }
        }
        return variants.map { features, selector in
            guard !features.isEmpty else { return "\(selector) {\n\(text)}\n" }
            let lines = ":where(:root)\(selector) {\n\(text)}".split(separator: "\n").map { "  \($0)\n" }.joined()
            return "@media \(features.joined(separator: " and ")) {\n\(lines)}\n"
        }
    }

    /// Returns the lines of a look's properties, and adds its items.
    private mutating func properties(of theme: ExportedTheme) -> String {
        let isBase = theme.conditions.isEmpty
        var text = ""
        for setting in theme.settings {
            let path = setting.path.description
            var item = ExchangeItem("setting", path, path: theme.label)
            if let value = CSSValue.text(of: setting) {
                if let name = property(setting.path.keys, theme) {
                    text += line(name, value, theme)
                    item.isTaken = true
                    item.newName = name
                } else {
                    item.add(.defect("another setting has the same name in CSS"))
                }
            } else {
                item.add(.left("CSS has no such value"))
            }
            if isBase || !item.isTaken { export.add(item) }
        }
        for image in theme.images {
            let name = image.name.description
            var item = ExchangeItem("image", name, path: theme.label)
            var files: [Export.File] = []
            if let property = property(["image"] + name.split(separator: "/").map(String.init), theme) {
                text += line(property, imageSet(image, theme, &files), theme)
                item.isTaken = true
                item.newName = property
                if let template = image.template { text += line("\(property)-color", color(of: template), theme) }
            } else {
                item.add(.defect("another image has the same name in CSS"))
            }
            if isBase || !item.isTaken || !files.isEmpty { export.add(item, files) }
        }
        return text
    }

    /// Returns the line of a property; nothing if the blocks of weaker looks give its value.
    private mutating func line(_ name: String, _ value: String, _ theme: ExportedTheme) -> String {
        let conditions = Set(theme.conditions)
        let shown = written[ExactText(name)]?.last { $0.conditions.isSubset(of: conditions) }?.value
        if hasAxes, shown == value { return "" }
        written[ExactText(name), default: []].append((conditions, value))
        return "  \(name): \(value);\n"
    }

    /// The color of a mask: a property of a setting, else that of the text around it.
    private func color(of template: Theme.Template) -> String {
        template.color.map { "var(\(Self.name(of: SettingPath(dotted: $0.path).keys)), currentcolor)" }
            ?? "currentcolor"
    }

    private func masks(of theme: ExportedTheme) -> [String] {
        theme.images.filter { $0.template != nil }.map { image in
            let property = Self.name(of: ["image"] + image.name.description.split(separator: "/").map(String.init))
            return """
                [data-image=\(CSSString.quoted(image.name.description))] {
                  background-color: var(\(property)-color);
                  mask: var(\(property)) center / contain no-repeat;
                }

                """
        }
    }

    private static func name(of keys: [String]) -> String {
        "--" + keys.map(CSSValue.identifier).joined(separator: "-")
    }

    private mutating func property(_ keys: [String], _ theme: ExportedTheme) -> String? {
        let name = Self.name(of: keys)
        return known.insert(ExactText("\(theme.label) \(name)")).inserted ? name : nil
    }

    /// - Parameter files: gets the files that are not yet written.
    private mutating func imageSet(
        _ image: ExportedTheme.Image, _ theme: ExportedTheme, _ files: inout [Export.File]
    ) -> String {
        var options: [String] = []
        for variant in image.variants {
            let key = ExactText("\(image.name)\(variant.scale.suffix) \(variant.digest)")
            let path = paths[key] ?? "images/\(theme.label)/\(image.name)\(variant.scale.suffix).png"
            if paths.updateValue(path, forKey: key) == nil { files.append((path, variant.bytes)) }
            options.append("url(\"\(PercentEncoding.encode(path))\") \(variant.scale.factor)x")
        }
        return "image-set(\(options.joined(separator: ", ")))"
    }
}

/// A setting as the value of a custom property.
enum CSSValue {
    /// Returns `nil` if CSS has no such value.
    static func text(of setting: ExportedTheme.Setting) -> String? {
        if let color = setting.color { return "#" + color.hexadecimal(.rgba).lowercased() }
        let isLength = setting.path.keys.first == ContentSections.capInsets
        return switch setting.value {
        case .number(let number): Self.number(number) + (isLength ? "px" : "")
        case .string(let string): CSSString.quoted(string)
        case .null, .boolean, .list, .object: nil
        }
    }

    private static func number(_ number: Double) -> String {
        number == number.rounded() && number.magnitude < 1e15 ? String(Int64(number)) : "\(number)"
    }

    /// Escapes the characters of a name that need it. Letter case stays, because names of properties depend on it.
    static func identifier(_ key: String) -> String {
        let scalars = key.unicodeScalars.map { scalar -> Unicode.Scalar in
            guard let byte = UInt8(exactly: scalar.value), byte < 0x80 else { return scalar }
            return byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "_") ? scalar : "-"
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
