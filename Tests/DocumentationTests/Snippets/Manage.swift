import Testing
import ThemeManagement

private final class Label {
    var text = "own"
    var color = ThemeColor(red: 0, green: 0, blue: 0)
}

let atThemeManager: @MainActor @Sendable () throws -> Void = {
    let library = try ThemeLibrary(default: ThemePack(mounting: "\(packs)/default-1.0.0.themepack.zip"))
    try library.add(ThemePack(mounting: "\(packs)/year-1.2.0.themepack.zip"))
    let label = Label()

    // snippet
    let manager = try ThemeManager(library)
    try manager.restore(from: UserDefaultsStore())  // selects the saved theme; later choices are saved there
    try manager.bind(label, \.color, to: .color("Color.title"))  // now, and at every change
    try manager.select("year")
    // end
    #expect(label.color == ThemeColor(red: 0x7A, green: 0x0A, blue: 0x18))
    #expect(try UserDefaultsStore().load() == "year@brand")

    // snippet
    manager.problemHandler = { error in print(error) }
    // end
    let theme = manager.theme
    // snippet
    let title: ThemeValue<Theme, ThemeColor> = .color("Color.title")
    let heading: ThemeValue<Theme, String> = .font("Font.title").map { "\($0.name ?? "system") of \($0.size) points" }
    print(try title.value(in: theme) ?? "not set", heading.value(in: theme, default: "system"))
    // end
    #expect(try heading.value(in: theme) == "PingFangSC-Semibold of 26.0 points")
    // snippet
    try manager.bind(label, \.color, to: .color("Color.tilte"))
    print(manager.unresolved)  // [no theme has the setting 'Color.tilte'; did you mean 'Color.title'?]
    print(manager.theme.explain("Color.tilte"))  // each theme of the chain, and what it sets
    // end
    #expect(
        "\(manager.unresolved)" == "[no theme has the setting 'Color.tilte'; did you mean 'Color.title'?]")
}

private struct Colors: Equatable {
    var title: String
}

private enum Look: String, ThemeIdentifier, CaseIterable {
    case red, blue

    var theme: Colors { Colors(title: rawValue) }
}

let atThemeTable: @MainActor @Sendable () throws -> Void = {
    let label = Label()
    // snippet
    let table = ThemeTable(Look.self) { look in look.theme }  // an enum as the factory, as in CEThemeSwitcher
    let manager = try ThemeSourceManager(table, default: .red)
    try manager.bind(label, \.text, to: ThemeValue(\.title))
    // end
    try manager.select(.blue)
    #expect(label.text == "blue")
}

let atSharedManager: @MainActor @Sendable () async throws -> Void = {
    // snippet
    let shared = ThemeManager.shared
    let folder = PackFolder(PackFolder.appResources.path, mode: .trusted)
    let report = shared.library.sync(folder: folder)
    try shared.refresh()
    try shared.restore(from: UserDefaultsStore())
    // end
    #expect(report.problems.isEmpty && shared.library.ids.count > 1, "\(report) \(shared.library.ids)")
}

private final class Button {
    var titles: [ControlState: ThemeColor] = [:]

    func titleColor(for state: ControlState) -> ThemeColor { titles[state] ?? ThemeColor(red: 0, green: 0, blue: 0) }
    func setTitleColor(_ color: ThemeColor, for state: ControlState) { titles[state] = color }
}

let atStates: @MainActor @Sendable () throws -> Void = {
    let manager = try ThemeManager(ThemeLibrary(default: ThemePack(mounting: "\(packs)/default-1.0.0.themepack.zip")))
    let button = Button()
    // snippet
    try manager.bind(
        button, as: "titleColor", states: .colors("Button.ThemeMode_Button_NavBarRight.titleColor"),
        get: { $0.titleColor(for: $1) }, set: { $0.setTitleColor($2, for: $1) })
    // end
    #expect(button.titles.count == 3)
}
