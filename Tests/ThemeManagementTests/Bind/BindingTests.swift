import Testing
import ThemeModel
import ThemeProject

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

    @Test("ME9: a setting that a theme does not set restores the property's own value")
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

    @Test("ME12: every state of a control in one call; ME9: a state that is not set keeps the control's own")
    func states() throws {
        let normal = "{\"Button\": {\"A\": {\"titleColor\": {\"UIControlStateNormal\": \"FF0000\"}}}}"
        let both = """
            {"Button": {"A": {"titleColor": {"UIControlStateNormal": "00FF00", "UIControlStateDisabled": "0000FF"}}}}
            """
        let packs = try LookPacks(default: normal, ["year": both])
        let manager = try ThemeManager(packs.library)
        let label = Label()
        let colors: ThemeValue<Theme, [ControlState: ThemeColor]> = .colors("Button.A.titleColor")
        try manager.bind(
            label, as: "title", states: colors.map { $0.mapValues(\.description) },
            get: { $0.titles[$1] ?? "none" }, set: { $0.titles[$1] = $2 })
        let red = try ThemeColor("FF0000").description
        #expect(label.titles == [.normal: red, .disabled: "own disabled"])
        try manager.select("year")
        #expect(
            label.titles == [
                .normal: try ThemeColor("00FF00").description, .disabled: try ThemeColor("0000FF").description,
            ])
        try manager.bind(
            label, as: "title", states: colors.map { $0.mapValues { "again \($0)" } },
            get: { $0.titles[$1] ?? "none" }, set: { $0.titles[$1] = $2 })
        try manager.select(.default)
        #expect(label.titles == [.normal: "again \(red)", .disabled: "own disabled"])
        manager.unbind(label)
        #expect(label.titles == [.normal: "own normal", .disabled: "own disabled"])
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

    @Test("Only changed values are applied")
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
        #expect(transforms.value == 1, "bindings to one value transform it once")
    }

    @Test("ME14: one hook wraps all bindings; a hook that applies never or twice does no harm")
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

    /// The signatures of UIKit, AppKit and SwiftUI.
    @MainActor
    private class Animator {
        static var pending: [() -> Void] = []

        class func animate(withDuration duration: Double, animations: @escaping () -> Void) { animations() }
        class func animate(
            withDuration duration: Double, animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
        ) { pending.append(animations) }
        class func runAnimationGroup(_ changes: (Animator) -> Void) { changes(Animator()) }
        static func withAnimation<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }
    }

    @Test("ME14: a hook may pass its closure to a toolkit's animation function, also to one that stores it")
    func animations() throws {
        let label = Label()
        try manager.bind(label, \.observed, to: .background)
        manager.hook = { _, apply in Animator.animate(withDuration: 0.25, animations: apply) }
        try manager.select(.green)
        manager.hook = { _, apply in Animator.runAnimationGroup { _ in apply() } }
        try manager.select(.blue)
        manager.hook = { _, apply in Animator.withAnimation { apply() } }
        try manager.select(.orange)
        #expect(label.observed == "orange" && label.count == 4)
        manager.hook = { _, apply in Animator.animate(withDuration: 0.25, animations: apply) { _ in } }
        try manager.select(.red)
        #expect(label.observed == "red" && label.count == 5)
        // The kept closure does nothing later, also after another change.
        manager.hook = nil
        try manager.select(.blue)
        for animation in Animator.pending { animation() }
        #expect(label.observed == "blue" && label.count == 6)
    }

    @Test("QM9: a theme that leaves an optional property unset leaves the object's own value, however it is written")
    func optionals() throws {
        let labels = (0..<6).map { _ in Label() }
        try manager.bind(labels[0], \.note, to: ThemeValue(\.title))
        try manager.bind(labels[1], \.note, to: ThemeValue(reading: { $0.title }))
        try manager.bind(labels[2], \.note, to: ThemeValue<PlainLook, String?>(\PlainLook.title))
        try manager.bind(labels[3], \.note, to: ThemeValue<PlainLook, String?>(reading: { $0.title }))
        try manager.bind(labels[4], \.note, to: ThemeValue<PlainLook, String>.background.map { $0 == "red" ? nil : $0 })
        let background = ThemeValue<PlainLook, String>.background
        let mapped: ThemeValue<PlainLook, String?> = background.map { $0 == "red" ? nil : .some($0) }
        try manager.bind(labels[5], \.note, to: mapped)
        #expect(labels.allSatisfy { $0.note == "own note" })
        try manager.select(.green)
        #expect(labels.prefix(4).allSatisfy { $0.note == "title of green" })
        #expect(labels.suffix(2).allSatisfy { $0.note == "green" })
        try manager.select(.red)
        #expect(labels.allSatisfy { $0.note == "own note" })
    }

    @Test("QM9: the order of bindings of one source to optional and other properties does not matter", arguments: 0..<6)
    func sharedSource(order: Int) throws {
        let label = Label()
        let other = Label()
        let binds = [
            { [manager] in try manager.bind(label, \.note, to: ThemeValue(\.title)) },
            { [manager] in try manager.bind(label, \.text, to: ThemeValue(\.title)) },
            { [manager] in try manager.bind(other, \.note, to: ThemeValue<PlainLook, String?>(\PlainLook.title)) },
        ]
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
        for number in orders[order] { try binds[number]() }
        #expect(label.note == "own note" && label.text == "own text" && other.note == "own note")
        try manager.select(.green)
        #expect([label.note, label.text, other.note] == Array(repeating: "title of green", count: 3))
        try manager.select(.red)
        #expect(label.note == "own note" && label.text == "own text" && other.note == "own note")
    }

    @Test("A value that is mapped where it is bound replaces the one before, and each transforms once for a change")
    func inlineMaps() throws {
        let label = Label()
        let calls = Counter()
        for _ in 0..<100 {
            try manager.bind(
                label, \.observed,
                to: ThemeValue.background.map {
                    calls.increase()
                    return $0.uppercased()
                })
        }
        #expect(label.observed == "RED" && manager.bindingCount == 1 && calls.value == 100)
        try manager.select(.green)
        #expect(label.observed == "GREEN" && calls.value == 101)
        manager.unbind(label)
        #expect(label.observed == "own")
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

    @Test("ME16: a value that cannot be read rejects the theme, and nothing changes")
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
        try manager.select("good")
        do {
            try manager.select("bad")
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
    private let number = AtomicInteger(0)

    var value: Int { number.value }
    func increase() { number.add(1) }
}
