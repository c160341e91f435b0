import Testing
import ThemeManagement

// This target is isolated to the main actor by default, as new projects of Xcode 26 are.

// snippet
nonisolated struct AppLook: Equatable {
    var title: String
    var note: String?
}

nonisolated enum AppLookID: String, CaseIterable, ThemeIdentifier {
    case red, blue

    var look: AppLook { AppLook(title: rawValue) }
}
// end

private final class Sign {
    var text = ""
    var note: String? = "own"
}

@Suite("Main-actor isolation by default")
struct MainActorByDefaultTests {
    @Test("Theme types that are not isolated can be selected and bound")
    func select() throws {
        let sign = Sign()
        // snippet
        let manager = try ThemeSourceManager(ThemeTable(AppLookID.self) { id in id.look }, default: .red)
        try manager.bind(sign, \.text, to: ThemeValue(\.title))
        try manager.bind(sign, \.note, to: ThemeValue(\.note))
        try manager.select(.blue)
        // end
        #expect(sign.text == "blue" && sign.note == "own")
    }

    @Test("Settings of packs and the hook need no annotation")
    func packs() throws {
        let sign = Sign()
        let manager = try ThemeManager(ThemeLibrary())
        try manager.bind(sign, \.text, to: .color("Color.title").map { "\($0)" })
        manager.bind(sign, \.note, to: Setting<String>("Text.note"))
        manager.hook = { _, apply in apply() }
        #expect(sign.text == "" && sign.note == "own")
    }
}
