import Testing
import ThemeManagement

let readme: @Sendable () throws -> Void = {
    // snippet
    let library = try ThemeLibrary(default: ThemePack(mounting: "dist/default-1.0.0.themepack.zip"))
    try library.add(ThemePack(mounting: "dist/year-1.2.0.themepack.zip"))
    let theme = library.theme("year") ?? library.defaultTheme
    let button = try theme.image("common/buttonImage", scale: .three)  // nil: no theme of the chain has it
    let png = try button?.bytes().data  // checked against its SHA-256, not copied
    let title = try theme.color("Color.title")  // the theme's own, else its parent's
    // end
    #expect(button?.origin.entry == "images/common/year_buttonImage@3x.png" && png?.count == 3276)
    #expect(title == ThemeColor(red: 0x7A, green: 0x0A, blue: 0x18))
}
