import Testing

@testable import ThemeManagement

@MainActor
@Suite("Binding values to objects")
struct BindingTests {
    let manager: LookManager

    init() throws { manager = try LookManager(.looks(), default: .red) }

    @Test("ME11, DD2, DD5: a binding sets a property of any object at once and at every change")
    func property() throws {
        let label = Label()
        try manager.bind(label, \.text, to: .background)
        #expect(label.text == "red")
        for id in LookID.allCases.shuffled() {
            try manager.select(id)
            #expect(label.text == id.rawValue)
        }
    }

    @Test("DD11: binding to nil ends the binding and restores the property")
    func unbind() throws {
        let label = Label()
        try manager.bind(label, \.text, to: .background)
        try manager.bind(label, \.note, to: .background)
        try manager.bind(label, \.text, to: nil)
        #expect(label.text == "own text" && label.note == "red" && manager.bindingCount == 1)
        try manager.select(.green)
        #expect(label.text == "own text" && label.note == "green")
        manager.unbind(label)
        #expect(label.note == "own note" && manager.bindingCount == 0)
        manager.unbind(label, \.text)
        manager.unbind(label, as: "nothing")
    }

    @Test("DD4, ME12: a closure with a name is a binding too")
    func closure() throws {
        let label = Label()
        var calls: [String] = []
        try manager.bind(label, as: "title", to: .title) { label, title in calls.append(title ?? "undo") }
        #expect(calls.isEmpty, "nothing is set or undone")
        try manager.select(.green)
        try manager.select(.red)
        try manager.select(.green)
        manager.unbind(label, as: "title")
        #expect(calls == ["title of green", "undo", "title of green", "undo"])
    }

    @Test("Binding a property again replaces the binding; unbinding restores the first value")
    func rebinding() throws {
        let label = Label()
        try manager.bind(label, \.text, to: .background)
        try manager.bind(label, \.text, to: ThemeValue(\PlainLook.background).map { $0.uppercased() })
        #expect(label.text == "RED" && manager.bindingCount == 1)
        try manager.bind(label, \.text, to: .title)
        #expect(label.text == "own text")
        try manager.bind(label, as: "x", to: .background) { label, text in label.text = text ?? "undone" }
        try manager.bind(label, as: "x", to: ThemeValue(\PlainLook.background.count)) { _, _ in }
        #expect(label.text == "undone", "a closure of another type does not reuse the former value")
    }

    @Test("A target's callback and an unnamed closure are separate")
    func callbackAndClosure() throws {
        let label = Label()
        var calls: [String] = []
        try manager.bind(label, as: "", to: .background) { _, text in calls.append(text ?? "undo") }
        manager.observe(label) { _, change in calls.append("to \(change.new.id)") }
        try manager.select(.green)
        manager.observe(label) { _, change in calls.append("second to \(change.new.id)") }
        manager.unbind(label, as: "")
        try manager.select(.blue)
        #expect(calls == ["red", "green", "to green", "undo", "second to blue"])
    }

    @Test("QM5: an object can be bound to several managers; the last change wins")
    func severalManagers() throws {
        let other = try LookManager(.looks(), default: .blue)
        let label = Label()
        try manager.bind(label, \.text, to: .background)
        try other.bind(label, \.text, to: .background)
        try other.bind(label, \.note, to: .background)
        #expect(label.text == "blue" && label.note == "blue")
        try manager.select(.green)
        #expect(label.text == "green" && label.note == "blue")
        try other.select(.purple)
        #expect(label.text == "purple" && label.note == "purple")
        other.unbind(label)
        #expect(label.text == "red", "the value before the other manager set it")
    }

    @Test("A target may bind, unbind, select or be freed while values are applied")
    func reentrancy() throws {
        let manager = manager
        var labels: [Label?] = (0..<10).map { _ in Label() }
        for (number, label) in labels.enumerated() {
            guard let label else { continue }
            try manager.bind(label, \.acting, to: .background)
            label.onChange = { [unowned label] in
                labels[9 - number] = nil
                manager.unbind(label, \.acting)
                let new = Label()
                #expect(throws: Never.self) {
                    try manager.bind(new, \.text, to: .background)
                    try manager.select(.purple)
                }
                #expect(new.text == manager.theme.background)
            }
        }
        try manager.select(.green)
        #expect(manager.id == .purple)
    }

    @Test("DD1: bind registers, unbind unregisters, applyAll refreshes all")
    func refreshAll() throws {
        let label = Label()
        try manager.bind(label, \.text, to: .background)
        label.text = "set by others"
        manager.applyAll()
        #expect(label.text == "red")
        manager.unbind(label, \.text)
        manager.applyAll()
        #expect(label.text == "own text")
    }
}
