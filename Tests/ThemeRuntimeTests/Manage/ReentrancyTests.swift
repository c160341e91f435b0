import Observation
import Synchronization
import Testing

@testable import ThemeRuntime

@MainActor
@Suite("What is called calls back, or comes late")
struct ReentrancyTests {
    private let manager: LookManager

    init() throws { manager = try LookManager(.looks(), default: .red) }

    @Test("What is bound from within Observation's callback gets the theme that is coming")
    func bindingInObservation() throws {
        let manager = manager
        // The callback is called on the main actor, as the selection is made there.
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

    @Test("A closure that is told to undo may unbind the object, also the binding that replaces it")
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

    @Test("An observer that replaces the restored choice has made the last one")
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

    @Test("A sequence does not go back to a theme whose news comes after that of the next")
    func lateNews() async {
        let selections = [LookID.red, .green, .blue].enumerated().map { turn, id in
            let selection = ThemeSelection(id, id.look)
            selection.turn.store(turn, ordering: .relaxed)
            return selection
        }
        let changes = ThemeChanges(start: selections[0]) {
            let (stream, news) = AsyncStream.makeStream(of: ThemeSelection<LookID, PlainLook>.self)
            for late in selections[1...] { news.yield(late) }
            news.finish()
            return (stream, selections[2])
        }
        var seen: [LookID] = []
        for await change in changes { seen += [change.old.id, change.new.id] }
        #expect(seen == [.red, .blue])
    }
}
