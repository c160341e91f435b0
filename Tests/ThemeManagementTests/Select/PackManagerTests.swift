import Foundation
import TestSupport
import Testing
import ThemeManagement
import ThemeModel

@MainActor
@Suite("Managing packs")
struct PackManagerTests {
    private let one =
        "{\"Color\": {\"title\": \"111111\"}, \"Images\": {\"button\": \"a\"}, \"size\": 1, \"list\": [1]}"

    @Test("ME4, ME5, ME7, ME8, ME10, TM3: the manager gives the values of the current theme")
    func values() throws {
        let packs = try LookPacks(default: one, ["year": "{\"Color\": {\"title\": \"80FF0000\"}}"])
        let manager = try ThemeManager(packs.library)
        try manager.select("year")
        #expect(manager.theme.imageNamePrefix.string == "year_")
        #expect(try manager.value(.color("Color.title")) == ThemeColor(red: 0xFF, green: 0, blue: 0, alpha: 0x80))
        #expect(try manager.value(.number("size")) == 1)
        #expect(try manager.value(.image("a", scale: .one))?.origin.entry == "images/year_a.png")
        #expect(try manager.value(.image("b", scale: .two))?.origin.theme == .default)
        #expect(try manager.value(.image(forKey: "Images.button", at: .one))?.origin.theme.string == "year")
        #expect(try manager.value(.setting("list")) == .list([.number(1)]))
        #expect(try manager.value(.image("nothing", scale: .one)) == nil && manager.value(.url("nothing")) == nil)
    }

    @Test("QM8: a change carries exactly the keys and images whose values differ")
    func differences() throws {
        let packs = try LookPacks(
            default: one,
            [
                "year":
                    "{\"Color\": {\"title\": \"111111\", \"new\": \"\"}, \"size\": 2, \"Deep\": {\"x\": {\"y\": 1}}}",
                "same": "{\"size\": 1}",
            ])
        let manager = try ThemeManager(packs.library)
        let log = Log()
        let token = manager.observe { change in
            let differences = try? change.differences()
            log.lines.append("\(differences?.keys.sorted() ?? []) \(differences?.images.sorted() ?? [])")
        }
        try manager.select("year")
        try manager.select("same")
        #expect(
            log.lines == [
                "[\"Deep\", \"Deep.x\", \"Deep.x.y\", \"size\"] [\"a\"]",
                "[\"Deep\", \"Deep.x\", \"Deep.x.y\", \"size\"] [\"a\"]",
            ])
        let (theme, other) = (manager.theme, manager.library.defaultTheme)
        #expect(try ThemeDifferences(from: theme, to: other).keys.isEmpty)
        #expect(try ThemeDifferences(from: theme, to: theme).isEmpty)
        withExtendedLifetime(token) {}
    }

    @Test("ME16, ME3: damaged settings are an error, and the old theme stays")
    func brokenSettings() throws {
        let packs = try LookPacks(["year": "{\"mark\": \"broken\"}"])
        let path = try #require(packs.paths["year"])
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let place = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("\"broken\"".utf8)) })
        bytes[place] = UInt8(ascii: "x")
        try Data(bytes).write(to: URL(fileURLWithPath: path + ".damaged"))
        try packs.library.replace(ThemePack(mounting: path + ".damaged"))
        let store = MemoryStore("default")
        let manager = try ThemeManager(packs.library)
        try manager.restore(from: store)
        do {
            try manager.select("year")
            Issue.record("selected")
        } catch {
            #expect(error.reason.contains("config.json: ") && error.reason.contains("SHA-256"))
            #expect(error.hint?.contains("themepack verify") == true)
        }
        #expect(manager.id == .default && store.load() == "default")
    }

    @Test("ME6, ME1: any number of themes, each with a prefix and settings of its own")
    func sample() throws {
        let project = TestProject.sample()
        let folder = try Sandbox()
        let packs = try project.build(to: folder.path)
        #expect(packs.count >= 6)
        let library = try ThemeLibrary(default: ThemePack(mounting: #require(packs["default"]), mode: .resident))
        for (id, path) in packs where id != "default" { try library.add(ThemePack(mounting: path, mode: .resident)) }
        let manager = try ThemeManager(library)
        let label = Label()
        try manager.bind(label, \.text, to: .color("Color.title").map(\.description))
        for id in library.ids {
            try manager.select(.default)
            try manager.select(id)
            #expect(try label.text == library.theme(id)?.color("Color.title")?.description)
        }
    }

    @Test("CE4: selecting one of the sample's six themes changes the page and the pushed page")
    func sixThemes() throws {
        let folder = try Sandbox()
        let packs = try TestProject.sample().build(to: folder.path)
        let library = try ThemeLibrary(default: ThemePack(mounting: #require(packs["default"]), mode: .resident))
        for (id, path) in packs where id != "default" { try library.add(ThemePack(mounting: path, mode: .resident)) }
        let manager = try ThemeManager(library)
        let snapshot = library.snapshot
        let ids = library.ids.filter { $0 == .default || ["brand", "mode"].contains(snapshot.axis(of: $0)) }
        #expect(ids.count == 6)
        let (page, pushed) = (Label(), Label())
        try manager.bind(page, \.text, to: .color("Color.background").map(\.description))
        try manager.bind(pushed, \.text, to: .color("Color.background").map(\.description))
        var seen: Set<String> = []
        for id in ids {
            try manager.select(.default)
            try manager.select(id)
            let background = try library.theme(id)?.color("Color.background")?.description
            #expect(background != nil && page.text == background && pushed.text == background)
            seen.insert(page.text)
        }
        #expect(seen.count == 6, "each theme looks different")
    }

    @Test("ME18: an image has its cap insets, and is applied again when they change")
    func capInsets() throws {
        let insets = "{\"CapInsets\": {\"b\": {\"top\": %, \"left\": 1, \"bottom\": 1, \"right\": 1}}, \"n\": %}"
        let packs = try LookPacks(
            default: insets.replacing("%", with: "1"),
            ["year": insets.replacing("%", with: "2"), "other": "{\"n\": 3}"])
        let manager = try ThemeManager(packs.library)
        let label = Label()
        try manager.bind(
            label, \.observed, to: .image("b", scale: .one).map { "\(try $0.capInsets()?.top ?? 0)" })
        #expect(label.observed == "1.0")
        try manager.select("year")
        #expect(label.observed == "2.0")
        try manager.select(.default)
        let count = label.count
        try manager.select("other")
        #expect(label.observed == "1.0" && label.count == count, "the same image and insets")
    }

    @Test("A removed pack stays in force until the manager is refreshed")
    func removed() throws {
        let packs = try LookPacks(["year": "{\"size\": 2}"])
        let manager = try ThemeManager(packs.library)
        let year = ThemeID("year")
        try manager.select(year)
        try FileManager.default.removeItem(atPath: #require(packs.paths["year"]))
        try manager.library.remove(year)
        #expect(
            try manager.theme.number("size") == 2 && manager.value(.image("a", scale: .one))?.bytes().count ?? 0 > 0)
        #expect(throws: ManagerError.self) { try manager.select(year) }
        try manager.refresh()
        #expect(try manager.id == .default && manager.theme.number("size") == 1)
    }

    @Test("DD9: a cycle of packs is rejected, and the manager keeps its packs")
    func cycle() async throws {
        let packs = try LookPacks(["one": "{}", "two": "{}"])
        let manager = try ThemeManager(packs.library)
        try manager.select("one")
        let theme = manager.theme
        try packs.project.theme("one", prefix: "one_", extends: "two")
        try await manager.replace(ThemePack(mounting: packs.rebuild("one")))
        #expect(manager.theme !== theme && manager.theme.chain.map(\.string) == ["one", "two", "default"])
        try packs.project.theme("one", prefix: "one_")
        try packs.project.theme("two", prefix: "two_", extends: "one")
        let pack = try ThemePack(mounting: packs.rebuild("two"))
        await #expect(throws: ManagerError.self) { try await manager.replace(pack) }
        #expect(manager.theme.chain.map(\.string) == ["one", "two", "default"])
    }

    @Test("A center has managers by name and a shared one")
    func center() async throws {
        let center = ThemeManagerCenter()
        let looks = try center.manager(named: "app") { () throws(ManagerError) in
            try LookManager(.looks(), default: .red)
        }
        let again = try center.manager(named: "app") { () throws(ManagerError) in
            try LookManager(.looks(), default: .blue)
        }
        #expect(looks === again && again.id == .red)
        let packs = try center.manager(named: "app") { () throws(ManagerError) in try ThemeManager(ThemeLibrary()) }
        #expect(packs.id == .default && center.names == ["app"])
        #expect(center.manager(named: "reader", of: ThemeLibrary.self) == nil)
        #expect(center.remove(named: "app", of: ThemeLibrary.self) === packs)
        #expect(center.manager(named: "app", of: ThemeLibrary.self) == nil)
        #expect(center.manager(named: "app", of: ThemeTable<LookID, PlainLook>.self) === looks)
    }

    @Test("ME2, QM5: the shared manager exists before any pack; early bindings follow later packs")
    func shared() async throws {
        let packs = try LookPacks(["year": "{\"size\": 2}"])
        let manager = ThemeManager.shared
        let label = Label()
        try manager.bind(label, \.number, to: .number("size"))
        #expect(label.number == 0)
        try await manager.replace(packs.library.defaultTheme.pack)
        #expect(label.number == 1)
        try manager.library.add(#require(packs.library.theme("year")?.pack))
        try manager.select("year")
        #expect(label.number == 2)
        manager.unbind(label)
    }
}
