import Foundation
import Testing
import ThemeManagement

/// Writes the property lists of an app.
func writeSkins() throws {
    try write(["background": "#FFF", "title": "rgb(1, 2, 3)", "rowSize": "{320, 44}", "greeting": "Good day"], "day")
    try write(["super": "day", "background": "000", "title": "#FFF"], "night")
}

let comingFromDDSkin: @MainActor @Sendable () throws -> Void = {
    let (view, label) = (View(), TextLabel())

    // snippet
    let resources = PackFolder.appResources.path
    let table = ThemeTable<String, SettingsStorage> { name in
        try SettingsStorage.inheriting(name) { name in
            guard let data = FileManager.default.contents(atPath: "\(resources)/\(name).plist") else { return nil }
            return try SettingsParser.propertyList(data, label: "\(name).plist")
        }
    }
    let manager = try ThemeSourceManager(table, default: "day")
    // end
    // snippet
    try manager.bind(view, \.backgroundColor, to: .color("background"))
    // end
    #expect(view.backgroundColor == .rgb(255, 255, 255))

    // snippet
    try manager.bind(label, as: "greeting", to: .string("greeting")) { label, greeting in
        label.text = greeting ?? "Hello"
    }
    // end
    #expect(label.text == "Good day")

    // snippet
    let observation = manager.observe(.willChange) { change in
        print(change.old.id, "->", change.new.id)  // day -> night
    }
    try manager.select("night")
    observation.cancel()
    // end
    // snippet
    let title = try manager.theme.color("title")
    let row = try manager.theme.size("rowSize")  // "{320, 44}"
    // end
    #expect(view.backgroundColor == .rgb(0, 0, 0) && label.text == "Good day")
    #expect(title == .rgb(255, 255, 255) && row == PointSize(width: 320, height: 44))

    // snippet
    try manager.bind(view, \.backgroundColor, to: nil)
    // end
    #expect(view.backgroundColor == .toolkit)
}

private func write(_ settings: [String: String], _ name: String) throws {
    let data = try PropertyListSerialization.data(fromPropertyList: settings, format: .xml, options: 0)
    try data.write(to: URL(fileURLWithPath: "\(packs)/\(name).plist"))
}
