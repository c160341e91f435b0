package import ThemeModel

/// The defaults that a theme is verified against: image names with sizes, setting keys with types, and the images that
/// are masks.
package struct Contract: Sendable {
    /// In any order.
    package var images: [ContractImage]
    package var settings: [SettingPath: SettingType]
    /// Names that are not among the images do not count.
    package var templates: [LogicalName: ImageTemplate]

    package init(
        images: [ContractImage], settings: [SettingPath: SettingType], templates: [LogicalName: ImageTemplate] = [:]
    ) {
        self.images = images
        self.settings = settings
        self.templates = templates
    }

    /// The bytes that are digested, as FORMAT.md specifies them.
    package var canonicalBytes: [UInt8] {
        var json = CanonicalJSON(spreadDepth: 2, reserving: 64 * images.count)
        json.object { json in
            json.write(1, for: "contract")
            json.list(for: "images") { json in
                for image in images.sorted(by: ContractImage.precedes) {
                    json.list { json in
                        json.writePlain { $0.append(contentsOf: image.name.path.string.utf8) }
                        json.write(image.scale.factor)
                        json.write(image.size.width)
                        json.write(image.size.height)
                    }
                }
            }
            let types = settings.sorted { $0.key < $1.key }
            let pairs = types.map { SettingValue.list([.string($0.key.description), .string($0.value.rawValue)]) }
            json.write(.list(pairs), for: "settings")
            let masks = Set(images.lazy.map(\.name).filter { templates[$0] != nil }).sorted()
            guard !masks.isEmpty else { return }
            let colors = masks.map { SettingValue.list([$0.json, templates[$0]?.settingValue ?? .null]) }
            json.write(.list(colors), for: "templates")
        }
        return json.finish()
    }
}

package struct ContractImage: Sendable {
    package let name: LogicalName
    package let scale: Scale
    package let size: PixelSize

    package init(_ name: LogicalName, _ scale: Scale, _ size: PixelSize) {
        self.name = name
        self.scale = scale
        self.size = size
    }

    static func precedes(_ left: Self, _ right: Self) -> Bool {
        left.name == right.name ? left.scale < right.scale : left.name < right.name
    }
}
