import ThemeModel

/// The settings in force for a theme, by their paths: what it sets, what it leaves to its parents, ..., to the default theme.
///
/// Objects are merged member by member; anything else is taken whole from the first theme that sets it. `""` and `null` set
/// nothing. Made once, at the first question; afterwards a look-up is one hash table probe.
final class SettingsTable: Sendable {
    struct Entry: Sendable {
        let hash: UInt64
        let path: String
        let value: SettingValue
        /// The value as a colour, in its theme's notation; `nil` if it is none.
        let colour: Colour?
        /// Which theme of the chain sets it; for an object, the first that sets any of it.
        let link: Int
    }

    /// By the numbers that ``number(of:)`` gives. Look at what you need of one: to copy a whole one counts references.
    let entries: [Entry]
    /// Open addressing: numbers of entries plus one, zero for an empty slot. At most half full.
    private let slots: [UInt32]
    private let mask: UInt64
    /// Numbers of the entries that found no slot within reach, by their paths. Empty, unless somebody chose keys with equal
    /// hashes on purpose; a dictionary's own hash cannot be foretold.
    let overflow: [String: Int]

    /// How many slots a path is looked for in.
    static let probesMax = 32

    /// - Parameter layers: settings of the themes of a chain, in its order; `nil` for one without.
    init(_ layers: [(value: SettingValue?, order: Colour.Order)]) {
        var merger = Merger(orders: layers.map(\.order))
        _ = merger.merge(layers.enumerated().compactMap { link, layer in layer.value.map { (link, $0) } }, at: "")
        entries = merger.entries
        var size = 2
        while size < entries.count * 2 { size *= 2 }
        mask = UInt64(size - 1)
        var slots = [UInt32](repeating: 0, count: size)
        var overflow: [String: Int] = [:]
        for (number, entry) in entries.enumerated() {
            let reach = (0..<Self.probesMax).lazy.map { [mask] in Int((entry.hash &+ UInt64($0)) & mask) }
            if let slot = reach.first(where: { slots[$0] == 0 }) {
                slots[slot] = UInt32(number + 1)
            } else if overflow[entry.path] == nil {
                overflow[entry.path] = number
            }
        }
        self.overflow = overflow
        self.slots = slots
    }

    /// The number of a setting's entry. Allocates nothing. Where two settings have one path, as `{"a.b": 1, "a": {"b": 2}}`
    /// has, the deeper one answers.
    func number(of key: SettingKey) -> Int? {
        var slot = Int(truncatingIfNeeded: key.hash & mask)
        for _ in 0..<Self.probesMax {
            guard slots[slot] != 0 else { return nil }
            let number = Int(slots[slot]) - 1
            // Of equal hashes all but none are of equal strings, so the order in which they are compared does not matter.
            if entries[number].hash == key.hash, entries[number].path == key.path { return number }
            slot = (slot + 1) & Int(truncatingIfNeeded: mask)
        }
        return overflow.isEmpty ? nil : overflow[key.path]
    }

    /// A whole entry.
    func entry(_ key: SettingKey) -> Entry? { number(of: key).map { entries[$0] } }

    private struct Merger {
        let orders: [Colour.Order]
        var entries: [Entry] = []

        /// Merges the values that themes have at one path, and notes the result and everything below it.
        ///
        /// The recursion is as deep as the files are, and `JSONReader` bounds that.
        mutating func merge(_ values: [(link: Int, value: SettingValue)], at path: String) -> SettingValue? {
            let set = values.filter { $0.value.isSet }
            guard let first = set.first else { return nil }
            var result = first.value
            if case .object = first.value {
                var members: [String: [(link: Int, key: String, value: SettingValue)]] = [:]
                // A theme that sets something else here hides the objects of those behind it.
                for (link, value) in set.prefix(while: { $0.value.object != nil }) {
                    for (key, member) in value.object ?? [:] { members[key, default: []].append((link, key, member)) }
                }
                var merged: [String: SettingValue] = [:]
                for key in members.keys.sorted() {
                    // For Swift two Unicode forms of one word are one key; for look-ups, which know bytes, they are two.
                    var rest = members[key] ?? []
                    while let form = rest.first?.key {
                        let same = rest.filter { ByteOrder.equal($0.key, form) }.map { ($0.link, $0.value) }
                        rest.removeAll { ByteOrder.equal($0.key, form) }
                        let value = merge(same, at: path.isEmpty ? form : "\(path).\(form)")
                        merged[form] = merged[form] ?? value
                    }
                }
                result = .object(merged)
            }
            let colour = result.string.flatMap { try? Colour($0, order: orders[first.link]) }
            entries.append(
                Entry(hash: XXHash64.hash(path), path: path, value: result, colour: colour, link: first.link))
            return result
        }
    }
}
