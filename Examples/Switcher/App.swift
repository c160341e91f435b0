import ThemeRuntime

/// Pages on a stack, and a manager that says which theme they show.
@MainActor
final class App {
    let manager: Manager
    /// The themes in the order in which they are listed: the default theme first.
    let themes: [ThemeID]
    private(set) var pages: [Page] = []

    /// - Parameters:
    ///   - packs: of the default theme and of others, in any order.
    ///   - store: keeps the choice from one start to the next.
    init(mounting packs: [String], store: any ThemeStore) throws {
        var mounted = try packs.map { path throws(ThemeError) in try ThemePack(mounting: path) }
        guard let number = mounted.firstIndex(where: { $0.theme.id == .default }) else {
            throw ThemeError.defaultRequired(found: mounted.first?.theme.id)
        }
        let library = try ThemeLibrary(default: mounted.remove(at: number))
        for pack in mounted { try library.add(pack) }
        manager = try Manager(library)
        themes = [.default] + library.snapshot.ids.filter { $0 != .default }
        try manager.restore(from: store)
        pages = [try .home(manager)]
    }

    /// - Returns: whether to go on.
    func press(_ key: Character) throws -> Bool {
        switch key {
        case "d" where pages.count == 1: pages.append(try .detail(manager))
        case "t" where !isChoosing: pages.append(try .themes(themes, manager))
        case "b" where pages.count > 1: pages.removeLast()
        case "1"..."9" where isChoosing:
            // Every page that lives follows, seen or not.
            if let number = key.wholeNumberValue, number <= themes.count { try manager.select(themes[number - 1]) }
        case "q": return false
        default: break
        }
        return true
    }

    private var isChoosing: Bool { pages.last?.bar.text == "Themes" }
}
