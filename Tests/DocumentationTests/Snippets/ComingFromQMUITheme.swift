import Testing
import ThemeManagement

private struct AppTheme: Equatable {
    let name: String
    let title: ThemeColor

    static let light = AppTheme(name: "Light", title: .rgb(0x22, 0x22, 0x22))
    static let dark = AppTheme(name: "Dark", title: .rgb(0xEE, 0xEE, 0xEE))
}

private enum Paper: String, CaseIterable, ThemeIdentifier {
    case white, yellow

    var look: AppTheme { AppTheme(name: rawValue, title: .rgb(0, 0, 0)) }
}

let comingFromQMUITheme: @MainActor @Sendable () async throws -> Void = {
    let label = TextLabel()

    // snippet
    let table = ThemeTable<String, AppTheme>(generator: { id in id == "dark" ? AppTheme.dark : nil })
    try table.add("light", AppTheme.light)
    let manager = try ThemeSourceManager(table, default: "light")
    // end
    // snippet
    try manager.select("dark")
    // end
    #expect(manager.theme == .dark && table.ids == ["light", "dark"])

    // snippet
    try manager.bind(label, \.textColor, to: ThemeValue(\.title))
    // end
    // snippet
    manager.observe(label) { label, change in
        label.text = change.new.theme.name
    }
    // end
    // snippet
    try manager.select(theme: AppTheme.light)
    print(manager.id, manager.theme.title)  // light #FF222222
    // end
    #expect(label.textColor == AppTheme.light.title && label.text == "Light")

    // snippet
    let reader = try ThemeManagerCenter.shared.manager(named: "reader") {
        try ThemeSourceManager(ThemeTable(Paper.self) { paper in paper.look }, default: .white)
    }
    // end
    try reader.select(.yellow)
    #expect(manager.id == "light")

    let first = FirstChange(changes: manager.changes.prefix(1))
    try manager.select("dark")
    await follow(first)

    let (styles, system) = AsyncStream.makeStream(of: SystemStyle.self)
    // snippet
    let following = Task {
        try await manager.follow(styles, as: [.light: "light", .dark: "dark"]) { error in print(error) }
    }
    // end
    system.yield(.light)
    system.finish()
    try await following.value
    #expect(manager.id == "light")
}

/// Stands for a manager whose changes end after the first.
private struct FirstChange {
    let changes: AsyncPrefixSequence<ThemeChanges<String, AppTheme>>
}

private let follow: @MainActor @Sendable (FirstChange) async -> Void = { manager in
    // snippet
    for await change in manager.changes {
        print(change.old.id, "->", change.new.id)  // light -> dark
    }
    // end
}
