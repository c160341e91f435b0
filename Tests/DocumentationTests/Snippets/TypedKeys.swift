import Testing
import ThemeManagement

// Keys as the plugin generates them.
extension ImageKey {
    enum Common {
        static var buttonImage: ImageKey { ImageKey("common/buttonImage") }
    }
}

extension Setting {
    enum Metrics {
        static var cornerRadius: Setting<Double> { Setting<Double>("Metrics.cornerRadius") }
    }
}

extension ResourceKey {
    static var licenseTxt: ResourceKey { ResourceKey("license.txt") }
}

let typedKeys: @Sendable () throws -> Void = {
    let theme = try ThemeLibrary(default: ThemePack(mounting: "\(packs)/default-1.0.0.themepack.zip")).defaultTheme
    // snippet
    let button = try theme.image(.Common.buttonImage, scale: .two)
    let title = try theme[.Color.title]  // ThemeColor?
    let radius = theme[.Metrics.cornerRadius, default: 4]  // Double
    let license = try theme.resource(.licenseTxt)
    // end
    #expect(license == nil)
    #expect(button?.scale == .two && title == ThemeColor(red: 0x2B, green: 0x1B, blue: 0x14) && radius == 6)
}
