import ThemeManagement

/// A stack of pages, and the manager of their theme.
@MainActor
final class App {
    let manager: ThemeManager
    /// The themes in the order of the list: the default theme first. Those for high contrast follow the system
    /// in an app, so nobody chooses them.
    let themes: [ThemeID]
    private(set) var pages: [Page] = []

    /// - Parameters:
    ///   - packs: paths of the default theme's pack and of others, in any order.
    ///   - store: saves the choice until the next start.
    init(mounting packs: [String], store: any ThemeStore) throws {
        var mounted = try packs.map { path throws(ThemeError) in try ThemePack(mounting: path) }
        guard let number = mounted.firstIndex(where: { $0.theme.id == .default }) else {
            throw ThemeError.defaultRequired(found: mounted.first?.theme.id)
        }
        let library = try ThemeLibrary(default: mounted.remove(at: number))
        for pack in mounted { try library.add(pack) }
        manager = try ThemeManager(library)
        let snapshot = library.snapshot
        themes =
            [.default] + snapshot.ids.filter { $0 != .default && ["brand", "mode"].contains(snapshot.axis(of: $0)) }
        try manager.restore(from: store)
        pages = [try .home(manager)]
    }

    /// Handles a key, and returns whether to go on.
    func press(_ key: Character) throws -> Bool {
        switch key {
        case "d" where pages.count == 1: pages.append(try .detail(manager))
        case "t" where !isChoosing: pages.append(try .themes(themes, manager))
        case "b" where pages.count > 1: pages.removeLast()
        case "1"..."9" where isChoosing:
            if let number = key.wholeNumberValue, number <= themes.count { try choose(themes[number - 1]) }
        case "q": return false
        default: break
        }
        return true
    }

    /// Selects a theme, or clears its axis if it is selected. Every page on the stack follows, visible or not.
    private func choose(_ id: ThemeID) throws {
        if manager.current.ids.contains(id), let axis = manager.library.snapshot.axis(of: id) {
            try manager.select(.default, for: axis)
        } else {
            try manager.select(id)
        }
    }

    private var isChoosing: Bool { pages.last?.bar.text == "Themes" }
}
