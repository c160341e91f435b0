import Testing
import ThemeRuntime

// snippet
protocol Appearance: Sendable {
    var background: Colour { get }
    var titleText: Colour { get }
    var detailText: Colour { get }
}

struct RedAppearance: Appearance {
    let background = Colour(red: 0xFF, green: 0xEE, blue: 0xEE)
    let titleText = Colour(red: 0xC0, green: 0x16, blue: 0x28)
    let detailText = Colour(red: 0x8C, green: 0x5A, blue: 0x1E)
}
// end

struct BlackAppearance: Appearance {
    let background = Colour(red: 0, green: 0, blue: 0)
    let titleText = Colour(red: 0xFF, green: 0xFF, blue: 0xFF)
    let detailText = Colour(red: 0xAA, green: 0xAA, blue: 0xAA)
}

// snippet
enum AppearanceType: String, CaseIterable, ThemeIdentifier {
    case red, black

    var appearance: any Appearance {
        switch self {
        case .red: RedAppearance()
        case .black: BlackAppearance()
        }
    }
}
// end

@MainActor
func comingFromCEThemeSwitcher() throws {
    let (page, title, detail) = (View(), TextLabel(), TextLabel())

    // snippet
    let table = ThemeTable(AppearanceType.self) { type in type.appearance }
    let manager = try ThemeManager(table, default: .red)
    // end
    // snippet
    try manager.bind(page, \.backgroundColour, to: ThemeValue(\.background))
    try manager.bind(title, \.textColour, to: ThemeValue(\.titleText))
    try manager.bind(detail, \.textColour, to: ThemeValue(\.detailText))
    // end
    #expect(page.backgroundColour == RedAppearance().background)

    // snippet
    let rows = table.ids  // all cases, in their order
    try manager.select(rows[1])
    // end
    #expect(page.backgroundColour == BlackAppearance().background && title.textColour == BlackAppearance().titleText)
    #expect(detail.textColour == BlackAppearance().detailText)
}
