import Testing
import ThemeManagement

private struct Look: Equatable, Sendable {
    var color: String?
}

private struct Style: Equatable {
    var color: String? = "own"
    var width = 1
}

private final class Bar {
    var style = Style() { didSet { sets += 1 } }
    var edge: Style?
    var sets = 0
}

/// A view whose tint is that of its parent while it is `nil`, as in UIKit.
@MainActor
private final class View: InheritingObject {
    var parentTint = "blue"
    private(set) var ownTint: String?

    var tint: String? {
        get { ownTint ?? parentTint }
        set { ownTint = newValue }
    }

    func inherits(_ property: AnyKeyPath) -> Bool { property == \View.tint && ownTint == nil }
}

@MainActor
@Suite("Bindings of parts, and of properties that inherit")
struct PartBindingTests {
    private let manager: ThemeManager<ThemeTable<String, Look>>
    private let color = ThemeValue<Look, String>(\.color)

    init() throws {
        let table = ThemeTable<String, Look>()
        try table.add("red", Look(color: "red"))
        try table.add("plain", Look(color: nil))
        manager = try ThemeManager(table, default: "red")
    }

    @Test("A part is set again for each change, and gets back its own value")
    func part() throws {
        let bar = Bar()
        try manager.bind(bar, \.style, \.color, to: color)
        #expect(bar.style == Style(color: "red") && bar.sets == 1)
        try manager.select("plain")
        #expect(bar.style == Style() && bar.sets == 2)
        try manager.select("red")
        try manager.bind(bar, \.style, \.color, to: nil as ThemeValue<Look, String>?)
        #expect(bar.style == Style())
    }

    @Test("An object without the part stays as it is")
    func missingPart() throws {
        let bar = Bar()
        try manager.bind(bar, \.edge, \.color, to: color)
        #expect(bar.edge == nil)
        bar.edge = Style()
        manager.applyAll()
        #expect(bar.edge == Style(color: "red"))
    }

    @Test("A property that inherits does so again after its binding")
    func inheriting() throws {
        let view = View()
        try manager.bind(view, \.tint, to: color)
        #expect(view.tint == "red")
        manager.unbind(view, \.tint)
        view.parentTint = "green"
        #expect(view.tint == "green" && view.ownTint == nil)
    }

    @Test("A property with a value of its own gets this back")
    func explicit() throws {
        let view = View()
        view.tint = "black"
        try manager.bind(view, \.tint, to: color)
        try manager.select("plain")
        #expect(view.ownTint == "black")
    }
}
