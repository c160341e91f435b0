/// The merged settings of a chain, by path.
package final class SettingsTable: Sendable {
    struct Entry: Sendable {
        let key: SettingKey
        /// ``MergedSetting/layer``
        let link: Int
    }

    let entries: [Entry]
    /// The settings by the indexes of `entries`. They do not change, so look-ups read them without reference counting.
    nonisolated(unsafe) let settings: UnsafePointer<ResolvedSetting>
    /// An open-addressing hash table, at most half full: indexes of entries plus one, zero for an empty slot.
    private let slots: [UInt32]
    private let mask: UInt64
    /// The indexes of all entries by key, in place of `slots`, if keys were chosen to have equal hashes. A dictionary
    /// adds a random seed. Otherwise empty.
    let numbers: [SettingKey: Int]

    /// - Parameter layers: the settings of each theme of the chain, in order.
    package init(_ layers: [(settings: Settings?, order: ThemeColor.Order)]) {
        var entries: [Entry] = []
        var values: [ResolvedSetting] = []
        MergedSetting(layers.map(\.settings))?.visit { path, setting, value in
            entries.append(Entry(key: SettingKey(path), link: setting.layer))
            values.append(ResolvedSetting(value, colorOrder: layers[setting.layer].order))
        }
        self.entries = entries
        let settings = UnsafeMutablePointer<ResolvedSetting>.allocate(capacity: entries.count)
        settings.initialize(from: values, count: entries.count)
        self.settings = UnsafePointer(settings)
        if let slots = Self.slots(of: entries) {
            self.slots = slots
            numbers = [:]
        } else {
            slots = []
            numbers = Dictionary(entries.indices.map { [entries] in (entries[$0].key, $0) }) { first, _ in first }
        }
        mask = UInt64(max(slots.count, 1) - 1)
    }

    private static let probesMax = 32

    /// Returns a hash table; `nil` if two keys have equal hashes, or if a key would be too far from its hash.
    private static func slots(of entries: [Entry]) -> [UInt32]? {
        var size = 2
        while size < entries.count * 2 { size *= 2 }
        var slots = [UInt32](repeating: 0, count: size)
        for (number, entry) in entries.enumerated() {
            var slot = Int(truncatingIfNeeded: entry.key.hash & UInt64(size - 1))
            var probes = 1
            while slots[slot] != 0 {
                let other = entries[Int(slots[slot]) - 1].key
                if other.hash == entry.key.hash, other != entry.key { return nil }
                guard probes < probesMax else { return nil }
                slot = (slot + 1) & (size - 1)
                probes += 1
            }
            slots[slot] = UInt32(number + 1)
        }
        return slots
    }

    func number(of key: SettingKey) -> Int? {
        guard numbers.isEmpty else { return numbers[key] }
        var slot = Int(truncatingIfNeeded: key.hash & mask)
        // A run of full slots can be long, but each key is near its hash.
        for _ in 0..<Self.probesMax {
            guard slots[slot] != 0 else { return nil }
            let number = Int(slots[slot]) - 1
            let known = entries[number].key
            // The hash also separates Unicode forms of one word, which are equal for `==` of strings. Comparing bytes
            // would take longer.
            if known.hash == key.hash, known.path == key.path { return number }
            slot = (slot + 1) & Int(truncatingIfNeeded: mask)
        }
        return nil
    }

    /// The setting of a key, and the index in the chain of the theme that sets it; `nil` if it is not set.
    package func setting(_ key: SettingKey) -> (setting: ResolvedSetting, link: Int)? {
        number(of: key).map { (settings[$0], entries[$0].link) }
    }

    deinit {
        let settings = UnsafeMutablePointer(mutating: settings)
        settings.deinitialize(count: entries.count)
        settings.deallocate()
    }
}

/// The key of a setting with the type of its value:
///
/// ```swift
/// extension Setting {
///     enum Color {
///         static var title: Setting<ThemeColor> { Setting<ThemeColor>("Color.title") }
///     }
/// }
/// ```
/// ```swift
/// let title = try theme[.Color.title]
/// let shown = theme[.Color.title, default: ThemeColor(red: 0, green: 0, blue: 0)]
/// ```
public struct Setting<Value: SettingConvertible>: Hashable, Sendable, CustomStringConvertible {
    /// The key without the type.
    public let key: SettingKey

    /// Makes a typed key. Nothing checks whether a theme sets it, or which type it has there.
    public init(_ key: SettingKey) { self.key = key }

    /// Makes a typed key from a path and its hash, for generated code.
    public init(_ path: String, hash: UInt64) { key = SettingKey(path, hash: hash) }

    public var description: String { key.path }
}
