import Testing
import ThemeManagement

// snippet
extension Setting {
    enum Color {
        static var title: Setting<ThemeColor> { Setting<ThemeColor>("Color.title") }
    }
}
// end

let atTypedKeys: @Sendable () throws -> Void = {
    let theme = try ThemeLibrary(default: ThemePack(mounting: "\(packs)/default-1.0.0.themepack.zip")).defaultTheme
    // snippet
    let title = try theme[.Color.title]
    let shown = theme[.Color.title, default: ThemeColor(red: 0, green: 0, blue: 0)]
    // end
    #expect(title == shown)
}
