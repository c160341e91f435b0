import Testing
import ThemeManagement

// snippet
extension ImageKey {
    static let primaryButton = ImageKey("common/buttonImage")
}

extension SettingKey {
    static let background = SettingKey("Color.background")
}
// end

let fromFolderToPixel: @Sendable () throws -> Void = {
    // snippet
    let defaults = try ThemePack(mounting: "\(packs)/default-1.0.0.themepack.zip")
    let year = try ThemePack(mounting: "\(packs)/year-1.2.0.themepack.zip")
    print(year.theme.name, year.theme.version)  // New Year 1.2.0
    // end

    // snippet
    let library = try ThemeLibrary(default: defaults)
    try library.add(year)

    let theme = library.theme("year") ?? library.defaultTheme
    if let button = try theme.image("common/buttonImage", scale: .two) {
        print(button.origin.theme, button.scale, button.pixelSize)  // year @2x 88x44
    }
    let missing = try theme.image("common/noSuchImage", scale: .two)  // nil
    // end
    #expect(missing == nil)

    // snippet
    let image = try theme.image(.primaryButton, scale: .two)
    let background = try theme.color(.background)
    let caption = try theme.color("Button.ThemeMode_Button_NavBarRight.titleColor.UIControlStateNormal")
    // end
    #expect(image?.name == "common/buttonImage" && background != nil && caption != nil)

    // snippet
    if let button = try theme.image("common/buttonImage", scale: .two) {
        let bytes = try button.bytes()
        let signature = bytes.withSpan { span in (1...3).map { span.unsafeLoad(fromByteOffset: $0, as: UInt8.self) } }
        let png = bytes.data
        print(String(decoding: signature, as: UTF8.self), png.count == button.byteCount)  // PNG true
    }
    // end

    // snippet
    let title = try theme.color("Color.title")  // set by year itself
    let radius = try theme.number("Metrics.cornerRadius")  // also by year: 9
    let rowSize = try theme.size("Metrics.rowSize")  // inherited from default: 320x44
    let unknown = try theme.string("Color.noSuchKey")  // nil: nothing of the chain sets it
    // end
    #expect(title == ThemeColor(red: 0x7A, green: 0x0A, blue: 0x18) && radius == 9 && unknown == nil)
    #expect(rowSize == PointSize(width: 320, height: 44))
}
