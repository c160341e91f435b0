package import ThemeModel

/// The defaults that a theme is checked against: image names with sizes, and setting keys with types.
///
/// A pack has the digest of its contract.
package struct Contract: Sendable {
    /// In any order. Each pair of name and scale occurs once.
    package var images: [ContractImage]
    package var settings: [SettingPath: SettingType]

    package init(images: [ContractImage], settings: [SettingPath: SettingType]) {
        self.images = images
        self.settings = settings
    }

    /// The bytes that are digested: canonical JSON. It has a list `[name, scale, width, height]` for each image, in the
    /// order of names and scales, and a list `[key path, type]` for each setting, in the order of paths.
    package var canonicalBytes: [UInt8] {
        // An image takes about 50 bytes.
        var json = CanonicalJSON(openDepth: 2, reserving: 64 * images.count)
        json.object { json in
            json.key("contract")
            json.write(1)
            json.key("images")
            json.list { json in
                for image in images.sorted(by: ContractImage.precedes) {
                    json.list { json in
                        json.write(image.name.description)
                        json.write(image.scale.factor)
                        json.write(image.size.width)
                        json.write(image.size.height)
                    }
                }
            }
            json.key("settings")
            json.list { json in
                for (path, type) in settings.sorted(by: { $0.key < $1.key }) {
                    json.list { json in
                        json.write(path.description)
                        json.write(type.rawValue)
                    }
                }
            }
        }
        return json.finish()
    }
}
