import TestSupport
import Testing
import ThemeManagement

extension Setting {
    fileprivate enum Color { static var text: Setting<ThemeColor> { Setting<ThemeColor>("Color.tilte") } }
}

@Suite("Names that no theme has")
@MainActor
struct UnresolvedTests {
    private let packs: LookPacks
    private let manager: ThemeManager

    init() throws {
        packs = try LookPacks(["year": #"{"Images": {"good": "a", "bad": "aa"}, "Only": {"year": 1}}"#])
        manager = try ThemeManager(packs.library)
    }

    @Test("A debug build lists misspelled settings and images that were bound or read, each once, with a suggestion")
    func misspelled() throws {
        let label = Label()
        try manager.bind(label, \.text, to: .color("Color.tilte").map(\.description))
        manager.bind(label, as: "color", to: .Color.text) { _, _ in }
        _ = try manager.value(.image("bb", scale: .two))
        _ = manager.value(.string("Text.far from all others"), default: "")
        #expect(manager.unresolved.map(\.name) == ["Color.tilte", "Text.far from all others", "bb"])
        let text = manager.unresolved.map(\.description).joined(separator: "\n")
        #expect(try Sentences.mismatch(text, of: "misspelled names", in: "runtime") == nil)
    }

    @Test("A name that any mounted theme has is resolved, also one that is mounted later")
    func resolved() throws {
        _ = try manager.value(.color("Color.title"))
        _ = try manager.value(.number("Only.year"))
        _ = try manager.value(.image("a", scale: .one))
        _ = try manager.value(.image(forKey: "Images.good", at: .one))
        #expect(manager.unresolved == [])
        try manager.library.remove(ThemeID("year"))
        #expect(manager.unresolved.map(\.name) == ["Images.good", "Only.year"])
    }

    @Test("A setting that names a missing image is listed by the name of the image")
    func namedImage() throws {
        _ = try manager.value(.image(forKey: "Images.bad", at: .one))
        #expect(manager.unresolved.map(\.name) == ["aa"] && manager.unresolved.map(\.kind) == [.image])
        #expect(manager.unresolved.first?.suggestion == "a")
    }
}
