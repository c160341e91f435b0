import Testing
import ThemeManagement

let atThemeRuntime: @Sendable () throws -> Void = {
    // snippet
    let library = try ThemeLibrary(default: ThemePack(mounting: "\(packs)/default-1.0.0.themepack.zip"))
    try library.add(ThemePack(mounting: "\(packs)/year-1.2.0.themepack.zip"))

    let theme = library.theme("year") ?? library.defaultTheme
    if let image = try theme.image("common/buttonImage", scale: .three) {  // nil: no theme of the chain has it
        let png = try image.bytes().data  // checked against its SHA-256, not copied
        print(image.pixelSize, image.origin.entry, png.count)
    }
    let title = try theme.color("Color.title")  // the theme's own, else its parent's
    print(theme.explain("common/avatar", scale: .two))  // every step of a look-up
    // end
    #expect(title == ThemeColor(red: 0x7A, green: 0x0A, blue: 0x18))
}
