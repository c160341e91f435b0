import Testing
import ThemeManagement

let switchingThemes: @MainActor @Sendable () throws -> Void = {
    let page = View()
    let library = try ThemeLibrary(default: ThemePack(mounting: "\(packs)/default-1.0.0.themepack.zip"))
    try library.add(ThemePack(mounting: "\(packs)/year-1.2.0.themepack.zip"))
    let manager = try ThemeManager(library)

    // snippet
    let image = try manager.theme.image(forKey: "Images.primaryButton", at: .two)
    // end
    #expect(image?.name == "common/buttonImage")

    // snippet
    try manager.bind(page, \.backgroundColor, to: .color("Color.background"))

    manager.hide(page)  // it left the screen
    try manager.select("year")  // does not update the page
    manager.show(page)  // it comes back, and is updated
    // end
    #expect(page.backgroundColor == .rgb(0xFF, 0xF6, 0xE5))

    // snippet
    try manager.restore(from: UserDefaultsStore())
    // end
}
