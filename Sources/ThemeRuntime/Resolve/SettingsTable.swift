import ThemeModel

/// The merged settings of a chain, by path. Objects are merged member by member. Any other value comes from the first
/// theme that sets it.
package final class SettingsTable: Sendable {
    struct Entry: Sendable {
        let key: SettingKey
        /// The index in the chain of the theme that sets it. For an object, it is the first that sets a member.
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
    package init(_ layers: [(value: SettingValue?, order: ThemeColor.Order)]) {
        var merger = Merger(orders: layers.map(\.order))
        _ = merger.merge(layers.enumerated().compactMap { link, layer in layer.value.map { (link, $0) } }, at: "")
        entries = merger.entries
        let settings = UnsafeMutablePointer<ResolvedSetting>.allocate(capacity: entries.count)
        settings.initialize(from: merger.settings, count: entries.count)
        self.settings = UnsafePointer(settings)
        if let slots = Self.slots(of: entries) {
            (self.slots, numbers) = (slots, [:])
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

    /// Returns the index of an entry. Of two settings with one path, as in `{"a.b": 1, "a": {"b": 2}}`, it is the
    /// deeper one.
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

    private struct Merger {
        let orders: [ThemeColor.Order]
        var entries: [Entry] = []
        var settings: [ResolvedSetting] = []

        /// Adds entries for the result and its members. `JSONReader` bounds the depth of the recursion.
        mutating func merge(_ values: [(link: Int, value: SettingValue)], at path: String) -> SettingValue? {
            let set = values.filter { $0.value.isSet }
            guard let first = set.first else { return nil }
            var result = first.value
            if case .object = first.value {
                var members: [String: [(link: Int, key: String, value: SettingValue)]] = [:]
                // A theme that sets another type hides the objects of the themes after it.
                for (link, value) in set.prefix(while: { $0.value.object != nil }) {
                    for (key, member) in value.object ?? [:] { members[key, default: []].append((link, key, member)) }
                }
                var merged: [String: SettingValue] = [:]
                for key in members.keys.sorted() {
                    // A dictionary takes two Unicode forms of a word for one key. Look-ups compare bytes.
                    var rest = members[key] ?? []
                    while let form = rest.first?.key {
                        let same = rest.filter { UTF8Order.equal($0.key, form) }.map { ($0.link, $0.value) }
                        rest.removeAll { UTF8Order.equal($0.key, form) }
                        let value = merge(same, at: path.isEmpty ? form : "\(path).\(form)")
                        merged[form] = merged[form] ?? value
                    }
                }
                result = .object(merged)
            }
            entries.append(Entry(key: SettingKey(path), link: first.link))
            settings.append(ResolvedSetting(result, colorOrder: orders[first.link]))
            return result
        }
    }
}
