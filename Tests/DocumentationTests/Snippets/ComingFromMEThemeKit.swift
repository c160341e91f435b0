import Testing
import ThemeManagement

// snippet
enum Palette {
    static let price: ThemeValue<Theme, NativeColor> = .color("Color.ThemeColorMode_Default").map { NativeColor($0) }
}
// end

let comingFromMEThemeKit: @MainActor @Sendable () throws -> Void = {
    let (page, label, imageView, sureButton) = (View(), TextLabel(), View(), PushButton())
    let (priceLabel, totalLabel) = (NativeLabel(), NativeLabel())

    // snippet
    let manager = try ThemeManager(folder: .appResources, restoringFrom: UserDefaultsStore())
    // end
    // snippet
    try manager.bind(label, \.textColor, to: .color("Color.ThemeColorMode_Default"))
    try manager.bind(imageView, \.image, to: .image("common/buttonImage", scale: .two))
    try manager.bind(priceLabel, \.textColor, to: Palette.price)
    try manager.bind(totalLabel, \.textColor, to: .color("Color.ThemeColorMode_Default").map { NativeColor($0) })
    try manager.bind(
        sureButton, as: "titleColor",
        states: .colors("Button.ThemeMode_Button_NoBackgroundImage_SureButton.titleColor"),
        get: { $0.titleColor(for: $1) }, set: { $0.setTitleColor($2, for: $1) })
    // end
    // snippet
    manager.hook = { change, apply in
        let seconds = (try? change.new.theme.number("Metrics.animationDuration")) ?? 0.25
        View.animate(withDuration: seconds, animations: apply)
    }
    // end
    #expect(label.textColor == .rgb(0xF8, 0x58, 0x25))
    #expect(sureButton.titleColor(for: .disabled) == .rgb(0x66, 0x66, 0x66))

    // snippet
    manager.observe(page) { page, change in page.reload() }
    // end
    // snippet
    assert(manager.unresolved.isEmpty, "\(manager.unresolved)")  // for all names that were bound or read
    // end

    // snippet
    try manager.select("year")
    // end
    // snippet
    let titles = manager.theme.control("Button", "ThemeMode_Button_NavBarRight")
    let color = try titles.color("titleColor", for: .normal)
    // end
    #expect(color == .rgb(0xFF, 0xE9, 0xA6))
    #expect(label.textColor == .rgb(0xC0, 0x16, 0x28) && priceLabel.textColor?.rgb == [0xC0, 0x16, 0x28])
    #expect(totalLabel.textColor == priceLabel.textColor && page.reloads == 1)
    #expect(imageView.image?.origin.entry == "images/common/year_buttonImage@2x.png")
    #expect(sureButton.titleColor(for: .disabled) == .rgb(0x9A, 0x84, 0x78))
    #expect(View.animations == [0.4] && manager.theme.imageNamePrefix.string == "year_")
    #expect(try UserDefaultsStore().load() == "year@brand")
}
