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
    private let manager: ThemeManager
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
        #expect(manager.id == .default && manager.chosenID == .default && log.lines.isEmpty)
        task.cancel()
        await task.value
    }

    /// Follows seasons from a time on, as an app that starts then, and returns the theme in force.
    private func start(at time: String, _ store: MemoryStore, choosing id: ThemeID? = nil) async throws -> ThemeID {
        let manager = try ThemeManager(packs.library)
        try manager.restore(from: store)
        let clock = ManualClock(try date(time))
        let log = Log()
        let task = Task { await manager.followSeasons(by: clock) { log.lines.append("\($0)") } }
        await clock.advance(to: clock.now.addingTimeInterval(1))
        if let id { try manager.select(id) }
        task.cancel()
        await task.value
        #expect(log.lines.isEmpty)
        return manager.id
    }

    @Test(
        "A theme chosen during a season stays until the next change of season, also after a start",
        arguments: [
            ("2026-12-31T00:00:00Z", "2026-12-31T00:00:00Z", "plain"),
            ("2026-12-31T00:00:00Z", "2027-01-02T15:59:00Z", "plain"),
            ("2026-12-31T00:00:00Z", "2027-01-02T16:00:00Z", "sale"),
            ("2026-12-10T00:00:00Z", "2026-12-20T00:00:00Z", "plain"),
            ("2026-12-10T00:00:00Z", "2026-12-31T00:00:00Z", "year"),
            // Another season has come and gone.
            ("2026-12-10T00:00:00Z", "2027-01-05T00:00:00Z", "sale"),
            // The clock was set back: within the season, and before it.
            ("2026-12-31T00:00:00Z", "2026-12-30T17:00:00Z", "plain"),
            ("2026-12-31T00:00:00Z", "2026-12-20T00:00:00Z", "sale"),
            // There was no season.
            ("2026-11-10T00:00:00Z", "2026-12-20T00:00:00Z", "sale"),
        ])
    func kept(chosenAt chosen: String, startedAt started: String, _ id: String) async throws {
        let store = MemoryStore()
        #expect(try await start(at: chosen, store, choosing: plain) == plain)
        for _ in 0..<2 { #expect(try await start(at: started, store).string == id) }
        // A second choice of an app that has started again counts as the first one.
        _ = try await start(at: chosen, store, choosing: .default)
        #expect(try await start(at: started, store).string == (id == "plain" ? "default" : id))
    }

    @Test("The season's own theme, a choice of an earlier version and one made outside of a season keep no season off")
    func notKept() async throws {
        let (during, later) = ("2026-12-31T00:00:00Z", "2027-01-01T00:00:00Z")
        let store = MemoryStore()
        #expect(try await start(at: during, store, choosing: plain) == plain)
        #expect(store.load() == "plain!1798675201!year")
        #expect(try await start(at: later, store, choosing: year) == year)
        #expect(store.load() == "year")
        for text in ["plain", "plain!1!sale", "plain!1798675201!sale", "plain!x!year", "plain!1798675201"] {
            #expect(try await start(at: later, MemoryStore(text)) == year, "\(text)")
        }
        let manager = try ThemeManager(packs.library)
        try manager.restore(from: store)
        try manager.select(plain)
        #expect(store.load() == "plain")
    }

    @Test("A choice also stays when the same manager follows seasons again, and ends with a season that has new dates")
    func followingAgain() async throws {
        let store = MemoryStore()
        try manager.restore(from: store)
        let clock = ManualClock(try date("2026-12-31T00:00:00Z"))
        let (manager, log, plain) = (manager, Log(), plain)
        for number in 0..<2 {
            let task = Task { await manager.followSeasons(by: clock) { log.lines.append("\($0)") } }
            await clock.advance(to: clock.now.addingTimeInterval(1))
            if number == 0 { try manager.select(plain) }
            #expect(manager.id == plain)
            task.cancel()
            await task.value
        }
        try packs.project.theme(
            "year", prefix: "year_", more: ", \"activeFrom\": \"2027-01-01T00:00:00Z\", \"priority\": 10")
        try packs.library.replace(ThemePack(mounting: packs.rebuild("year")))
        #expect(try await start(at: "2027-01-01T12:00:00Z", store) == year)
        #expect(log.lines.isEmpty)
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
        manager.problemHandler = { log.lines.append($0.reason) }
        let task = Task { await manager.followSeasons(by: clock) }
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
