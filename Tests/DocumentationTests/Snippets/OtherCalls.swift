import Foundation
import Testing
import ThemeManagement
import ThemeTrust
import ThemeUpdates

private final class Label {
    var color = ThemeColor(red: 0, green: 0, blue: 0)
}

// Public calls that no article shows.

@MainActor
func otherCalls(_ folder: PackFolder, _ url: URL) async throws {
    let label = Label()
    let pack = try ThemePack(mounting: url)
    let library = try ThemeLibrary(folder: folder)
    let manager = try ThemeManager(folder: folder)
    try library.mount(pack)
    try await manager.mount(pack)
    manager.bind(label, \.color, to: .Color.title)
    manager.bind(label, as: "x", to: .Color.title) { label, color in
        if let color { label.color = color }
    }
    manager.bind(label, \.color, reporting: .color("Color.title"))
    let report = await manager.remountReplaced()
    #expect(report.problems.isEmpty)
    #expect(label.color == ThemeColor(red: 0x2B, green: 0x1B, blue: 0x14))
    _ = (PackFolder(url), FileStore(url), manager.follow(folder))
}

@MainActor
private func axes(_ library: ThemeLibrary, _ manager: ThemeManager) throws {
    _ = try library.theme(selecting: "acme", "dark")
    try manager.select("dark", for: "mode")
}

private func images(_ image: ThemeImage) throws -> ThemeRendering { try image.rendering }

private func releases(_ feed: ThemeFeed, _ channel: FeedChannel, _ theme: ThemeID) -> FeedEntry? {
    for release in feed.channels[channel] ?? [] { print(release.contract, release.rollout) }
    return feed.channels[channel]?.first?.themes[theme]
}
