import Testing
import ThemeModel

@testable import ThemeManagement

/// Getters, setters, closures and `deinit` of the caller's own may do anything with the manager.
/// Under the address sanitizer these tests also find uses of freed memory.
@MainActor
@Suite("Callbacks that change the manager")
struct CallingBackTests {
    enum Action: CaseIterable, Sendable {
        case unbind, unbindAll, bindAgain, bindOther, bindNothing, bindClosure, observe
        case hide, show, select, applyAll, bindMany, sweep
    }

    enum Moment: CaseIterable, Sendable {
        case asked, beforeSet, afterSet, changed, undone, replaced, ownDies, captureDies, transformDies, valueDies
    }

    @Test(
        "Lists and chains stay consistent, and bound properties have their values", arguments: Moment.allCases,
        Action.allCases)
    func anything(_ moment: Moment, _ action: Action) throws {
        let manager = try LookManager(.looks(), default: .red)
        let others = (0..<2).map { _ in Canvas() }
        try bindAll(manager, others[0])
        let trigger = Trigger()
        let canvas = try come(to: moment, manager, trigger) { canvas in
            do { try perform(action, manager, canvas) } catch { Issue.record(error) }
        }
        try bindAll(manager, others[1])
        manager.inForce.bindings.sweep(manager.bindingCount)
        #expect(trigger.hasFired)
        expectOrder(manager.inForce.bindings)
        try manager.select(.purple)
        for other in others {
            #expect(other.paint.name == "purple" && other.note == "purple" && other.notified.last == "purple")
            manager.unbind(other)
            #expect(other.paint.name == "own" && other.note == "own" && other.notified.last == "undone")
        }
        if let canvas {
            manager.show(canvas)
            // A setter that ends the binding before it stores the value wins.
            let hasLastWord = [.beforeSet, .changed].contains(moment) && [.unbind, .unbindAll].contains(action)
            #expect(["own", "purple"].contains(canvas.note))
            #expect(
                ["own", hasLastWord ? (moment == .changed ? "green" : "red") : "purple"].contains(canvas.paint.name))
            manager.unbind(canvas)
        }
        manager.inForce.bindings.sweep(manager.bindingCount)
        manager.inForce.bindings.shrink()
        expectOrder(manager.inForce.bindings)
        #expect(manager.bindingCount == 0)
    }

    private func expectOrder<ThemeType, Selection>(_ bindings: Bindings<ThemeType, Selection>) {
        let all = bindings.list + bindings.callbacks
        for list in [bindings.list, bindings.callbacks] {
            let positions = list.map { $0.position }
            #expect(positions == Array(list.indices))
        }
        let areBound = all.allSatisfy { $0.isBound }
        #expect(areBound)
        for (group, members) in Dictionary(grouping: all, by: { ObjectIdentifier($0.group) }) {
            #expect(members.first?.group.count == members.count, "\(group)")
        }
        func identities(_ bindings: [Binding]) -> [ObjectIdentifier] { bindings.map { ObjectIdentifier($0) }.sorted() }
        let listed = Dictionary(grouping: all) { $0.targetID }.mapValues(identities)
        let chained = bindings.targets.mapValues(identities)
        #expect(listed == chained)
    }

    private func bindAll(_ manager: LookManager, _ canvas: Canvas) throws {
        try manager.bind(canvas, \.paint, to: ThemeValue(\PlainLook.background).map { Paint($0) })
        try manager.bind(canvas, \.note, to: .background)
        try manager.bind(canvas, as: "notified", to: .background) { canvas, text in
            canvas.notified.append(text ?? "undone")
        }
    }

    /// - Returns: the acting object, if it still lives.
    private func come(
        to moment: Moment, _ manager: LookManager, _ trigger: Trigger, _ act: @escaping @MainActor (Canvas?) -> Void
    ) throws -> Canvas? {
        let canvas = Canvas()
        let arm = { trigger.act = { [weak canvas] in act(canvas) } }
        switch moment {
        case .asked:
            canvas.onGet = trigger
            arm()
            try bindAll(manager, canvas)
        case .beforeSet, .afterSet:
            if moment == .beforeSet { canvas.onSet = trigger } else { canvas.afterSet = trigger }
            arm()
            try bindAll(manager, canvas)
        case .changed, .undone:
            try bindAll(manager, canvas)
            canvas.onSet = trigger
            arm()
            if moment == .undone { manager.unbind(canvas) } else { try manager.select(.green) }
        case .replaced:
            try manager.bind(canvas, as: "notified", to: ThemeValue(\PlainLook.background.count)) { _, count in
                if count == nil { trigger.fire() }
            }
            arm()
            try bindAll(manager, canvas)
        case .ownDies:
            canvas.paint = Paint("own", trigger)
            try bindAll(manager, canvas)
            arm()
            return nil
        case .captureDies:
            try bindCapture(manager, canvas, Token(trigger))
            arm()
            manager.unbind(canvas, as: "capture")
        case .transformDies:
            try bindAll(manager, canvas)
            try bindTransform(manager, canvas, Token(trigger))
            arm()
            manager.unbind(canvas)
        case .valueDies:
            try manager.bind(canvas, \.paint, to: ThemeValue(\PlainLook.background).map { Paint($0, trigger) })
            arm()
            try manager.select(.green)
        }
        return canvas
    }

    private func bindCapture(_ manager: LookManager, _ canvas: Canvas, _ token: Token) throws {
        try manager.bind(canvas, as: "capture", to: .title) { _, _ in withExtendedLifetime(token) {} }
    }

    /// The only binding of its value, so the value dies with it.
    private func bindTransform(_ manager: LookManager, _ canvas: Canvas, _ token: Token) throws {
        let value = ThemeValue(\PlainLook.background).map { text in withExtendedLifetime(token) { text } }
        try manager.bind(canvas, \.extra, to: value)
    }

    private func perform(_ action: Action, _ manager: LookManager, _ canvas: Canvas?) throws {
        let canvas = canvas ?? Canvas()
        switch action {
        case .unbind: manager.unbind(canvas, \.paint)
        case .unbindAll: manager.unbind(canvas)
        case .bindAgain: try bindAll(manager, canvas)
        case .bindOther: try manager.bind(canvas, \.paint, to: ThemeValue(\PlainLook.background).map { Paint($0) })
        case .bindNothing: try manager.bind(canvas, \.note, to: nil)
        case .bindClosure: try manager.bind(canvas, as: "new", to: .background) { _, _ in }
        case .observe: manager.observe(canvas) { _, _ in }
        case .hide: manager.hide(canvas)
        case .show: manager.show(canvas)
        case .select: try manager.select(.blue)
        case .applyAll: manager.applyAll()
        case .bindMany: for _ in 0..<100 { try bindAll(manager, Canvas()) }
        case .sweep: manager.inForce.bindings.sweep(1000)
        }
    }
}

private final class Trigger: Sendable {
    // All of these tests run on the main actor.
    nonisolated(unsafe) var act: (@MainActor () -> Void)?
    nonisolated(unsafe) private(set) var hasFired = false

    func fire() {
        MainActor.assumeIsolated {
            guard let act else { return }
            (self.act, hasFired) = (nil, true)
            act()
        }
    }
}

private final class Token: Sendable {
    let trigger: Trigger?

    init(_ trigger: Trigger?) { self.trigger = trigger }

    deinit { trigger?.fire() }
}

/// Two references, of which one is released first.
private struct Paint: Sendable {
    let first: Token
    let name: String
    let second: Token

    init(_ name: String, _ trigger: Trigger? = nil) {
        (first, self.name, second) = (Token(trigger), name, Token(nil))
    }
}

/// An object whose properties call closures.
private final class Canvas {
    private var stored = Paint("own")
    var note = "own"
    var extra = "own"
    var notified: [String] = []
    var onGet, onSet, afterSet: Trigger?

    var paint: Paint {
        get {
            onGet?.fire()
            return stored
        }
        set {
            onSet?.fire()
            // The old value is released after the new one is stored.
            let old = stored
            stored = newValue
            withExtendedLifetime(old) {}
            afterSet?.fire()
        }
    }
}
