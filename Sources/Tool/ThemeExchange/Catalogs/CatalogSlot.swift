import ThemeModel

/// An entry of a set's `Contents.json`: the devices and appearances that an image or a color is for.
struct CatalogSlot {
    /// The index in `Contents.json`.
    let index: Int
    let value: SettingValue
    /// `nil` if the slot is for all appearances.
    fileprivate(set) var appearance: String?
    let idiom: String
    /// `nil` in a set with a single scale.
    let scale: Scale?
    /// Conditions that themes do not have: `locale de`.
    let restrictions: [String]
    /// The lowest rank is taken among slots that are equal otherwise.
    let rank: Int
    let defect: String?

    private static let plain: Set = [
        "appearances", "idiom", "scale", "filename", "display-gamut", "language-direction", "resizing", "color",
        "alignment-insets", "template-rendering-intent", "unassigned", "info",
    ]

    init(_ value: SettingValue, index: Int) {
        self.index = index
        self.value = value
        idiom = value["idiom"]?.string ?? "universal"
        var restrictions: [String] = []
        var rank = 0
        let (appearance, others) = Self.appearance(value["appearances"]?.items ?? [])
        self.appearance = appearance
        restrictions += others.map { "appearance \($0)" }
        for (key, usual, words) in [("display-gamut", "sRGB", "gamut "), ("language-direction", "left-to-right", "")] {
            guard let found = value[key]?.string else { continue }
            if found == usual { rank += 1 } else { restrictions.append(words + found) }
        }
        for (key, member) in (value.object ?? [:]).sorted(by: { $0.key < $1.key }) where !Self.plain.contains(key) {
            restrictions.append(member.string.map { "\(key) \($0)" } ?? key)
        }
        if value["unassigned"]?.flag == true { restrictions.append("unassigned") }
        self.restrictions = restrictions
        self.rank = rank
        let text = value["scale"]?.string
        scale = text.flatMap(Self.scale)
        defect = text != nil && scale == nil ? "the scale '\(text ?? "")' is not 1x, 2x or 3x" : nil
    }

    private static func scale(_ text: String) -> Scale? {
        guard text.utf8.count == 2, text.hasSuffix("x") else { return nil }
        return Int(text.dropLast()).flatMap { Scale($0) }
    }

    /// Its restrictions, for messages.
    var words: String {
        let words = (idiom == "universal" ? [] : ["idiom \(idiom)"]) + restrictions
        return words.joined(separator: ", ")
    }

    /// Returns `dark`, `light`, `high-contrast` or a combination, `nil` for all appearances, and unknown conditions.
    private static func appearance(_ items: [SettingValue]) -> (name: String?, unknown: [String]) {
        var luminosity: String?
        var isHighContrast = false
        var unknown: [String] = []
        for item in items {
            switch (item["appearance"]?.string, item["value"]?.string) {
            case ("luminosity", "dark"?): luminosity = "dark"
            case ("luminosity", "light"?): luminosity = "light"
            case ("contrast", "high"?): isHighContrast = true
            case ("contrast", "normal"?), ("contrast", "standard"?): break
            case (let appearance, let value): unknown.append("\(appearance ?? "?") \(value ?? "?")")
            }
        }
        let parts = [luminosity, isHighContrast ? "high-contrast" : nil].compactMap(\.self)
        // A hostile file can have thousands.
        let shown = unknown.prefix(3) + (unknown.count > 3 ? ["and \(unknown.count - 3) more"] : [])
        return (parts.isEmpty ? nil : parts.joined(separator: "-"), Array(shown))
    }
}

/// The slots of a set that become part of themes: one for each appearance and scale.
struct SlotSelection {
    private(set) var slots: [CatalogSlot] = []
    private(set) var notes: [ExchangeItem.Note] = []

    /// - Parameter candidates: the slots that have a file or a color.
    init(from candidates: [CatalogSlot]) {
        let usable = candidates.filter { $0.restrictions.isEmpty && $0.defect == nil }
        let idiom = Self.preferredIdiom(of: usable)
        if let idiom, idiom != "universal" { notes.append(.changed("idiom \(idiom), taken for all")) }
        // By appearance and scale.
        var chosen: [[String?]: CatalogSlot] = [:]
        var left: [String] = []
        for slot in candidates {
            guard slot.defect == nil else {
                notes.append(.defect(slot.defect ?? ""))
                continue
            }
            let place = [slot.appearance, slot.scale?.description]
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
            for index in slots.indices where slots[index].appearance == "light" { slots[index].appearance = nil }
        }
        notes += left.map { .left($0) }
    }

    /// The idiom that most devices have. Sets for one device have only that device's.
    private static func preferredIdiom(of slots: [CatalogSlot]) -> String? {
        let idioms = Set(slots.map(\.idiom))
        let known = ["universal", "iphone", "ipad", "mac", "vision", "tv", "watch", "car"]
        return known.first(where: idioms.contains) ?? idioms.min()
    }
}
