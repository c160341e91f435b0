import TestSupport
import Testing

@testable import ThemeManagement

extension BindingTests {
    @Test("ME13: bindings of dead targets go, and those of living ones stay")
    func packing() throws {
        var labels: [Label] = (0..<1000).map { _ in Label() }
        for label in labels {
            label.note = "own"
            try manager.bind(label, \.text, to: .background)
            try manager.bind(label, \.note, to: .background)
            try manager.bind(label, as: "x", to: .background) { label, text in label.observed = text ?? "undone" }
        }
        labels = labels.enumerated().filter { $0.offset % 20 == 7 }.map(\.element)
        manager.inForce.bindings.sweep(3000)
        #expect(manager.bindingCount == 150)
        manager.inForce.bindings.shrink()
        #expect(manager.bindingCount == 150)
        let more = (0..<10).map { _ in Label() }
        for label in more { try manager.bind(label, \.text, to: .background) }
        manager.unbind(labels[3])
        try manager.bind(labels[4], \.text, to: nil)
        try manager.select(.green)
        for (number, label) in labels.enumerated() {
            #expect(label.text == (number == 3 || number == 4 ? "own text" : "green"))
            #expect(label.note == (number == 3 ? "own" : "green"))
            #expect(label.observed == (number == 3 ? "undone" : "green"))
        }
        #expect(more.allSatisfy { $0.text == "green" })
        for label in labels + more { manager.unbind(label) }
        #expect(manager.bindingCount == 0)
        #expect(labels.allSatisfy { $0.text == "own text" && $0.note == "own" && $0.observed == "undone" })
    }

    @Test(
        "ME13: binding removes the bindings of dead targets by itself, while no task gets the main actor",
        arguments: [true, false])
    func sweepingWithoutTask(reusesAddresses: Bool) throws {
        var others: [Label] = []
        for number in 0..<10_000 {
            try manager.bind(Label(), \.text, to: .background)
            // Takes the address of the dead target.
            if !reusesAddresses { others.append(Label()) }
            guard number < 100 || manager.bindingCount < 50 else {
                Issue.record("\(manager.bindingCount) bindings after \(number) dead targets")
                return
            }
        }
    }

    @Test("ME13: a dead target costs nothing, and a new object at its address inherits no binding")
    func death() async throws {
        weak var dead: Label?
        for _ in 0..<1000 {
            let label = Label()
            dead = label
            try manager.bind(label, \.text, to: .background)
            try manager.bind(label, \.note, to: .title)
            try manager.bind(label, as: "x", to: .background) { [weak label] _, _ in label?.number = 1 }
            manager.observe(label) { label, _ in label.number = 2 }
            #expect(label.note == "own note")
        }
        #expect(dead == nil)
        // Neither a selection nor another binding happens.
        try #require(try await suspendUntil { manager.bindingCount == 0 })
        // The next binding starts the sweep again.
        do { try manager.bind(Label(), \.text, to: .background) }
        try #require(try await suspendUntil { manager.bindingCount == 0 })
    }

    @Test("ME13: a new object at a dead target's address follows the value that only the dead target had")
    func sameAddress() throws {
        for _ in 0..<100 {
            let dead: ObjectIdentifier = try {
                let label = Label()
                try manager.bind(label, \.text, to: .background)
                return ObjectIdentifier(label)
            }()
            let label = Label()
            try manager.bind(label, \.text, to: .background)
            try manager.select(manager.id == .green ? .blue : .green)
            #expect(label.text == manager.theme.background)
            manager.unbind(label)
            if dead == ObjectIdentifier(label) { return }
        }
        Issue.record("no object had the address of a dead one")
    }

    @Test("ME13: living targets stay bound while dead ones are removed")
    func deathAmongTheLiving() throws {
        var labels: [Label] = (0..<100).map { _ in Label() }
        for label in labels {
            try manager.bind(label, \.text, to: .background)
            try manager.bind(label, \.note, to: .background)
        }
        labels = labels.enumerated().filter { $0.offset % 3 == 0 }.map(\.element)
        manager.inForce.bindings.sweep(400)
        #expect(manager.bindingCount == 68)
        try manager.select(.green)
        #expect(labels.allSatisfy { $0.text == "green" && $0.note == "green" })
        for label in labels { manager.unbind(label, \.text) }
        #expect(manager.bindingCount == 34 && labels.allSatisfy { $0.text == "own text" })
    }

    @Test("QM8, TM6: a hidden target is not notified, and is updated when it is shown")
    func visibility() throws {
        let (label, other) = (Label(), Label())
        var changes: [String] = []
        try manager.bind(label, \.text, to: .background)
        try manager.bind(label, \.note, to: .title)
        try manager.bind(other, \.text, to: .background)
        manager.observe(label) { label, change in changes.append("\(change.old.id)->\(change.new.id) \(label.text)") }
        manager.hide(label)
        try manager.select(.green)
        try manager.bind(label, as: "later", to: .background) { label, text in label.number += 1 }
        try manager.select(.blue)
        #expect(label.text == "red" && label.number == 1 && other.text == "blue" && changes.isEmpty)
        manager.show(label)
        #expect(label.text == "blue" && label.note == "title of blue" && label.number == 2)
        #expect(changes == ["red->blue blue"])
        manager.show(label)
        try manager.select(.red)
        #expect(changes == ["red->blue blue", "blue->red red"] && label.text == "red" && label.note == "own note")
    }

    @Test("QM8: a new binding of a hidden object is hidden too")
    func replacedWhileHidden() throws {
        let label = Label()
        try manager.bind(label, \.text, to: .background)
        manager.hide(label)
        try manager.bind(label, \.text, to: ThemeValue(\PlainLook.background).map { $0.uppercased() })
        try manager.select(.green)
        #expect(label.text == "RED")
        manager.show(label)
        #expect(label.text == "GREEN")
    }
}
