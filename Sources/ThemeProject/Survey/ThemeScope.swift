package enum ThemeScope: Hashable, Sendable, CustomStringConvertible {
    case everything
    case folders(Set<String>)

    package var isEverything: Bool { self == .everything }

    package var description: String {
        switch self {
        case .everything: "all themes"
        case .folders(let folders): folders.sorted().joined(separator: ", ")
        }
    }

    package func contains(_ folder: String) -> Bool {
        switch self {
        case .everything: true
        case .folders(let folders): folders.contains(folder)
        }
    }
}
