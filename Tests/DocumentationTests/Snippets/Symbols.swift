import Testing
import ThemeManagement

// snippet
extension ImageKey {
    static let primaryButton = ImageKey("common/buttonImage")
}
// end

// snippet
extension SettingKey {
    static let background = SettingKey("Color.background")
}
// end

// snippet
extension Setting {
    enum Color {
        static var title: Setting<ThemeColor> { Setting<ThemeColor>("Color.title") }
    }
}
// end

func atTypedKeys() throws {
    let theme = try ThemeLibrary(default: ThemePack(mounting: "dist/default-1.0.0.themepack.zip")).defaultTheme
    // snippet
    let title = try theme[.Color.title]
    let shown = theme[.Color.title, default: ThemeColor(red: 0, green: 0, blue: 0)]
    // end
    #expect(title == shown)
}

func atThemeLibrary() throws {
    // snippet
    let library = try ThemeLibrary(default: ThemePack(mounting: "dist/default-1.0.0.themepack.zip"))
    try library.add(ThemePack(mounting: "dist/year-1.2.0.themepack.zip"))
    let theme = try library.theme(ThemeID("year")) ?? library.defaultTheme
    let image = try theme.image("common/buttonImage", scale: .two)
    // end
    #expect(image?.origin.theme == theme.id)
}

func atKeys() throws {
    let theme = try ThemeLibrary(default: ThemePack(mounting: "dist/default-1.0.0.themepack.zip")).defaultTheme
    // snippet
    let image = try theme.image(.primaryButton, scale: .two)
    // end
    // snippet
    let background = try theme.color(.background)
    let title = try theme.color("Button.ThemeMode_Button_NavBarRight.titleColor.UIControlStateNormal")
    // end
    #expect(image?.name == "common/buttonImage")
    #expect(background == ThemeColor(red: 0xFF, green: 0xF8, blue: 0xF4))
    #expect(title == ThemeColor(red: 0xF8, green: 0x58, blue: 0x25))
}
