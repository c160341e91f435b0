/// The settings and images that differ between two themes.
public struct ThemeDifferences: Hashable, Sendable {
    /// Key paths of settings that differ, and of the objects that contain them.
    public let keys: Set<String>
    /// Logical names of images that differ at any scale or in the color that they are drawn in, or that only one theme
    /// has.
    public let images: Set<String>

    /// Whether the themes look the same.
    public var isEmpty: Bool { keys.isEmpty && images.isEmpty }

    /// Compares two themes of any snapshots. Throws only if settings or the index of a pack are damaged.
    public init(from old: Theme, to new: Theme) throws(ThemeError) {
        guard old !== new else {
            keys = []
            images = []
            return
        }
        keys = try old.settingsTable().differences(from: new.settingsTable())
        images = try Self.images(old, new, hasOtherColors: !keys.isEmpty)
    }

    private static func images(
        _ old: Theme, _ new: Theme, hasOtherColors: Bool
    ) throws(ThemeError) -> Set<String> {
        // Only names of packs before the common end of both chains can differ.
        var shared = 0
        for (left, right) in zip(old.links.reversed(), new.links.reversed()) {
            guard left.pack === right.pack, left.hasOtherContract == right.hasOtherContract else { break }
            shared += 1
        }
        var names: Set<LogicalName> = []
        for link in old.links.dropLast(shared) + new.links.dropLast(shared) {
            for image in try link.pack.contents().images { names.insert(image.name) }
        }
        if hasOtherColors, !new.templateColors.isEmpty, let defaults = new.links.last?.pack {
            for image in try defaults.contents().images where image.template > 0 { names.insert(image.name) }
        }
        var different: Set<String> = []
        for name in names {
            let key = ImageKey(name)
            let isSame = try old.digests(of: key) == new.digests(of: key)
            let isDrawnAlike = try old.rendering(of: key) == new.rendering(of: key)
            if !isSame || !isDrawnAlike { different.insert(key.name) }
        }
        return different
    }
}

extension Theme {
    /// A color that cannot be read is left out: the look-up of its setting throws.
    fileprivate func rendering(of key: ImageKey) throws(ThemeError) -> ThemeRendering? {
        guard let image = try image(key, scale: .one) else { return nil }
        return try? image.rendering
    }

    fileprivate func digests(of key: ImageKey) throws(ThemeError) -> [Scale: ContentDigest] {
        guard let image = try image(key, scale: .one) else { return [:] }
        let pack = image.pack
        let record = image.variant.record
        var digests: [Scale: ContentDigest] = [:]
        for number in 0..<record.variantCount {
            let variant = try pack.variant(number, of: record)
            digests[variant.scale] = variant.digest(in: pack.memory.bytes)
        }
        return digests
    }
}

extension SettingsTable {
    fileprivate func differences(from other: SettingsTable) -> Set<String> {
        var different: Set<String> = []
        for key in Set(entries.map(\.key)).union(other.entries.map(\.key)) where !key.path.isEmpty {
            let own = setting(key)?.setting
            let theirs = other.setting(key)?.setting
            if own?.value != theirs?.value || own?.color != theirs?.color { different.insert(key.path) }
        }
        return different
    }
}
