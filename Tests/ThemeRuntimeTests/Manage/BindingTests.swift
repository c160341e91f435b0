import Synchronization
import Testing

@testable import ThemeRuntime

@MainActor
@Suite("Binding values to objects")
struct BindingTests {
    private let manager: LookManager

    init() throws { manager = try LookManager(.looks(), default: .red) }

    @Test("ME11, DD2, DD5: a property of any object has the value at once, and at every change")
    func property() throws {
        let label = Label()
        try manager.bind(label, \.text, to: .background)
        #expect(label.text == "red")
        for id in LookID.allCases.shuffled() {
            try manager.select(id)
            #expect(label.text == id.rawValue)
        }
    }

    @Test("ME9: what a theme does not set leaves the property as it was, and gives it back")
    func unset() throws {
        let label = Label()
        try manager.bind(label, \.text, to: .title)
        #expect(label.text == "own text")
        try manager.select(.green)
        #expect(label.text == "title of green")
        try manager.select(.blue)
        try manager.select(.red)
        #expect(label.text == "own text")
        try manager.bind(label, \.note, to: .title)
        try manager.select(.green)
        #expect(label.note == "title of green")
        try manager.select(.red)
        #expect(label.note == "own note")
    }

    @Test("DD11: nil ends a binding, and the property gets back what it was")
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

    @Test("DD4, ME12: closures by name, for what is no property")
    func closure() throws {
        let label = Label()
        var calls: [String] = []
        try manager.bind(label, as: "title", to: .title) { label, title in calls.append(title ?? "undo") }
        #expect(calls.isEmpty, "nothing is set, nothing is to be undone")
        try manager.select(.green)
        try manager.select(.red)
        try manager.select(.green)
        manager.unbind(label, as: "title")
        #expect(calls == ["title of green", "undo", "title of green", "undo"])
    }

    @Test("ME12: every state of a control in one call; ME9: a state that is not set keeps the control's own")
    func states() throws {
        let normal = "{\"Button\": {\"A\": {\"titleColor\": {\"UIControlStateNormal\": \"FF0000\"}}}}"
        let both = """
            {"Button": {"A": {"titleColor": {"UIControlStateNormal": "00FF00", "UIControlStateDisabled": "0000FF"}}}}
            """
        let packs = try LookPacks(default: normal, ["year": both])
        let manager = try ThemeManager(packs.library)
        let label = Label()
        let colours: ThemeValue<Theme, [ControlState: Colour]> = .colours("Button.A.titleColor")
        try manager.bind(
            label, as: "title", states: colours.map { $0.mapValues(\.description) },
            get: { $0.titles[$1] ?? "none" }, set: { $0.titles[$1] = $2 })
        let red = try Colour("FF0000").description
        #expect(label.titles == [.normal: red, .disabled: "own disabled"])
        try manager.select(ThemeID("year"))
        #expect(
            label.titles == [.normal: try Colour("00FF00").description, .disabled: try Colour("0000FF").description])
        try manager.select(.default)
        #expect(label.titles == [.normal: red, .disabled: "own disabled"])
        manager.unbind(label)
        #expect(label.titles == [.normal: "own normal", .disabled: "own disabled"])
    }

    @Test("Binding a property again replaces the binding, and what was before the first is remembered")
    func rebinding() throws {
        let label = Label()
        try manager.bind(label, \.text, to: .background)
        try manager.bind(label, \.text, to: ThemeValue(\PlainLook.background).map { $0.uppercased() })
        #expect(label.text == "RED" && manager.bindingCount == 1)
        try manager.bind(label, \.text, to: .title)
        #expect(label.text == "own text")
        try manager.bind(label, as: "x", to: .background) { label, text in label.text = text ?? "undone" }
        try manager.bind(label, as: "x", to: ThemeValue(\PlainLook.background.count)) { _, _ in }
        #expect(label.text == "undone", "a closure that takes something else cannot take over what was done")
    }

    @Test("A callback of a target and a closure without a name are two things")
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

    @Test("ME13: places of the dead are taken by others, and given up when few are left")
    func packing() throws {
        var labels: [Label] = (0..<1000).map { _ in Label() }
        for label in labels {
            label.note = "own"
            try manager.bind(label, \.text, to: .background)
            try manager.bind(label, \.note, to: .background)
            try manager.bind(label, as: "x", to: .background) { label, text in label.observed = text ?? "undone" }
        }
        labels = labels.enumerated().filter { $0.offset % 20 == 7 }.map(\.element)
        manager.bindings.sweep(3000)
        #expect(manager.bindingCount == 150 && manager.bindings.places == 3000)
        manager.bindings.shrink()
        #expect(manager.bindings.places == 150)
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
        #expect(manager.bindingCount == 0 && manager.bindings.places == 0)
        #expect(labels.allSatisfy { $0.text == "own text" && $0.note == "own" && $0.observed == "undone" })
    }

    @Test("Only what has changed is applied")
    func onlyChanges() throws {
        let label = Label()
        let values = ["a": ["x": 1, "y": 1], "b": ["x": 1, "y": 2]]
        let table = ThemeTable<String, [String: Int]> { values[$0] }
        let manager = try ThemeManager(table, default: "a")
        let transforms = Counter()
        let same = ThemeValue<[String: Int], Int> { $0["x"] }.map { value in
            transforms.increase()
            return "\(value)"
        }
        for label in [label, Label(), Label()] { try manager.bind(label, \.observed, to: same) }
        try manager.bind(label, \.text, to: ThemeValue<[String: Int], Int> { $0["y"] }.map { "\($0)" })
        try manager.select("b")
        #expect(label.count == 1 && label.text == "2")
        #expect(transforms.value == 1, "bindings to one value have it transformed once")
    }

    @Test("ME13: a dead target costs nothing afterwards, and an object at its address takes nothing over")
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
        // Without a switch, and without another registration.
        for _ in 0..<200 where manager.bindingCount > 0 { try await Task.sleep(for: .milliseconds(50)) }
        #expect(manager.bindingCount == 0)
        // It starts again with the next.
        do { try manager.bind(Label(), \.text, to: .background) }
        for _ in 0..<200 where manager.bindingCount > 0 { try await Task.sleep(for: .milliseconds(50)) }
        #expect(manager.bindingCount == 0)
    }

    @Test("ME13: living targets stay bound while dead ones are swept away")
    func deathAmongTheLiving() throws {
        var labels: [Label] = (0..<100).map { _ in Label() }
        for label in labels {
            try manager.bind(label, \.text, to: .background)
            try manager.bind(label, \.note, to: .background)
        }
        labels = labels.enumerated().filter { $0.offset % 3 == 0 }.map(\.element)
        manager.bindings.sweep(400)
        #expect(manager.bindingCount == 68)
        try manager.select(.green)
        #expect(labels.allSatisfy { $0.text == "green" && $0.note == "green" })
        for label in labels { manager.unbind(label, \.text) }
        #expect(manager.bindingCount == 34 && labels.allSatisfy { $0.text == "own text" })
    }

    @Test("QM8, TM6: what is hidden is not told, and is brought up to date when it is shown again")
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

    @Test("QM8: what replaces a binding of a hidden object is hidden as well")
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

    @Test("ME14: one hook wraps all that is applied; one that forgets to apply, or applies twice, does no harm")
    func hook() throws {
        let label = Label()
        try manager.bind(label, \.observed, to: .background)
        var log: [String] = []
        manager.hook = { change, apply in
            log.append("begin \(label.observed)")
            apply()
            apply()
            log.append("end \(label.observed) \(change.new.id)")
        }
        try manager.select(.green)
        #expect(log == ["begin red", "end green green"] && label.count == 2)
        manager.hook = { _, _ in }
        try manager.select(.blue)
        #expect(label.observed == "blue")
    }

    @Test("QM5: an object can be bound to several managers; the one that changed last has the say over a property")
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
        #expect(label.text == "red", "what it was when the other manager first set it")
    }

    @Test("A target may die, bind, unbind and select while values are applied")
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

    @Test("DD1: register, unregister, refresh all")
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

    @Test("ME16: a value that cannot be read refuses the theme as a whole, and nothing has changed")
    func unreadable() throws {
        let packs = try LookPacks(
            [
                "good": "{\"size\": 2, \"later\": 1}",
                "bad": "{\"size\": 3, \"later\": {\"no\": 1}, \"Color\": {\"title\": \"222\"}}",
            ])
        let manager = try ThemeManager(packs.library)
        let label = Label()
        try manager.bind(label, \.number, to: .number("size"))
        try manager.bind(label, as: "later", to: .number("later")) { _, _ in }
        try manager.select(ThemeID("good"))
        do {
            try manager.select(ThemeID("bad"))
            Issue.record("selected")
        } catch {
            #expect("\(error)".contains("the theme 'bad' cannot be used: "))
            #expect("\(error)".contains("later: expected a number, found an object of 1"))
        }
        #expect(manager.id.string == "good" && label.number == 2)
        #expect(throws: ManagerError.self) { try manager.bind(label, \.text, to: .string("size")) }
        #expect(label.text == "own text" && manager.bindingCount == 2)
    }
}

final class Counter: Sendable {
    private let number = Atomic(0)

    var value: Int { number.load(ordering: .relaxed) }
    func increase() { number.add(1, ordering: .relaxed) }
}
