import Testing
import ThemeRuntime

// snippet
enum Palette {
    static let price = ThemeValue<Theme, Colour>.colour("Color.ThemeColorMode_Default").map { NativeColour($0) }
}
// end

@MainActor
func comingFromMEThemeKit() throws {
    let (label, imageView, sureButton, priceLabel) = (TextLabel(), View(), PushButton(), NativeLabel())

    // snippet
    let library = try ThemeLibrary(default: ThemePack(mounting: "dist/default-1.0.0.themepack.zip"))
    try library.add(ThemePack(mounting: "dist/year-1.2.0.themepack.zip"))
    let manager = try ThemeManager(library)
    try manager.restore(from: FileStore("choice.txt"))
    // end
    // snippet
    try manager.bind(label, \.textColour, to: .colour("Color.ThemeColorMode_Default"))
    try manager.bind(imageView, \.image, to: .image("common/buttonImage", scale: .two))
    // end
    // snippet
    try manager.bind(priceLabel, \.textColour, to: Palette.price)
    // end
    // snippet
    try manager.bind(
        sureButton, as: "titleColour",
        states: .colours("Button.ThemeMode_Button_NoBackgroundImage_SureButton.titleColor"),
        get: { $0.titleColour(for: $1) }, set: { $0.setTitleColour($2, for: $1) })
    // end
    // snippet
    manager.hook = { change, apply in
        let seconds = (try? change.new.theme.number("Metrics.animationDuration")) ?? 0.25
        View.animate(seconds: seconds, apply)
    }
    // end
    #expect(label.textColour == .rgb(0xF8, 0x58, 0x25))
    #expect(sureButton.titleColour(for: .disabled) == .rgb(0x66, 0x66, 0x66))

    // snippet
    try manager.select(ThemeID("year"))
    // end
    // snippet
    let titles = manager.theme.control("Button", "ThemeMode_Button_NavBarRight")
    let colour = try titles.colour("titleColor", for: .normal)
    // end
    #expect(colour == .rgb(0xFF, 0xE9, 0xA6))
    #expect(label.textColour == .rgb(0xC0, 0x16, 0x28) && priceLabel.textColour?.rgb == [0xC0, 0x16, 0x28])
    #expect(imageView.image?.origin.entry == "images/common/year_buttonImage@2x.png")
    #expect(sureButton.titleColour(for: .disabled) == .rgb(0x9A, 0x84, 0x78))
    #expect(View.animations == [0.4] && manager.theme.imageNamePrefix.string == "year_")
    #expect(try FileStore("choice.txt").load() == "year")
}
