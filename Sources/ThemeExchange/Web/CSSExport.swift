import ThemeModel

/// Writes themes as custom properties: a block for each `data-theme`, with images as `image-set()`.
package struct CSSExport {
    private var export = Export()
    /// The setting by the name of its property, to find collisions.
    private var known: [String: String] = [:]
    /// The paths of written images by their digests.
    private var paths: [ContentDigest: String] = [:]

    package static func files(of exported: [ExportedTheme]) -> Export {
        var writer = CSSExport()
        var blocks: [String] = []
        for (number, theme) in exported.enumerated() { blocks.append(writer.block(of: theme, isFirst: number == 0)) }
        writer.export.add("themes.css", blocks.joined(separator: "\n"))
        writer.export.files.sort { UTF8Order.precedes($0.path, $1.path) }
        return writer.export
    }

    private init() {}

    private mutating func block(of theme: ExportedTheme, isFirst: Bool) -> String {
        var text = (isFirst ? ":root,\n" : "") + "[data-theme=\"\(theme.id)\"] {\n"
        for setting in theme.settings {
            let path = setting.path.description
            var item = ExchangeItem("setting", path, path: theme.id.string)
            if let value = CSSValue(setting).text {
                if let name = property(setting.path.keys, theme, isFirst: isFirst) {
                    text += "  \(name): \(value);\n"
                    item.isTaken = true
                } else {
                    item.notes = [.defect("another setting has the same name in CSS")]
                }
            } else {
                item.notes = [.left("CSS has no such value")]
            }
            if isFirst || !item.isTaken { export.items.append(item) }
        }
        for image in theme.images {
            let name = image.name.description
            var item = ExchangeItem("image", name, path: theme.id.string)
            if let property = property(["image"] + name.split(separator: "/").map(String.init), theme, isFirst: isFirst)
            {
                text += "  \(property): \(imageSet(image, theme));\n"
                item.isTaken = true
            } else {
                item.notes = [.defect("another image has the same name in CSS")]
            }
            if isFirst || !item.isTaken { export.items.append(item) }
        }
        return text + "}\n"
    }

    private mutating func property(_ keys: [String], _ theme: ExportedTheme, isFirst: Bool) -> String? {
        let name = "--" + keys.map(CSSValue.identifier).joined(separator: "-")
        let path = keys.joined(separator: "\u{0}")
        guard known.updateValue(path, forKey: "\(theme.id) \(name)") == nil else { return nil }
        return name
    }

    private mutating func imageSet(_ image: ExportedTheme.Image, _ theme: ExportedTheme) -> String {
        let options = image.variants.map { variant in
            let path = path(of: variant, image, theme)
            return "url(\"\(CSSValue.url(path))\") \(variant.scale.factor)x"
        }
        return "image-set(\(options.joined(separator: ", ")))"
    }

    private mutating func path(
        of variant: ExportedTheme.Variant, _ image: ExportedTheme.Image, _ theme: ExportedTheme
    ) -> String {
        if let known = paths[variant.digest] { return known }
        let path = "images/\(theme.id)/\(image.name)\(variant.scale.suffix).png"
        paths[variant.digest] = path
        export.files.append((path, variant.bytes))
        return path
    }
}
