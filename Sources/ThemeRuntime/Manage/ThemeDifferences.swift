import Synchronization
import ThemeModel

/// What is another in one theme than in another: exactly that, nothing more and nothing less.
public struct ThemeDifferences: Hashable, Sendable {
    /// Key paths of settings, of single ones and of objects in which any differs.
    public let keys: Set<String>
    /// Logical names of images that look different at any scale, or that only one of the themes has.
    public let images: Set<String>

    /// Whether both themes look the same.
    public var isEmpty: Bool { keys.isEmpty && images.isEmpty }

    /// Compares two themes of any two snapshots.
    ///
    /// - Throws: ``ThemeError`` if settings or the index of a pack are damaged.
    public init(from old: Theme, to new: Theme) throws(ThemeError) {
        guard old !== new else {
            (keys, images) = ([], [])
            return
        }
        keys = try old.settingsTable().differences(from: new.settingsTable())
        images = try Self.images(old, new)
    }

    private static func images(_ old: Theme, _ new: Theme) throws(ThemeError) -> Set<String> {
        // What both chains end with answers alike, so only names that a pack before it has can differ.
        var shared = 0
        for (left, right) in zip(old.links.reversed(), new.links.reversed()) {
            guard left.pack === right.pack, left.isForeign == right.isForeign else { break }
            shared += 1
        }
        var names: Set<String> = []
        for link in old.links.dropLast(shared) + new.links.dropLast(shared) {
            for image in try link.pack.contents().images { names.insert(image.name.description) }
        }
        var different: Set<String> = []
        for name in names {
            let key = ImageKey(name)
            if try old.looks(of: key) != new.looks(of: key) { different.insert(name) }
        }
        return different
    }
}

extension Theme {
    /// Everything that an image can look like: the digests of its variants by scale. Empty if no theme has it.
    fileprivate func looks(of key: ImageKey) throws(ThemeError) -> [Scale: ContentDigest] {
        guard let image = try image(key, scale: .one) else { return [:] }
        let (pack, record) = (image.pack, image.variant.record)
        var looks: [Scale: ContentDigest] = [:]
        for number in 0..<record.variantCount {
            let variant = try pack.variant(number, of: record)
            looks[variant.scale] = variant.digest(in: pack.memory.bytes)
        }
        return looks
    }
}

extension SettingsTable {
    /// Paths at which something else stands in another table, or is another colour there.
    fileprivate func differences(from other: SettingsTable) -> Set<String> {
        var different: Set<String> = []
        for path in Set(entries.map(\.path)).union(other.entries.map(\.path)) where !path.isEmpty {
            let key = SettingKey(path)
            let (own, theirs) = (entry(key), other.entry(key))
            if own?.value != theirs?.value || own?.colour != theirs?.colour { different.insert(path) }
        }
        return different
    }
}

/// A result that is worked out once, whoever asks first. Two threads may both get there; one of the results is kept.
struct LazyDifferences: Sendable {
    private final class Box: Sendable {
        let value: ThemeDifferences
        init(_ value: ThemeDifferences) { self.value = value }
    }

    private final class Slot: Sendable {
        let reference = AtomicLazyReference<Box>()
    }

    private let slot = Slot()

    func value(_ make: () throws(ThemeError) -> ThemeDifferences) throws(ThemeError) -> ThemeDifferences {
        if let known = slot.reference.load() { return known.value }
        return slot.reference.storeIfNil(Box(try make())).value
    }
}
