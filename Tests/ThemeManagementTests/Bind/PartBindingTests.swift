import Testing
import ThemeManagement

private struct BarLook: Equatable, Sendable {
    var color: String?
}

private struct BarStyle: Equatable {
    var color: String? = "own"
    var width = 1
}

private final class Bar {
    var style = BarStyle() { didSet { sets += 1 } }
    var edge: BarStyle?
    var sets = 0
}

/// A view whose tint is that of its parent while it is `nil`, as in UIKit.
@MainActor
private final class TintedView: InheritingObject {
    var parentTint = "blue"
    private(set) var ownTint: String?

    var tint: String? {
        get { ownTint ?? parentTint }
        set { ownTint = newValue }
    }

    func inheritingValue(of property: AnyKeyPath) -> Any? {
        property == \TintedView.tint && ownTint == nil ? String?.none as Any : nil
    }
}

@MainActor
@Suite("Bindings of parts, and of properties that inherit")
struct PartBindingTests {
    private let manager: ThemeSourceManager<ThemeTable<String, BarLook>>
    private let color = ThemeValue<BarLook, String>(\.color)

    init() throws {
        let table = ThemeTable<String, BarLook>()
        try table.add("red", BarLook(color: "red"))
        try table.add("plain", BarLook(color: nil))
        manager = try ThemeSourceManager(table, default: "red")
    }

    @Test("A part is set again for each change, and gets back its own value")
    func part() throws {
        let bar = Bar()
        try manager.bind(bar, \.style, \.color, to: color)
        #expect(bar.style == BarStyle(color: "red") && bar.sets == 1)
        try manager.select("plain")
        #expect(bar.style == BarStyle() && bar.sets == 2)
        try manager.select("red")
        try manager.bind(bar, \.style, \.color, to: nil as ThemeValue<BarLook, String>?)
        #expect(bar.style == BarStyle())
    }

    @Test("An object without the part stays as it is")
    func missingPart() throws {
        let bar = Bar()
        try manager.bind(bar, \.edge, \.color, to: color)
        #expect(bar.edge == nil)
        bar.edge = BarStyle()
        manager.applyAll()
        #expect(bar.edge == BarStyle(color: "red"))
    }

    @Test("A property that inherits does so again after its binding")
    func inheriting() throws {
        let view = TintedView()
        try manager.bind(view, \.tint, to: color)
        #expect(view.tint == "red")
        manager.unbind(view, \.tint)
        view.parentTint = "green"
        #expect(view.tint == "green" && view.ownTint == nil)
    }

    @Test("A property with a value of its own gets this back")
    func explicit() throws {
        let view = TintedView()
        view.tint = "black"
        try manager.bind(view, \.tint, to: color)
        try manager.select("plain")
        #expect(view.ownTint == "black")
    }
}
