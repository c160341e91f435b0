import Foundation
import TestSupport
import Testing
import ThemeDevelopment
import ThemeManagement
import ThemeModel

@MainActor
@Suite("Selecting by axis")
struct AxisSelectingTests {
    private let project: TestProject
    private let library: ThemeLibrary
    private let manager: ThemeManager

    init() throws {
        project = try TestProject()
        try project.write("themepack.json", #"{"axes": ["brand", "mode"]}"#)
        try project.theme("default", config: #"{"a": 0, "b": 0}"#)
        try project.theme("acme", config: #"{"a": 1}"#, more: #", "axis": "brand""#)
        try project.theme("globex", config: #"{"a": 2}"#, more: #", "axis": "brand""#)
        try project.theme("dark", config: #"{"b": 1}"#, more: #", "axis": "mode""#)
        try project.theme(
            "snow", config: #"{"c": 1}"#,
            more: #", "activeFrom": "2026-12-01T00:00:00Z", "activeUntil": "2027-01-01T00:00:00Z""#)
        let root = project.root
        func pack(_ id: ThemeID) throws -> ThemePack { try ThemePack(theme: id, inProject: root) }
        library = try ThemeLibrary(default: pack("default"))
        for id: ThemeID in ["acme", "globex", "dark", "snow"] { try library.add(pack(id)) }
        manager = try ThemeManager(library)
    }

    @Test("AX3: an axis is selected by itself, and each change is reported once with the changed keys")
    func selecting() throws {
        var changes: [String] = []
        let observation = manager.observe { change in
            changes.append("\(change.new.ids) \((try? change.differences().keys.sorted()) ?? [])")
        }
        try manager.select("acme", for: "brand")
        try manager.select("dark", for: "mode")
        try manager.select("dark", for: "mode")
        try manager.select("globex")
        try manager.select(.default, for: "mode")
        #expect(
            changes == [
                "[acme] [\"a\"]", "[acme, dark] [\"b\"]", "[globex, dark] [\"a\"]", "[globex] [\"b\"]",
            ])
        try manager.select(.default)
        #expect(manager.current.ids == [.default] && manager.theme === library.defaultTheme)
        observation.cancel()
    }

    @Test("AX3: a wrong axis is an error for people, and changes nothing")
    func mistakes() throws {
        try manager.select("dark")
        for (id, axis): (ThemeID, ThemeAxis) in [
            ("acme", "mode"), ("snow", "mode"), ("acme", "bramd"), ("gone", "mode"),
        ] {
            let error = #expect(throws: ManagerError.self) { try manager.select(id, for: axis) }
            let text = error.map { "\($0)" }
            #expect(try Sentences.mismatch(text, of: "selecting \(id) for the axis \(axis)", in: "runtime") == nil)
        }
        #expect(manager.current.ids == ["dark"])
    }

    @Test("AX3: each axis is saved and restored; a lost theme falls back and is reported")
    func saving() throws {
        let store = MemoryStore()
        try manager.restore(from: store)
        try manager.select("acme", for: "brand")
        try manager.select("dark", for: "mode", saving: false)
        #expect(store.load() == "acme@brand" && manager.current.ids == ["acme", "dark"])
        try manager.select("dark", for: "mode")
        #expect(store.load() == "acme@brand+dark@mode" && manager.chosenIDs == ["acme", "dark"])

        let other = try ThemeManager(library)
        #expect(try other.restore(from: store) && other.theme === manager.theme)
        try manager.updatePacks { $0["dark"] = nil }
        #expect(manager.current.ids == ["acme"] && manager.current.missing == ["dark"])
        try other.refresh()
        #expect(other.current.ids == ["acme"] && other.current.missing == ["dark"])
        let third = try ThemeManager(library)
        #expect(try third.restore(from: store) && third.current.ids == ["acme"] && third.current.missing == ["dark"])
        #expect(store.load() == "acme@brand+dark@mode")
    }

    @Test("AX3: a choice stays while its theme is missing, until another one or none is chosen for its axis")
    func missing() throws {
        let dark = library.snapshot.packs["dark"]
        let store = MemoryStore("acme@brand+dark@mode")
        try library.remove("dark")
        try manager.restore(from: store)
        try manager.select("snow")
        #expect(store.load() == "snow+acme@brand+dark@mode" && manager.current.missing == ["dark"])
        try manager.select("globex", saving: false)
        #expect(manager.current.ids == ["snow", "globex"] && manager.current.missing == ["dark"])
        try manager.select(.default, for: "brand")
        #expect(store.load() == "snow+dark@mode" && manager.current.missing == ["dark"])
        try manager.updatePacks { $0["acme"] = nil }
        #expect(manager.current.ids == ["snow"] && manager.current.missing == ["dark"])
        try manager.updatePacks { $0["dark"] = dark }
        #expect(manager.current.ids == ["snow", "dark"] && manager.current.missing.isEmpty)
        try manager.updatePacks { $0["dark"] = nil }
        try manager.select(.default, for: "mode")
        #expect(store.load() == "snow" && manager.current.missing.isEmpty)
        try manager.updatePacks { $0["dark"] = dark }
        #expect(manager.current.ids == ["snow"])
    }

    @Test(
        "AX3: a saved theme that is not there yet is selected when it comes, and stays chosen until then",
        arguments: ["dark@mode", "globex@brand+dark@mode"])
    func late(_ saved: String) throws {
        let (dark, globex) = (library.snapshot.packs["dark"], library.snapshot.packs["globex"])
        let store = MemoryStore(saved)
        try library.remove("dark")
        try library.remove("globex")
        #expect(try !manager.restore(from: store))
        try manager.select("acme", for: "brand")
        #expect(store.load() == "acme@brand+dark@mode" && manager.current.ids == ["acme"])
        try manager.updatePacks { packs in
            packs["dark"] = dark
            packs["globex"] = globex
        }
        #expect(manager.current.ids == ["acme", "dark"] && manager.current.missing.isEmpty)
    }

    @Test("AX3: a choice that was saved without axes is restored", arguments: ["acme+dark", "dark+acme"])
    func savedWithoutAxes(_ saved: String) throws {
        #expect(try manager.restore(from: MemoryStore(saved)) && manager.current.ids == ["acme", "dark"])
        for text in ["acme+", "acme@+dark", "acme@b/c+dark"] {
            #expect(try !manager.restore(from: MemoryStore(text)) && manager.current.ids == ["acme", "dark"])
        }
    }

    @Test("AX3: a theme that returns does not displace the one that was chosen for its axis meanwhile")
    func returning() throws {
        let store = MemoryStore()
        try manager.restore(from: store)
        try manager.select("acme", for: "brand")
        try manager.select("dark", for: "mode")
        try project.theme("light", more: #", "axis": "mode""#)
        try library.add(ThemePack(theme: "light", inProject: project.root))
        let dark = library.snapshot.packs["dark"]
        try manager.updatePacks { $0["dark"] = nil }
        try manager.select("light", for: "mode")
        try library.updatePacks { $0["dark"] = dark }
        let other = try ThemeManager(library)
        #expect(try other.restore(from: store) && other.current.ids == ["acme", "light"])
        #expect(other.current.missing.isEmpty)
    }

    @Test("AX3: a theme that was removed from the library does not stop a selection on another axis, and is missing")
    func removed() throws {
        try manager.select("acme", for: "brand")
        try library.remove("acme")
        try manager.select("dark")
        #expect(manager.current.ids == ["dark"] && manager.current.missing == ["acme"])
    }

    @Test("AX3: the system's style selects on its axis alone")
    func following() async throws {
        try manager.select("acme", for: "brand")
        var seen: [[ThemeID]] = []
        var names: [String] = []
        let observation = manager.observe { change in
            seen.append(change.new.ids)
            names += change.removed.map { "-\($0)" } + change.added.map { "+\($0)" }
        }
        let styles = AsyncStream { continuation in
            for style in [SystemStyle.dark, .dark, .light] { continuation.yield(style) }
            continuation.finish()
        }
        try await manager.follow(styles, on: "mode", as: [.light: .default, .dark: "dark"]) { Issue.record($0) }
        #expect(seen == [["acme", "dark"], ["acme"]] && manager.chosenIDs == ["acme"])
        #expect(names == ["+dark", "-dark"])
        await #expect(throws: ManagerError.self) {
            try await manager.follow(styles, on: "mode", as: [.dark: "acme"]) { Issue.record($0) }
        }
        observation.cancel()
    }

    @Test("AX3: a season holds for its axis alone")
    func seasons() async throws {
        try manager.select("acme", for: "brand")
        let clock = ManualClock(
            Date(timeIntervalSince1970: Double(try Moment("2026-11-01T00:00:00Z").secondsSince1970)))
        let manager = manager
        let task = Task { await manager.followSeasons(by: clock) { Issue.record($0) } }
        func advance(_ text: String) async throws {
            await clock.advance(to: Date(timeIntervalSince1970: Double(try Moment(text).secondsSince1970)))
        }
        try await advance("2026-12-02T00:00:00Z")
        #expect(manager.current.ids == ["snow", "acme"])
        try manager.select("dark", for: "mode")
        try await advance("2027-01-02T00:00:00Z")
        #expect(manager.current.ids == ["acme", "dark"])
        task.cancel()
    }

    @Test("AX3: a choice keeps the season of its own axis off after a start, and no other one")
    func seasonsAfterStart() async throws {
        let season = #", "activeFrom": "2026-12-01T00:00:00Z", "activeUntil": "2027-01-01T00:00:00Z""#
        try project.theme("night", config: #"{"b": 3}"#, more: #", "axis": "mode"\#(season)"#)
        try library.add(ThemePack(theme: "night", inProject: project.root))
        let clock = ManualClock(
            Date(timeIntervalSince1970: Double(try Moment("2026-12-05T00:00:00Z").secondsSince1970)))
        let store = MemoryStore()
        func follow(_ choose: (ThemeManager) throws -> Void = { _ in }) async throws -> [ThemeID] {
            let manager = try ThemeManager(library)
            try manager.restore(from: store)
            let task = Task { await manager.followSeasons(by: clock) { Issue.record($0) } }
            await clock.advance(to: clock.now.addingTimeInterval(1))
            try choose(manager)
            task.cancel()
            await task.value
            return manager.current.ids
        }
        #expect(try await follow { try $0.select("dark", for: "mode") } == ["snow", "dark"])
        #expect(try await follow() == ["snow", "dark"])
        #expect(try await follow { try $0.select(.default, for: "mode") } == ["snow"])
        #expect(try await follow() == ["snow"])
        #expect(try await follow { try $0.select(.default) } == [.default])
        #expect(try await follow() == [.default])
    }

    @Test("AX3: each axis has its theme in season; of all of them, the highest priority is the one in season")
    func seasonsOfAxes() async throws {
        let season = #", "activeFrom": "2026-12-01T00:00:00Z", "activeUntil": "2027-01-01T00:00:00Z""#
        for (id, priority) in [("frost", 5), ("night", 4)] {
            try project.theme(id, config: #"{"b": 3}"#, more: #", "axis": "mode", "priority": \#(priority)\#(season)"#)
            try library.add(ThemePack(theme: ThemeID(id), inProject: project.root))
        }
        let date = Date(timeIntervalSince1970: Double(try Moment("2026-12-02T00:00:00Z").secondsSince1970))
        #expect(library.snapshot.idInSeason(at: date) == "frost")
        let clock = ManualClock(date.addingTimeInterval(-86_400 * 10))
        let manager = manager
        let task = Task { await manager.followSeasons(by: clock) { Issue.record($0) } }
        await clock.advance(to: date)
        #expect(manager.current.ids == ["snow", "frost"])
        task.cancel()
    }
}
