import Foundation
import TestSupport
import Testing
import ThemeManagement

extension Setting {
    fileprivate enum Color { static var title: Setting<ThemeColor> { Setting<ThemeColor>("Color.title") } }
    fileprivate enum Images { static var good: Setting<String> { Setting<String>("Images.good") } }
}

private final class Sign {
    var color = ThemeColor(red: 1, green: 2, blue: 3)
    var tint: ThemeColor? = ThemeColor(red: 4, green: 5, blue: 6)
    var text = ""
}

@Suite("Bindings to typed settings")
@MainActor
struct SettingBindingTests {
    private let manager: ThemeSourceManager<ThemeTable<String, SettingsStorage>>

    init() throws {
        let table = ThemeTable<String, SettingsStorage>()
        try table.add("red", SettingsStorage(["Color": .object(["title": .string("F00")])], label: "red"))
        try table.add("plain", SettingsStorage([:], label: "plain"))
        try table.add("broken", SettingsStorage(["Color": .object(["title": .number(1)])], label: "broken"))
        manager = try ThemeSourceManager(table, default: "plain")
    }

    @Test("A typed key binds a property, an optional property and a closure; unset restores each")
    func bind() throws {
        let sign = Sign()
        manager.bind(sign, \.color, to: .Color.title)
        manager.bind(sign, \.tint, to: .Color.title)
        manager.bind(sign, as: "text", to: .Color.title) { $0.text = $1.map { "\($0)" } ?? "none" }
        #expect(sign.color.red == 1 && sign.tint?.red == 4 && sign.text == "")
        try manager.select("red")
        #expect(sign.color.red == 255 && sign.tint?.red == 255 && sign.text == "#FFFF0000")
        #expect(throws: ManagerError.self) { try manager.select("broken") }
        try manager.select("plain")
        #expect(sign.color.red == 1 && sign.tint?.red == 4 && sign.text == "none")
    }

    @Test("A value of a typed key equals the value of its accessor: both are read once")
    func value() throws {
        let sign = Sign()
        try manager.bind(sign, \.color, to: ThemeValue(.Color.title))
        try manager.bind(sign, \.tint, to: .color("Color.title"))
        try manager.select("red")
        #expect(sign.color == sign.tint)
        #expect(try manager.value(ThemeValue(.Color.title)) == sign.color)
        try manager.bind(sign, \.tint, to: nil)
        #expect(sign.tint?.red == 4)
    }

    @Test("A typed key names an image, for a value as for a storage")
    func image() throws {
        let packs = try LookPacks(["year": #"{"Images": {"good": "a"}}"#])
        let manager = try ThemeManager(packs.library, default: "year")
        let value = try manager.value(.image(forKey: .Images.good, at: .one))
        #expect(try value?.digest == manager.theme.image("a", scale: .one)?.digest && value != nil)
        let storage = SettingsStorage(["Images": .object(["good": .string("a")])]) { name, _ in Data(name.utf8) }
        #expect(try storage.image(forKey: .Images.good, at: .one) == Data("a".utf8))
    }
}
