import Foundation
import Testing
import ThemeManagement

/// Writes the property lists of an app.
func writeSkins() throws {
    try write(["background": "#FFF", "title": "rgb(1, 2, 3)", "rowSize": "{320, 44}", "greeting": "Good day"], "day")
    try write(["super": "day", "background": "000", "title": "#FFF"], "night")
}

let comingFromDDSkin: @MainActor @Sendable () throws -> Void = {
    let (page, view, label) = (View(), View(), TextLabel())

    // snippet
    let table = ThemeTable { name in try SettingsStorage.inheriting(name, in: .appResources) }
    let manager = try ThemeSourceManager(table, default: "day")
    // end
    try manager.bind(view, \.backgroundColor, to: .color("background"))
    #expect(view.backgroundColor == .rgb(255, 255, 255))

    // snippet
    try manager.bind(label, as: "greeting", to: .string("greeting")) { label, text in label.text = text ?? "Hello" }
    // end
    #expect(label.text == "Good day")

    // snippet
    manager.observe(page) { page, change in page.reload() }
    // end
    // snippet
    try manager.select("night")
    // end
    #expect(page.reloads == 1)

    // snippet
    let title = try manager.theme.color("title")
    let row = try manager.theme.size("rowSize")  // "{320, 44}"
    // end
    #expect(view.backgroundColor == .rgb(0, 0, 0) && label.text == "Good day")
    #expect(title == .rgb(255, 255, 255) && row == PointSize(width: 320, height: 44))

    try manager.bind(view, \.backgroundColor, to: nil)
    #expect(view.backgroundColor == .toolkit)
}

private func write(_ settings: [String: String], _ name: String) throws {
    let data = try PropertyListSerialization.data(fromPropertyList: settings, format: .xml, options: 0)
    try data.write(to: URL(fileURLWithPath: "\(packs)/\(name).plist"))
}
