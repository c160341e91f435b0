import TestSupport
import Foundation
import Testing
import ThemeManagement
import ThemeModel

@testable import ThemeRuntime

@MainActor
@Suite("Replaced packs")
struct ReplacingTests {
    private let packs: LookPacks
    private let manager: ThemeManager
    private let label = Label()
    private let year: ThemeID

    init() throws {
        packs = try LookPacks(["year": "{\"size\": 2}"])
        manager = try ThemeManager(packs.library)
        year = ThemeID("year")
        try manager.bind(label, \.number, to: .number("size"))
    }

    @Test("A new version of any theme of the chain is swapped like a selection")
    func handedOver() async throws {
        try manager.select(year)
        let log = Log()
        let token = manager.observe { change in log.lines.append("\(change.old.id)->\(change.new.id)") }
        try packs.project.theme("year", prefix: "year_", config: "{\"size\": 3}")
        try await manager.replace(ThemePack(mounting: packs.rebuild("year")))
        #expect(label.number == 3 && log.lines == ["year->year"])
        try packs.project.theme("default", config: "{\"other\": 1, \"size\": 1}")
        try await manager.replace(ThemePack(mounting: packs.rebuild("default")))
        #expect(try log.lines.count == 2 && manager.theme.number("other") == 1)
        try manager.select(.default)
        try await manager.replace(ThemePack(mounting: packs.rebuild("year")))
        #expect(log.lines.count == 3, "packs outside the chain notify nobody")
        withExtendedLifetime(token) {}
    }

    @Test("A file replaced on disk is mounted again; an unchanged one is not")
    func onDisk() async throws {
        try manager.select(year)
        let path = try #require(packs.paths["year"])
        #expect(await manager.remountReplaced().isEmpty)
        try packs.project.theme("year", prefix: "year_", config: "{\"size\": 4}")
        try #require(rename(try packs.rebuild("year"), path) == 0)
        let report = await manager.remountReplaced()
        #expect(report.description == "year 1.0.0 -> 1.0.0" && label.number == 4)
        try FileManager.default.removeItem(atPath: path)
        let later = await manager.remountReplaced()
        #expect(later.isEmpty && manager.theme.pack.path == path)
        #expect(try manager.value(.image("a", scale: .one))?.bytes().count ?? 0 > 0)
    }

    @Test("A replaced file is mounted again with the limits of the old pack")
    func limits() async throws {
        var limits = ReadingLimits()
        limits.settingsDepth = 64
        let nested = String(repeating: "{\"a\": ", count: 40) + "1" + String(repeating: "}", count: 40)
        try packs.project.write("themepack.json", "{\"limits\": {\"configDepth\": 64}}")
        try packs.project.theme("year", prefix: "year_", config: "{\"size\": 5, \"deep\": \(nested)}")
        let path = try packs.rebuild("year")
        try manager.library.replace(ThemePack(mounting: path, limits: limits))
        try manager.select(year)
        #expect(label.number == 5)
        try packs.project.theme("year", prefix: "year_", config: "{\"size\": 6, \"deep\": \(nested)}")
        let newPath = try packs.rebuild("year")
        try #require(newPath == path || rename(newPath, path) == 0)
        let report = await manager.remountReplaced()
        #expect(report.changes.count == 1 && report.problems.isEmpty && label.number == 6)
    }

    @Test("A new pack merges the settings of the theme in force, not those of all themes on its chain")
    func merging() async throws {
        try packs.project.theme("moon", prefix: "moon_")
        try manager.library.add(ThemePack(mounting: packs.rebuild("moon")))
        try manager.select(year)
        try packs.project.theme("default", config: "{\"size\": 1, \"more\": 2}")
        try await manager.replace(ThemePack(mounting: packs.rebuild("default")))
        #expect(manager.theme.mergedSettings.object != nil)
        #expect(manager.library.theme("moon")?.mergedSettings.object == nil)
    }

    @Test("A bad replacement is rejected, and the old pack stays")
    func bad() async throws {
        try manager.select(year)
        let (path, theme) = (try #require(packs.paths["year"]), manager.theme)
        let url = URL(fileURLWithPath: path + ".new")
        let sound = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let image = try #require(try manager.value(.image("a", scale: .one))).bytes().data
        let place = try #require(Data(sound).range(of: image)?.lowerBound)
        var flipped = sound
        flipped[place + 20] ^= 1
        for bytes in [[], Array("no pack".utf8), Array(sound.dropLast()), flipped] {
            try Data(bytes).write(to: url)
            try #require(rename(url.path, path) == 0)
            let report = await manager.remountReplaced()
            #expect(report.changes.isEmpty && report.problems.first?.path == path)
        }
        try #require(rename(try packs.rebuild("default"), path) == 0)
        #expect(await manager.remountReplaced().problems.count == 1)
        // A pack with a value that a binding cannot read.
        try packs.project.theme("year", prefix: "year_", config: "{\"later\": {\"no\": 1}}")
        try manager.bind(label, as: "later", to: .number("later")) { _, _ in }
        let wrong = try ThemePack(mounting: packs.project.build("year")["year"] ?? "")
        await #expect(throws: ManagerError.self) { try await manager.replace(wrong) }
        try packs.project.theme("strange", prefix: "strange_")
        let strange = try ThemePack(mounting: packs.rebuild("strange"))
        await #expect(throws: ManagerError.self) { try await manager.replace(strange) }
        #expect(manager.theme === theme && manager.library.theme(year) === theme && label.number == 2)
        try Data(sound).write(to: url)
        try #require(rename(url.path, path) == 0)
        #expect(await manager.remountReplaced().changes.count == 1)
    }
}
