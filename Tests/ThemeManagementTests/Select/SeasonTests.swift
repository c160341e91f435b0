import TestSupport
import Foundation
import Testing
import ThemeDevelopment
import ThemeManagement
import ThemeSystem
import ThemeModel

@MainActor
@Suite("Seasons and the system's style")
struct SeasonTests {
    private let packs: LookPacks
    private let manager: ThemeManager<ThemeLibrary>
    private let (year, sale, plain): (ThemeID, ThemeID, ThemeID)

    init() throws {
        packs = try LookPacks(["plain": "{}"])
        try packs.project.theme(
            "year", prefix: "year_",
            more: """
                , "activeFrom": "2026-12-31T00:00:00+08:00", "activeUntil": "2027-01-03T00:00:00+08:00", "priority": 10
                """)
        try packs.project.theme("sale", prefix: "sale_", more: ", \"activeFrom\": \"2026-12-01T00:00:00Z\"")
        for id in ["year", "sale"] { try packs.library.add(ThemePack(mounting: packs.rebuild(id))) }
        manager = try ThemeManager(packs.library)
        (year, sale, plain) = (ThemeID("year"), ThemeID("sale"), ThemeID("plain"))
    }

    private func date(_ text: String) throws -> Date {
        Date(timeIntervalSince1970: Double(try Moment(text).secondsSince1970))
    }

    @Test(
        "The theme in season has the highest priority between its first and last moment",
        arguments: [
            ("2026-11-30T23:59:59Z", nil), ("2026-12-01T00:00:00Z", "sale"), ("2026-12-30T15:59:59Z", "sale"),
            ("2026-12-30T16:00:00Z", "year"), ("2027-01-02T15:59:59Z", "year"), ("2027-01-02T16:00:00Z", "sale"),
        ])
    func picking(at time: String, id: String?) throws {
        #expect(packs.library.snapshot.idInSeason(at: try date(time))?.string == id)
    }

    @Test("A season's theme is in force from its start to its end, then the chosen theme; nothing is saved")
    func following() async throws {
        let store = MemoryStore()
        try manager.restore(from: store)
        try manager.select(plain)
        let clock = ManualClock(try date("2026-11-01T00:00:00Z"))
        let (manager, log) = (manager, Log())
        let task = Task { await manager.followSeasons(by: clock) { log.lines.append("\($0)") } }
        await clock.advance(to: try date("2026-11-02T00:00:00Z"))
        #expect(manager.id == plain)
        await clock.advance(to: try date("2026-12-01T00:00:00Z"))
        #expect(manager.id == sale)
        await clock.advance(to: try date("2026-12-30T16:00:00Z"))
        #expect(manager.id == year && manager.chosenID == plain)
        // A theme chosen by hand stays until the season changes.
        try manager.select(.default)
        await clock.advance(to: try date("2027-01-01T00:00:00Z"))
        #expect(manager.id == .default)
        await clock.advance(to: try date("2027-01-02T16:00:00Z"))
        #expect(manager.id == sale)
        try manager.library.remove(sale)
        await clock.advance(to: try date("2027-01-02T16:01:00Z"))
        #expect(manager.id == .default && store.load() == "default" && log.lines.isEmpty)
        task.cancel()
        await task.value
    }

    @Test("If the chosen theme was removed, the default theme follows a season")
    func removedChoice() async throws {
        try manager.library.remove(sale)
        try manager.select(plain)
        let clock = ManualClock(try date("2027-01-01T00:00:00Z"))
        let (manager, log, plain) = (manager, Log(), plain)
        let task = Task { await manager.followSeasons(by: clock) { log.lines.append("\($0)") } }
        await clock.advance(to: try date("2027-01-01T00:01:00Z"))
        #expect(manager.id == year)
        try manager.updatePacks { $0[plain] = nil }
        await clock.advance(to: try date("2027-01-02T16:00:00Z"))
        #expect(manager.id == .default && manager.chosenID == plain && log.lines.isEmpty)
        task.cancel()
        await task.value
    }

    @Test("A theme in season that vanishes and returns between two looks at the clock is in force again")
    func returning() async throws {
        let clock = ManualClock(try date("2026-12-02T00:00:00Z"))
        let (manager, log) = (manager, Log())
        let task = Task { await manager.followSeasons(by: clock) { log.lines.append("\($0)") } }
        await clock.advance(to: try date("2026-12-02T00:00:01Z"))
        let (sale, pack) = (sale, manager.theme.pack)
        for id in [sale, .default] {
            if id == .default { try manager.select(id) }
            try manager.updatePacks { $0[sale] = nil }
            #expect(manager.id == .default)
            try manager.updatePacks { $0[sale] = pack }
            await clock.advance(to: clock.now.addingTimeInterval(60))
            #expect(manager.id == id, "A theme chosen by hand stays.")
        }
        #expect(log.lines.isEmpty)
        task.cancel()
        await task.value
    }

    @Test("A theme in season that cannot be selected is reported, and the current theme stays")
    func failing() async throws {
        let label = Label()
        try packs.project.theme(
            "year", prefix: "year_", config: "{\"later\": {}}", more: ", \"activeFrom\": \"2026-12-31T00:00:00Z\"")
        try manager.library.replace(ThemePack(mounting: packs.project.build("year")["year"] ?? ""))
        try manager.library.remove(sale)
        try manager.bind(label, \.number, to: .number("later"))
        let clock = ManualClock(try date("2026-12-31T00:00:00Z"))
        let (manager, log) = (manager, Log())
        let task = Task { await manager.followSeasons(by: clock) { log.lines.append($0.reason) } }
        await clock.advance(to: try date("2026-12-31T00:01:00Z"))
        #expect(manager.id == .default && log.lines.count == 2)
        task.cancel()
        await task.value
    }

    @Test("A season in theme.json is read from pack and folder; a pack without one has version 1")
    func roundTrip() throws {
        let theme = try #require(manager.library.theme(year))
        #expect(theme.season.from?.description == "2026-12-30T16:00:00Z" && theme.season.priority == 10)
        let folder = try ThemePack(theme: year, inProject: packs.project.root)
        #expect(folder.theme.season == theme.season)
        #expect(manager.library.defaultTheme.season == .none)
    }

    @Test("QM6: the system's style selects a theme on request; a style without a theme changes nothing")
    func style() async throws {
        let (manager, log) = (manager, Log())
        let (styles, continuation) = AsyncStream.makeStream(of: SystemStyle.self)
        #expect(manager.id == .default)
        let (year, plain) = (year, plain)
        let task = Task {
            try await manager.follow(styles, as: [.dark: year, .light: plain]) { log.lines.append("\($0)") }
        }
        for (style, id) in [(SystemStyle.dark, year), (.light, plain), (.dark, year)] {
            continuation.yield(style)
            while manager.id != id { await Task.yield() }
        }
        try manager.library.remove(plain)
        continuation.yield(.light)
        while log.lines.isEmpty { await Task.yield() }
        #expect(manager.id == year && manager.chosenID == .default && log.lines[0].contains("'plain'"))
        continuation.finish()
        try await task.value
        let light = AsyncStream<SystemStyle> { styles in
            styles.yield(.light)
            styles.finish()
        }
        try await manager.follow(light, as: [.dark: year]) { _ in }
        #expect(manager.id == year)
    }

    @Test("QM6: following the system without a mapping or with an unknown theme is an error")
    func badMapping() async throws {
        let (manager, missing) = (manager, ThemeID("missing"))
        for mapping: [SystemStyle: ThemeID] in [[:], [.dark: missing]] {
            do {
                try await manager.follow(AsyncStream<SystemStyle> { $0.finish() }, as: mapping) { _ in }
                Issue.record("followed")
            } catch {
                #expect(
                    try Sentences.mismatch(
                        "\(error)", of: "following the system with \(mapping.count) styles", in: "runtime") == nil)
            }
        }
    }
}

/// A clock that a test advances.
@MainActor
final class ManualClock: WallClock {
    private let time: Lock<Date>
    private var sleeper: (until: Date, wake: CheckedContinuation<Void, Never>)?

    nonisolated init(_ date: Date) { time = Lock(date) }

    nonisolated var now: Date { time.withLock(\.self) }

    nonisolated func sleep(until date: Date) async throws {
        await withTaskCancellationHandler {
            await wait(until: date)
        } onCancel: {
            Task { await self.wake() }
        }
        try Task.checkCancellation()
    }

    private func wait(until date: Date) async {
        guard !Task.isCancelled else { return }
        await withCheckedContinuation { sleeper = (date, $0) }
    }

    private func wake() {
        let woken = sleeper
        sleeper = nil
        woken?.wake.resume()
    }

    /// Advances to a time, wakes the tasks that sleep until then, and waits until all sleep again.
    func advance(to date: Date) async {
        while true {
            while sleeper == nil { await Task.yield() }
            guard let next = sleeper?.until, next <= date else { break }
            time.withLock { $0 = date }
            wake()
        }
        time.withLock { $0 = date }
    }
}
