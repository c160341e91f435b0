import ThemeModel

/// An appearance for which a set of a catalog has its own images or colors.
enum CatalogAppearance: String, CaseIterable, Comparable {
    case light
    case dark
    case highContrast = "high-contrast"
    case lightHighContrast = "light-high-contrast"
    case darkHighContrast = "dark-high-contrast"

    private var conditions: [(appearance: String, value: String)] {
        switch self {
        case .light: [("luminosity", "light")]
        case .dark: [("luminosity", "dark")]
        case .highContrast: [("contrast", "high")]
        case .lightHighContrast: [("luminosity", "light"), ("contrast", "high")]
        case .darkHighContrast: [("luminosity", "dark"), ("contrast", "high")]
        }
    }

    /// Whether the conditions of another appearance hold as well.
    func includes(_ other: CatalogAppearance) -> Bool {
        other.conditions.allSatisfy { condition in conditions.contains { $0 == condition } }
    }

    /// The value of `appearances` in a slot.
    var value: SettingValue {
        .list(conditions.map { .object(["appearance": .string($0.appearance), "value": .string($0.value)]) })
    }

    /// The order in which Xcode writes slots: fewer conditions come first.
    static func < (left: CatalogAppearance, right: CatalogAppearance) -> Bool { left.rank < right.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
