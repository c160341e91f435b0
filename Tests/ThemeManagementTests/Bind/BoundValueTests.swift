import TestSupport
import Testing
import ThemeModel
import ThemeProject

@testable import ThemeManagement

@MainActor
@Suite("The values that bindings apply")
struct BoundValueTests {
    private let manager: LookManager

    init() throws { manager = try LookManager(.looks(), default: .red) }

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

    @Test("Only changed values are applied")
    func onlyChanges() throws {
        let label = Label()
        let values = ["a": ["x": 1, "y": 1], "b": ["x": 1, "y": 2]]
        let table = ThemeTable<String, [String: Int]> { values[$0] }
        let manager = try ThemeSourceManager(table, default: "a")
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
            #expect(
                try Sentences.mismatch("\(error)", of: "selecting a theme with a value of another type", in: "runtime")
                    == nil)
        }
        #expect(manager.id.string == "good" && label.number == 2)
        #expect(throws: ManagerError.self) { try manager.bind(label, \.text, to: .string("size")) }
        #expect(label.text == "own text" && manager.bindingCount == 2)
    }
}
