import Observation
import Testing
import ThemeModel
import ThemeProject

@testable import ThemeManagement

@MainActor
@Suite("Reentrant calls")
struct ReentrancyTests {
    private let manager: LookManager

    init() throws { manager = try LookManager(.looks(), default: .red) }

    @Test("A binding made in Observation's callback gets the new theme")
    func bindingInObservation() throws {
        let manager = manager
        // The callback runs on the main actor because the selection does.
        nonisolated(unsafe) let label = Label()
        withObservationTracking {
            _ = manager.id
        } onChange: {
            MainActor.assumeIsolated {
                do { try manager.bind(label, \.text, to: .background) } catch { Issue.record(error) }
            }
        }
        try manager.select(.green)
        #expect(label.text == "green")
    }

    @Test("A closure that is called with nil may unbind the object, also its new binding")
    func unbindingWhileReplaced() throws {
        let manager = manager
        let label = Label()
        try manager.bind(label, \.note, to: .background)
        try manager.bind(label, as: "x", to: .background) { label, text in
            if text == nil { manager.unbind(label) }
        }
        try manager.bind(label, as: "x", to: ThemeValue(\PlainLook.background.count)) { label, count in
            label.text = count.map { "\($0)" } ?? "undone"
        }
        #expect(label.text == "own text" && label.note == "own note" && manager.bindingCount == 0)
        try manager.select(.green)
        #expect(label.text == "own text" && label.note == "own note")
    }

    @Test("An observer's selection during a restoration is the last one")
    func selectingWhileRestored() throws {
        let manager = manager
        let store = MemoryStore("green")
        let observation = manager.observe { change in
            guard change.new.id == .green else { return }
            #expect(throws: Never.self) { try manager.select(.blue) }
        }
        try manager.restore(from: store)
        #expect(manager.id == .blue && store.load() == "blue" && manager.chosenID == .blue)
        withExtendedLifetime(observation) {}
    }

    @Test("A store that selects a theme while it saves gets an error, and the saved theme is in force")
    func selectingWhileSaving() throws {
        let manager = manager
        struct Meddling: ThemeStore {
            let manager: LookManager
            func load() -> String? { nil }
            func save(_ text: String?) throws {
                try MainActor.assumeIsolated { try manager.select(.purple) }
            }
        }
        struct Binding: ThemeStore {
            let manager: LookManager
            let late: Late
            func load() -> String? { nil }
            func save(_ text: String?) throws {
                try MainActor.assumeIsolated { try manager.bind(late.label, \.text, to: .title) }
            }
        }
        let label = Label()
        try manager.bind(label, \.text, to: .background)
        try manager.restore(from: Meddling(manager: manager))
        #expect(throws: ManagerError.self) { try manager.select(.green) }
        #expect(manager.id == .red && manager.chosenID == .red && label.text == "red")
        let late = Late()
        try manager.restore(from: Binding(manager: manager, late: late))
        try manager.select(.green)
        #expect(manager.id == .green && label.text == "green" && late.label.text == "title of green")
    }

    @Test("A generator may select another theme, which is in force until the new one is made")
    func selectingWhileMaking() throws {
        let asked = Late()
        let table = ThemeTable<LookID, PlainLook>(generator: { id in
            if id == .green {
                try MainActor.assumeIsolated { try asked.manager?.select(.blue) }
            }
            return id.look
        })
        let manager = try LookManager(table, default: .red)
        asked.manager = manager
        let label = Label()
        try manager.bind(label, \.text, to: .background)
        try manager.select(.green)
        #expect(manager.id == .green && label.text == "green")
        asked.manager = nil
    }

    @Test("If a library changes while another change of it runs, both changes take effect")
    func changingWhileChanging() throws {
        let packs = try LookPacks(["year": "{}", "other": "{}"])
        let (library, year, other) = (packs.library, ThemeID("year"), ThemeID("other"))
        var calls = 0
        try library.updatePacks { packs throws(ThemeError) in
            calls += 1
            packs[year] = nil
            if calls == 1 { try library.remove(other) }
        }
        #expect(calls == 2 && library.ids == [.default])
        let pack = library.defaultTheme.pack
        do {
            try library.updatePacks { packs throws(ThemeError) in try library.replace(pack) }
            Issue.record("changed")
        } catch {
            #expect(error.description.contains("attempts to make this change"))
        }
    }

    @Test("A callback may hide its target while the target is shown")
    func hidingWhileShown() throws {
        let manager = manager
        let label = Label()
        try manager.bind(label, \.acting, to: .background)
        try manager.bind(label, \.text, to: .background)
        manager.hide(label)
        try manager.select(.green)
        label.onChange = { [unowned label] in manager.hide(label) }
        manager.show(label)
        #expect(label.acting == "green" && label.text == "red")
        label.onChange = nil
        try manager.select(.blue)
        #expect(label.acting == "green" && label.text == "red")
        manager.show(label)
        #expect(label.acting == "blue" && label.text == "blue")
    }

    @Test("A getter that ends its binding is not set afterwards")
    func unbindingWhileRead() throws {
        final class Odd {
            var onRead: (() -> Void)?
            var text: String {
                get {
                    onRead?()
                    return stored
                }
                set { stored = newValue }
            }
            var stored = "own"
        }
        let (manager, odd) = (manager, Odd())
        odd.onRead = { [unowned odd] in manager.unbind(odd) }
        try manager.bind(odd, \.text, to: .background)
        #expect(odd.stored == "own" && manager.bindingCount == 0)
    }

    @Test("A setter that selects a theme is called again for that theme")
    func selectingWhileBound() throws {
        final class Restless {
            var onSet: (() throws -> Void)?
            var text: String {
                get { stored }
                set {
                    #expect(throws: Never.self) { try onSet?() }
                    stored = newValue
                }
            }
            var stored = "own"
        }
        let (manager, restless) = (manager, Restless())
        restless.onSet = { [unowned restless] in
            restless.onSet = nil
            try manager.select(.green)
        }
        try manager.bind(restless, \.text, to: .background)
        #expect(manager.id == .green && restless.stored == "green")
    }

    @Test("A transform may bind the same value, but not select")
    func selectingWhileRead() throws {
        let (manager, label, late, reads) = (manager, Label(), Late(), Counter())
        let value = ThemeValue<PlainLook, String>(reading: { look in
            reads.increase()
            return try MainActor.assumeIsolated {
                if let other = late.manager { try other.select(.green) }
                if let value = late.value {
                    late.value = nil
                    try manager.bind(late.label, \.text, to: value)
                }
                return look.background
            }
        })
        late.manager = manager
        #expect(throws: ManagerError.self) { try manager.bind(label, \.text, to: value) }
        #expect(manager.id == .red && label.text == "own text" && manager.bindingCount == 0)
        (late.manager, late.value) = (nil, value)
        try manager.bind(label, \.text, to: value)
        #expect(label.text == "red" && late.label.text == "red" && reads.value == 3)
        try manager.select(.blue)
        #expect(label.text == "blue" && late.label.text == "blue")
    }
}

@MainActor
private final class Late {
    let label = Label()
    var manager: LookManager?
    var value: ThemeValue<PlainLook, String>?

    nonisolated init() {}
}
