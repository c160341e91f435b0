/// What a theme may rely on and is held against: the names of the default images with their sizes, and the keys of the
/// default settings with their types. Its digest tells what a pack was verified against.
package struct Contract: Sendable {
    package struct Image: Sendable {
        package let name: LogicalName
        package let scale: Scale
        package let size: PixelSize

        package init(_ name: LogicalName, _ scale: Scale, _ size: PixelSize) {
            (self.name, self.scale, self.size) = (name, scale, size)
        }

        fileprivate static func precedes(_ left: Self, _ right: Self) -> Bool {
            left.name == right.name ? left.scale < right.scale : left.name < right.name
        }
    }

    /// In any order; each name and scale once.
    package var images: [Image]
    package var settings: [SettingPath: SettingType]

    package init(images: [Image], settings: [SettingPath: SettingType]) {
        self.images = images
        self.settings = settings
    }

    /// What is digested: canonical JSON with a list per image `[name, scale, width, height]`, in the order of names and
    /// scales, and a list per setting `[key path, type]`, in the order of paths.
    package var canonicalBytes: [UInt8] {
        // An image takes some 50.
        var json = CanonicalJSON(openDepth: 2, reserving: 64 * images.count)
        json.object { json in
            json.key("contract")
            json.write(1)
            json.key("images")
            json.list { json in
                for image in images.sorted(by: Image.precedes) {
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
