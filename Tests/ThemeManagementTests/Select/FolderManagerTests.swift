import Foundation
import TestSupport
import Testing
import ThemeManagement

@MainActor
@Suite("A manager that follows a folder of packs")
struct FolderManagerTests {
    private let packs: LookPacks
    private let place: Sandbox
    private let folder: PackFolder
    private let library = ThemeLibrary()
    private let manager: ThemeManager
    private let label = Label()
    private let year: ThemeID

    init() throws {
        packs = try LookPacks(["year": "{\"size\": 2}"])
        place = try Sandbox()
        folder = PackFolder(place.path)
        manager = try ThemeManager(library)
        year = ThemeID("year")
        try manager.bind(label, \.number, to: .number("size"))
        for id in ["default", "year"] { try put(#require(packs.paths[id]), "\(id)-1.0.0") }
    }

    private func put(_ pack: String, _ name: String) throws {
        try #require(rename(pack, "\(place.path)/\(name).themepack.zip") == 0)
    }

    private func put(_ config: String, version: String) throws {
        try packs.project.theme("year", prefix: "year_", config: config)
        try packs.project.write(
            "themes/year/theme.json",
            "{\"id\": \"year\", \"imageNamePrefix\": \"year_\", \"version\": \"\(version)\"}")
        try put(packs.rebuild("year"), "year-\(version)")
    }

    @Test("A new version under a new name is found, and bound values and observers follow")
    func versions() async throws {
        #expect(try await manager.sync(folder: folder).changes.count == 2)
        #expect(label.number == 1)
        try manager.select(year)
        let log = Log()
        let token = manager.observe { change in
            log.lines.append("\(change.old.theme.version)->\(change.new.theme.version)")
        }
        try put("{\"size\": 3}", version: "1.1.0")
        #expect(try await manager.sync(folder: folder).description == "year 1.0.0 -> 1.1.0")
        #expect(label.number == 3 && log.lines == ["1.0.0->1.1.0"])
        #expect(try await manager.sync(folder: folder).isEmpty && log.lines.count == 1)
        withExtendedLifetime(token) {}
    }

    @Test("If the theme in force vanishes, the default theme takes its place")
    func vanished() async throws {
        try await manager.sync(folder: folder)
        try manager.select(year)
        try #require(unlink("\(place.path)/year-1.0.0.themepack.zip") == 0)
        #expect(try await manager.sync(folder: folder).description == "year 1.0.0 removed")
        #expect(manager.id == .default && manager.chosenID == year && label.number == 1)
        try put("{\"size\": 4}", version: "2.0.0")
        try await manager.sync(folder: folder)
        #expect(manager.id == year && label.number == 4)
    }

    @Test("If the theme in force vanishes and the default theme cannot be used, nothing changes")
    func vanishedWithoutDefault() async throws {
        try await manager.sync(folder: folder)
        try manager.select(year)
        struct Unreadable: Error {}
        let value = ThemeValue<Theme, Int> { theme in
            if theme.id == .default { throw Unreadable() }
            return 1
        }
        try manager.bind(label, as: "value", to: value) { _, _ in }
        try #require(unlink("\(place.path)/year-1.0.0.themepack.zip") == 0)
        await #expect(throws: ManagerError.self) { try await manager.sync(folder: folder) }
        #expect(manager.id == year && label.number == 2 && library.theme(year) != nil)
    }

    @Test(
        "A pack that a bound value refuses is tried again, and mounted when nothing binds it", .timeLimit(.minutes(10)))
    func triedAgain() async throws {
        try await manager.sync(folder: folder)
        try manager.select(year)
        try manager.bind(label, as: "later", to: .number("later")) { _, _ in }
        try put("{\"size\": 5, \"later\": {\"no\": 1}}", version: "1.1.0")
        var reports = manager.follow(folder, every: .milliseconds(5)).makeAsyncIterator()
        #expect(await reports.next()?.problems.count == 1)
        manager.unbind(label)
        #expect(await reports.next()?.description == "year 1.0.0 -> 1.1.0")
    }

    @Test("If a bound value cannot be read, nothing changes; problems of the folder are reported")
    func refused() async throws {
        try await manager.sync(folder: folder)
        try manager.select(year)
        try manager.bind(label, as: "later", to: .number("later")) { _, _ in }
        try put("{\"size\": 5, \"later\": {\"no\": 1}}", version: "1.1.0")
        await #expect(throws: ManagerError.self) { try await manager.sync(folder: folder) }
        #expect(label.number == 2 && library.theme(year)?.version.minor == 0)
        let nowhere = PackFolder("\(place.path)/nowhere")
        #expect(try await manager.sync(folder: nowhere).problems.count == 1)
    }
}
