import Testing
import ThemeManagement

protocol Appearance: Sendable {
    var background: ThemeColor { get }
    var titleText: ThemeColor { get }
    var detailText: ThemeColor { get }
}

struct RedAppearance: Appearance {
    let background = ThemeColor(red: 0xFF, green: 0xEE, blue: 0xEE)
    let titleText = ThemeColor(red: 0xC0, green: 0x16, blue: 0x28)
    let detailText = ThemeColor(red: 0x8C, green: 0x5A, blue: 0x1E)
}

struct BlackAppearance: Appearance {
    let background = ThemeColor(red: 0, green: 0, blue: 0)
    let titleText = ThemeColor(red: 0xFF, green: 0xFF, blue: 0xFF)
    let detailText = ThemeColor(red: 0xAA, green: 0xAA, blue: 0xAA)
}

enum AppearanceType: String, CaseIterable, ThemeIdentifier {
    case red, black

    var appearance: any Appearance {
        switch self {
        case .red: RedAppearance()
        case .black: BlackAppearance()
        }
    }
}

let comingFromCEThemeSwitcher: @MainActor @Sendable () throws -> Void = {
    let (page, title, detail) = (View(), TextLabel(), TextLabel())

    // snippet
    let table = ThemeTable(AppearanceType.self) { type in type.appearance }
    let manager = try ThemeSourceManager(table, default: .red)
    // end
    try manager.bind(page, \.backgroundColor, to: ThemeValue(\.background))
    try manager.bind(title, \.textColor, to: ThemeValue(\.titleText))
    try manager.bind(detail, \.textColor, to: ThemeValue(\.detailText))
    #expect(page.backgroundColor == RedAppearance().background)

    // snippet
    try manager.select(table.ids[1])
    // end
    #expect(page.backgroundColor == BlackAppearance().background && title.textColor == BlackAppearance().titleText)
    #expect(detail.textColor == BlackAppearance().detailText)
}
