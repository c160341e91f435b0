import ThemeModel

/// Writes themes as custom properties: a block for each `data-theme`, with images as `image-set()`.
package struct CSSExport {
    private var export = Export()
    /// The setting by the name of its property, to find collisions.
    private var known: [String: String] = [:]
    /// The paths of written files. Themes share the equal files of an image.
    private var paths: [Variant: String] = [:]

    private struct Variant: Hashable {
        let name: LogicalName
        let scale: Scale
        let digest: ContentDigest
    }

    package static func files(of exported: [ExportedTheme]) -> Export {
        var writer = CSSExport()
        var blocks: [String] = []
        for (number, theme) in exported.enumerated() { blocks.append(writer.block(of: theme, isFirst: number == 0)) }
        writer.export.add("themes.css", blocks.joined(separator: "\n"))
        writer.export.sort()
        return writer.export
    }

    private init() {}

    private mutating func block(of theme: ExportedTheme, isFirst: Bool) -> String {
        var text = (isFirst ? ":root,\n" : "") + "[data-theme=\"\(theme.id)\"] {\n"
        for setting in theme.settings {
            let path = setting.path.description
            var item = ExchangeItem("setting", path, path: theme.id.string)
            if let value = CSSValue(setting).text {
                if let name = property(setting.path.keys, theme) {
                    text += "  \(name): \(value);\n"
                    item.isTaken = true
                    item.newName = name
                } else {
                    item.add(.defect("another setting has the same name in CSS"))
                }
            } else {
                item.add(.left("CSS has no such value"))
            }
            if isFirst || !item.isTaken { export.add(item) }
        }
        for image in theme.images {
            let name = image.name.description
            var item = ExchangeItem("image", name, path: theme.id.string)
            var files: [Export.File] = []
            if let property = property(["image"] + name.split(separator: "/").map(String.init), theme) {
                text += "  \(property): \(imageSet(image, theme, &files));\n"
                item.isTaken = true
                item.newName = property
            } else {
                item.add(.defect("another image has the same name in CSS"))
            }
            if isFirst || !item.isTaken || !files.isEmpty { export.add(item, files) }
        }
        return text + "}\n"
    }

    private mutating func property(_ keys: [String], _ theme: ExportedTheme) -> String? {
        let name = "--" + keys.map(CSSValue.identifier).joined(separator: "-")
        let path = keys.joined(separator: "\u{0}")
        guard known.updateValue(path, forKey: "\(theme.id) \(name)") == nil else { return nil }
        return name
    }

    /// - Parameter files: gets the files that are not yet written.
    private mutating func imageSet(
        _ image: ExportedTheme.Image, _ theme: ExportedTheme, _ files: inout [Export.File]
    ) -> String {
        var options: [String] = []
        for variant in image.variants {
            let key = Variant(name: image.name, scale: variant.scale, digest: variant.digest)
            let path = paths[key] ?? "images/\(theme.id)/\(image.name)\(variant.scale.suffix).png"
            if paths.updateValue(path, forKey: key) == nil { files.append((path, variant.bytes)) }
            options.append("url(\"\(CSSValue.url(path))\") \(variant.scale.factor)x")
        }
        return "image-set(\(options.joined(separator: ", ")))"
    }
}
