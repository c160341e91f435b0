import ThemeProject
import ThemeTrust

struct PackListing {
    let contents: PackContents
    let settings: Settings?
    let formatVersion: UInt16

    private var variants: [(image: PackImage, variant: PackVariant)] {
        contents.images.flatMap { image in image.variants.map { (image, $0) } }
    }

    var table: String {
        let theme = contents.theme
        let season = theme.season
        let names: [(String, String?)] = [
            ("format version", String(formatVersion)),
            ("prefix", theme.imageNamePrefix.isEmpty ? "none" : theme.imageNamePrefix.string),
            ("extends", theme.extends?.string ?? "nothing"),
            ("axes", theme.axes.map(\.string).joined(separator: ", ")), ("axis", theme.axis?.string),
            ("for", theme.combinedThemes.isEmpty ? nil : theme.combinedThemes.text),
            ("active from", season.from?.description), ("active until", season.until?.description),
            ("priority", season.priority == 0 ? nil : String(season.priority)),
            ("contract", contents.contract.description),
            ("images", "\(contents.images.count), in \(variants.count) files"),
        ]
        let properties = names.compactMap { name, value in value.flatMap { $0.isEmpty ? nil : [name, $0] } }
        var text = "\(Console.printable(theme.name)) (\(theme.id)) \(theme.version)\n"
        text += Table.aligned(properties, numbers: [], cutting: [1]) + "\n"
        var rows = [["image", "scale", "pixels", "bytes", "sha256"]]
        rows += variants.map { image, variant in
            [
                Console.printable(image.name.description), variant.scale.description, variant.size.description,
                String(variant.stored.length), String(variant.stored.digest.description.prefix(16)),
            ]
        }
        rows += contents.resources.map { resource in
            [
                Console.printable(resource.path.string), "", "", String(resource.stored.length),
                String(resource.stored.digest.description.prefix(16)),
            ]
        }
        text += Table.aligned(rows, numbers: [1, 2, 3], cutting: [0])
        if let settings {
            text += "\n"
            settings.forEach { path, value in
                guard value.object == nil else { return }
                text += "\(Console.printable("\(path) = \(CanonicalJSON.line(value))"))\n"
            }
        }
        return text
    }

    var json: String {
        let theme = contents.theme.properties.map { ($0.key, $0.value.json) }
        return Console.json(
            SettingValue.members([
                "schemaVersion": 1, "formatVersion": formatVersion, "contract": "sha256:\(contents.contract)",
                "theme": SettingValue.object(Dictionary(theme) { $1 }), "settings": settings?.value,
                "images": variants.map { image, variant in
                    SettingValue.members([
                        "name": image.name, "scale": variant.scale.factor, "width": variant.size.width,
                        "height": variant.size.height, "offset": variant.stored.offset, "bytes": variant.stored.length,
                        "sha256": variant.stored.digest,
                    ])
                },
                "resources": contents.resources.map { resource in
                    SettingValue.members([
                        "path": resource.path.string, "offset": resource.stored.offset,
                        "bytes": resource.stored.length, "sha256": resource.stored.digest,
                    ])
                },
            ]))
    }
}

/// Shows a feed that was written, and what comes next, or one that was checked.
struct FeedListing {
    let feed: ThemeFeed
    let path: String
    var isChecked = false

    var text: String {
        var rows = [["channel", "contract", "rollout", "theme", "version", "bytes", "deltas"]]
        for (channel, releases) in feed.channels.sorted(by: { $0.key < $1.key }) {
            for release in releases {
                for (id, entry) in release.themes.sorted(by: { $0.key < $1.key }) {
                    rows.append([
                        channel.string, String(release.contract.description.prefix(12)), "\(release.rollout) %",
                        id.string, entry.version.description, String(entry.pack.byteCount), String(entry.deltas.count),
                    ])
                }
            }
        }
        let withdrawn = feed.withdrawn.map { "withdrawn: \($0)\n" }.sorted()
        let shown = Console.printable(Console.relative(path))
        return "\(shown): number \(feed.sequence), expires \(feed.expires)\n\n"
            + Table.aligned(rows, numbers: [2, 5, 6], cutting: [3, 0])
            + (withdrawn.isEmpty ? "" : "\n\(withdrawn.joined())")
            + (isChecked
                ? "" : "\nnext: themepack sign -f KEY \(Console.printable(Console.relative(path).shellWord))\n")
    }
}
