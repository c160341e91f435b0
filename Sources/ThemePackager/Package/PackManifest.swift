import ThemeModel

/// `manifest.json`: the index once more, for people and `jq`.
enum PackManifest {
    static let formatVersion = Int(PackIndex.formatVersion)

    /// The bytes follow from what the index says, without the offsets: whoever has the index can tell whether they are right.
    static func bytes(of contents: PackContents) -> [UInt8] {
        CanonicalJSON.encode(value(of: contents), openDepth: 2)
    }

    private static func value(of contents: PackContents) -> SettingValue {
        let prefix = contents.theme.imageNamePrefix
        let images = contents.images.flatMap { image in
            image.variants.map { variant -> SettingValue in
                let path = ImageFileName.packPath(of: image.name, prefix: prefix, scale: variant.scale)
                var members = stored(variant.stored, path: PackContents.imageFolder + path)
                members["name"] = .string(image.name.description)
                members["scale"] = .number(Double(variant.scale.factor))
                members["width"] = .number(Double(variant.size.width))
                members["height"] = .number(Double(variant.size.height))
                return .object(members)
            }
        }
        let resources = contents.resources.map { resource in
            SettingValue.object(stored(resource.stored, path: PackContents.resourceFolder + resource.path.string))
        }
        let properties = contents.theme.properties.map { ($0.key, SettingValue.string($0.value)) }
        var members: [String: SettingValue] = [
            "formatVersion": .number(Double(formatVersion)),
            "contract": .string("sha256:\(contents.contract)"),
            "theme": .object(Dictionary(properties) { $1 }),
            "images": .list(images),
            "resources": .list(resources),
        ]
        if let settings = contents.settings {
            members["settings"] = .object(stored(settings, path: PackContents.settingsPath))
        }
        return .object(members)
    }

    private static func stored(_ stored: StoredBytes, path: String) -> [String: SettingValue] {
        [
            "path": .string(path), "bytes": .number(Double(stored.length)),
            "sha256": .string(stored.digest.description),
        ]
    }
}
