import ThemeModel

/// The slots of a set that become part of themes: one for each appearance and scale.
struct SlotSelection {
    private(set) var slots: [CatalogSlot] = []
    private(set) var notes: [ExchangeItem.Note] = []

    private struct Place: Hashable {
        let appearance: String?
        let scale: Scale?
    }

    /// - Parameter candidates: the slots that have a file or a color.
    init(from candidates: [CatalogSlot]) {
        let usable = candidates.filter { $0.restrictions.isEmpty && $0.defect == nil }
        let idiom = Self.preferredIdiom(of: usable)
        if let idiom, idiom != "universal" { notes.append(.changed("idiom \(idiom), taken for all")) }
        var chosen: [Place: CatalogSlot] = [:]
        var left: [String] = []
        for slot in candidates {
            guard slot.defect == nil else {
                notes.append(.defect(slot.defect ?? ""))
                continue
            }
            let place = Place(appearance: slot.appearance, scale: slot.scale)
            if !slot.restrictions.isEmpty || slot.idiom != idiom {
                left.append(slot.words.isEmpty ? "idiom universal" : slot.words)
            } else if let other = chosen[place] {
                if slot.rank < other.rank { chosen[place] = slot }
                left.append(slot.rank == other.rank ? "a second one for the same use" : "gamut or direction")
            } else {
                chosen[place] = slot
            }
        }
        slots = chosen.values.sorted { $0.index < $1.index }
        if !slots.contains(where: { $0.appearance == nil }), slots.contains(where: { $0.appearance == "light" }) {
            notes.append(.changed("light appearance, taken as the default"))
            slots = slots.map { $0.appearance == "light" ? CatalogSlot($0, appearance: nil) : $0 }
        }
        notes += Self.distinct(left).map { .left($0) }
    }

    /// The idiom that most devices have. Sets for one device have only that device's.
    private static func preferredIdiom(of slots: [CatalogSlot]) -> String? {
        let idioms = Set(slots.map(\.idiom))
        let known = ["universal", "iphone", "ipad", "mac", "vision", "tv", "watch", "car"]
        return known.first(where: idioms.contains) ?? idioms.min()
    }

    private static func distinct(_ words: [String]) -> [String] {
        var known: Set<String> = []
        return words.filter { known.insert($0).inserted }
    }
}

extension CatalogSlot {
    fileprivate init(_ slot: CatalogSlot, appearance: String?) {
        index = slot.index
        value = slot.value
        idiom = slot.idiom
        scale = slot.scale
        restrictions = slot.restrictions
        rank = slot.rank
        defect = slot.defect
        self.appearance = appearance
    }
}
