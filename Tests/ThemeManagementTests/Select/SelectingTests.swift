import TestSupport
import Testing
import ThemeManagement

@MainActor
@Suite("Selecting a theme")
final class SelectingTests: LookSuite {
    @Test("ME1, QM3: any number of themes; the current id and theme always agree")
    func select() throws {
        for id in LookID.allCases {
            try manager.select(id)
            #expect(manager.id == id && manager.theme == id.look && manager.current.id == id)
        }
        try manager.select(theme: LookID.green.look)
        #expect(manager.id == .green)
    }

    @Test("ME3: an unknown theme throws, and nothing changes")
    func unknown() throws {
        let manager = try ThemeSourceManager(
            ThemeTable<String, PlainLook>(generator: { LookID(text: $0)?.look }), default: "red")
        let store = MemoryStore()
        try manager.restore(from: store)
        try manager.select("green")
        let observation = manager.observe { [log] change in log.lines.append("\(change.new.id)") }
        do {
            try manager.select("gren")
            Issue.record("selected")
        } catch {
            #expect(try Sentences.mismatch("\(error)", of: "selecting a misspelled id", in: "runtime") == nil)
        }
        #expect(manager.id == "green" && store.load() == "green" && log.lines.isEmpty)
        withExtendedLifetime(observation) {}
    }

    @Test("Selecting the current theme notifies nobody, but is saved")
    func same() throws {
        let store = MemoryStore()
        try manager.restore(from: store)
        try manager.select(.blue, saving: false)
        let observation = manager.observe { [log] _ in log.lines.append("notified") }
        try manager.select(.blue)
        #expect(log.lines.isEmpty && store.load() == "blue" && manager.chosenID == .blue)
        withExtendedLifetime(observation) {}
    }

    @Test("QM7: the order is will-change, swap, did-change, sequences, bindings, applied, callbacks")
    func order() throws {
        let (manager, log) = (manager, log)
        let label = Label()
        try manager.bind(label, \.text, to: .background)
        var observations = ChangePhase.allCases.reversed().map { phase in
            manager.observe(phase) { change in
                log.lines.append("\(phase) \(change.old.id)->\(change.new.id), is \(manager.id), shows \(label.text)")
            }
        }
        manager.observe(label) { label, change in log.lines.append("callback \(change.new.id), shows \(label.text)") }
        try manager.select(.green)
        #expect(
            log.lines == [
                "willChange red->green, is red, shows red", "didChange red->green, is green, shows red",
                "applied red->green, is green, shows green", "callback green, shows green",
            ])
        withExtendedLifetime(observations) {}
        observations.removeAll()
        log.lines = []
        try manager.select(.red)
        #expect(log.lines == ["callback red, shows red"])
    }

    @Test("If an observer selects another theme, all observers see the first change first")
    func nested() throws {
        let (manager, log) = (manager, log)
        let label = Label()
        let first = manager.observe(.didChange) { change in
            if change.new.id == .green {
                for id in [LookID.purple, .blue] { #expect(throws: Never.self) { try manager.select(id) } }
                log.lines.append("still \(manager.id)")
            }
            log.lines.append("first \(change.old.id)->\(change.new.id)")
        }
        let second = manager.observe(.didChange) { change in
            log.lines.append("second \(change.old.id)->\(change.new.id)")
        }
        try manager.bind(label, \.text, to: .background)
        try manager.select(.green)
        #expect(
            log.lines == [
                "still green", "first red->green", "second red->green", "first green->blue", "second green->blue",
            ])
        #expect(label.text == "blue")
        withExtendedLifetime((first, second)) {}
    }

    @Test("Observers that select against each other get an error, and nothing hangs")
    func restless() throws {
        let (manager, log) = (manager, log)
        let observations = [LookID.blue, .green].map { wanted in
            manager.observe { change in
                guard change.new.id != wanted else { return }
                do { try manager.select(wanted) } catch { log.lines.append("\(error)") }
            }
        }
        try manager.select(.yellow)
        #expect(log.lines.count == 1 && log.lines.first?.contains("100 times in a row") == true)
        #expect([.blue, .green].contains(manager.id))
        withExtendedLifetime(observations) {}
    }

    @Test("A selection from will-change takes effect after the current change")
    func nestedInWillChange() throws {
        let manager = manager
        let (early, late) = (Label(), Label())
        try manager.bind(early, \.note, to: .title)
        let observation = manager.observe(.willChange) { change in
            guard change.new.id == .green else { return }
            #expect(throws: Never.self) {
                try manager.bind(late, \.text, to: .background)
                try manager.select(.red)
                try manager.bind(late, \.note, to: ThemeValue(\PlainLook.background).map { $0.uppercased() })
            }
        }
        try manager.select(.green)
        #expect(manager.id == .red)
        #expect(early.note == "own note" && late.text == "red" && late.note == "RED")
        withExtendedLifetime(observation) {}
    }

    @Test("Selecting the former theme from a callback ends with that theme")
    func back() throws {
        let (manager, log) = (manager, log)
        let observation = manager.observe(.applied) { change in
            log.lines.append("\(change.old.id)->\(change.new.id)")
            guard change.new.id == .green else { return }
            #expect(throws: Never.self) {
                try manager.select(.blue)
                // The last selection counts. It is in force already.
                try manager.select(.green)
            }
        }
        try manager.select(.green)
        #expect(log.lines == ["red->green"] && manager.id == .green)
        withExtendedLifetime(observation) {}
    }

    @Test("All observers see rapid selections of many tasks in one order")
    func rapid() async throws {
        let (manager, log) = (manager, log)
        var observations: [ThemeObservation] = []
        let logs = (0..<3).map { _ in Log() }
        for log in logs {
            observations.append(manager.observe { change in log.lines.append("\(change.old.id)->\(change.new.id)") })
        }
        let label = Label()
        try manager.bind(label, \.text, to: .background)
        let sequence = Task {
            var last = LookID.red
            for await change in manager.changes {
                #expect(change.old.id == last)
                last = change.new.id
                if last == .purple { break }
            }
            return last
        }
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for number in 0..<100 {
                        let id = LookID.allCases[(task + number) % 5]
                        await #expect(throws: Never.self) { try await manager.select(id) }
                    }
                }
            }
        }
        try manager.select(.purple)
        #expect(await sequence.value == .purple)
        #expect(label.text == "purple" && logs[0].lines.last?.hasSuffix("->purple") == true)
        #expect(logs[0].lines == logs[1].lines && logs[1].lines == logs[2].lines)
        #expect(
            zip(logs[0].lines, logs[0].lines.dropFirst()).allSatisfy {
                $0.suffix(3) == $1.prefix(upTo: $1.firstIndex(of: "-")!).suffix(3)
            })
        withExtendedLifetime((observations, log)) {}
    }
}
