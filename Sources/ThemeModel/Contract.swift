/// What a theme may rely on and is held against: the names of the default images with their sizes, and the keys of the
/// default settings with their types. Its digest tells what a pack was verified against.
package struct Contract: Hashable, Sendable {
    package var images: [LogicalName: [Scale: PixelSize]]
    package var settings: [SettingPath: SettingType]

    package init(images: [LogicalName: [Scale: PixelSize]], settings: [SettingPath: SettingType]) {
        self.images = images
        self.settings = settings
    }

    /// What is digested: canonical JSON with a list per image `[name, scale, width, height]`, in the order of names and
    /// scales, and a list per setting `[key path, type]`, in the order of paths.
    package var canonicalBytes: [UInt8] {
        let images = images.sorted { $0.key < $1.key }.flatMap { name, sizes in
            sizes.sorted { $0.key < $1.key }.map { scale, size in
                SettingValue.list([
                    .string(name.description), .number(Double(scale.factor)), .number(Double(size.width)),
                    .number(Double(size.height)),
                ])
            }
        }
        let settings = settings.sorted { $0.key < $1.key }.map { path, type in
            SettingValue.list([.string(path.description), .string(type.rawValue)])
        }
        return CanonicalJSON.encode(
            .object(["contract": .number(1), "images": .list(images), "settings": .list(settings)]), openDepth: 2)
    }
}
