import Observation
import Testing
import ThemeManagement
import ThemeProject

@MainActor
@Suite("Following changes")
final class FollowingTests: LookSuite {
    @Test("A callback is unregistered when its token is released, on any thread")
    func token() async throws {
        let log = log
        var token: ThemeObservation? = manager.observe { log.lines.append("\($0.new.id)") }
        try manager.select(.green)
        token = nil
        try manager.select(.blue)
        #expect(log.lines == ["green"] && token == nil)
        let cancelled = manager.observe { log.lines.append("\($0.new.id)") }
        cancelled.cancel()
        try manager.select(.red)
        let manager = manager
        let elsewhere = await Task.detached { manager.observe { log.lines.append("\($0.new.id)") } }.value
        try manager.select(.yellow)
        await Task.detached { withExtendedLifetime(elsewhere) {} }.value
        #expect(log.lines == ["green", "yellow"])
    }

    @Test("An observer that another one cancels before its turn is not called")
    func cancelledInTurn() throws {
        let (manager, log) = (manager, log)
        var second: ThemeObservation?
        let first = manager.observe { _ in
            log.lines.append("first")
            second = nil
        }
        second = manager.observe { _ in log.lines.append("second") }
        try manager.select(.green)
        #expect(log.lines == ["first"] && second == nil)
        withExtendedLifetime(first) {}
    }

    @Test("A token releases what its callback captured")
    func captures() {
        weak var captured: Label?
        var token: ThemeObservation?
        do {
            let label = Label()
            captured = label
            token = manager.observe { [label] _ in label.text = "" }
        }
        #expect(captured != nil)
        token = nil
        #expect(captured == nil && token == nil)
    }

    @Test("CE3: a sequence has each change with old and new theme; slow readers get several as one")
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func sequence() async throws {
        var changes = manager.changes.makeAsyncIterator()
        try manager.select(.green)
        var change = await changes.next(isolation: MainActor.shared)
        #expect(change?.old.id == .red && change?.new.id == .green)
        for id in [LookID.blue, .purple, .yellow] { try manager.select(id) }
        change = await changes.next(isolation: MainActor.shared)
        #expect(change?.old.id == .green && change?.new.id == .yellow)
    }

    @Test("Each iteration of a sequence starts with the changes since the sequence was requested")
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func sequenceStart() async throws {
        let changes = manager.changes
        try manager.select(.green)
        for _ in 0..<2 {
            var iterator = changes.makeAsyncIterator()
            #expect(await iterator.next(isolation: MainActor.shared)?.new.id == .green)
        }
    }

    @Test("A sequence ends with its manager, and with its task")
    func sequenceEnd() async throws {
        let log = log
        let (changes, other): (ThemeChanges<LookID, PlainLook>, ThemeChanges<LookID, PlainLook>)
        do {
            let manager = try LookManager(.looks(), default: .red)
            (changes, other) = (manager.changes, manager.changes)
            let task = Task { for await change in changes { log.lines.append("\(change.new.id)") } }
            await Task.yield()
            try manager.select(.green)
            while log.lines.isEmpty { await Task.yield() }
            task.cancel()
            await task.value
        }
        for await _ in other { Issue.record("of a manager that is gone") }
        #expect(log.lines == ["green"])
    }

    @Test("A hundred thousand selections use no memory for idle sequences")
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func manySelections() async throws {
        var changes = manager.changes.makeAsyncIterator()
        let label = Label()
        try manager.bind(label, \.text, to: .background)
        for number in 0..<50_000 {
            try manager.select(number % 2 == 0 ? .green : .blue)
            try manager.select(number % 2 == 0 ? .blue : .purple)
        }
        #expect(label.text == "purple")
        let change = await changes.next(isolation: MainActor.shared)
        #expect(change?.old.id == .red && change?.new.id == .purple)
    }

    @Test("withObservationTracking is notified before the theme changes, from any thread")
    func observation() async throws {
        let (manager, log) = (manager, log)
        func track() {
            withObservationTracking {
                log.lines.append("saw \(manager.id)")
            } onChange: {
                MainActor.assumeIsolated { log.lines.append("changing, was \(manager.theme.background)") }
            }
        }
        track()
        try manager.select(.green)
        track()
        try manager.select(.green)
        try manager.select(.blue)
        #expect(log.lines == ["saw red", "changing, was red", "saw green", "changing, was green"])
        let notified = Counter()
        await Task.detached {
            withObservationTracking {
                _ = try? manager.value(.background)
            } onChange: {
                notified.increase()
            }
        }.value
        try manager.select(.red)
        #expect(notified.value == 1)
    }

    @Test("withObservationTracking is notified of the chosen id, and not of a choice that stays")
    func observedChoice() throws {
        let notified = Counter()
        func track() {
            withObservationTracking {
                _ = manager.chosenID
            } onChange: {
                notified.increase()
            }
        }
        track()
        try manager.select(.green, saving: false)
        #expect(notified.value == 0)
        try manager.select(.green)
        #expect(notified.value == 1 && manager.chosenID == .green)
        track()
        try manager.select(.green)
        #expect(notified.value == 1)
    }

    @Test("withObservationTracking is notified of the ids of a library, also from another thread")
    func observedIDs() async throws {
        let packs = try LookPacks(["year": "{}"])
        let (library, year, notified) = (packs.library, ThemeID("year"), Counter())
        func track() {
            withObservationTracking {
                _ = library.ids
            } onChange: {
                notified.increase()
            }
        }
        track()
        try library.remove(year)
        #expect(notified.value == 1 && library.ids == [.default])
        track()
        let path = try #require(packs.paths["year"])
        try await Task.detached { try library.add(ThemePack(mounting: path)) }.value
        #expect(notified.value == 2 && library.ids == [.default, year])
    }

    @Test("A value with a default does not throw, even if the theme leaves it unset")
    func defaults() throws {
        let failing = ThemeValue<PlainLook, String>(reading: { _ in throw CancellationError() })
        #expect(manager.value(.background, default: "none") == "red")
        #expect(manager.value(.title, default: "none") == "none" && manager.value(failing, default: "none") == "none")
        #expect(failing.value(in: manager.theme, default: "none") == "none")
    }

    @Test("ME10: lazy values follow the current theme, with any transform")
    func values() throws {
        let upper = ThemeValue<PlainLook, String>.title.map { $0.uppercased() }
        let even = ThemeValue<PlainLook, Int>(\.background.count).map { $0 % 2 == 0 ? "even" : nil }
        #expect(try manager.value(.background) == "red" && manager.value(upper) == nil && manager.value(even) == nil)
        try manager.select(.blue)
        #expect(try manager.value(upper) == "TITLE OF BLUE" && manager.value(even) == "even")
    }

    @Test("DD3: many threads may register, read and select at once")
    func concurrency() async throws {
        let manager = manager
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<4 {
                group.addTask {
                    for number in 0..<200 {
                        let observation = manager.observe { _ in }
                        let current = manager.current
                        #expect(current.theme.background == current.id.rawValue)
                        if number % 10 == 0 {
                            await #expect(throws: Never.self) {
                                try await manager.select(LookID.allCases[(task + number) % 6])
                            }
                        }
                        observation.cancel()
                    }
                }
            }
            for _ in 0..<200 {
                let label = Label()
                #expect(throws: Never.self) { try manager.bind(label, \.text, to: .background) }
                await Task.yield()
                #expect(label.text == manager.theme.background)
            }
        }
    }
}
