import Observation
import Testing
import ThemeSystem

@testable import ThemeManagement

@MainActor
@Suite("The hook around bindings")
struct BindingHookTests {
    private let manager: LookManager

    init() throws { manager = try LookManager(.looks(), default: .red) }

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

    /// So a view of SwiftUI that is redrawn within `withAnimation` is outside of the hook: see SwiftUIApps.md.
    @Test("ME14: observation is told of a theme before the hook, and within the call of select")
    func observation() throws {
        let label = Label()
        try manager.bind(label, \.observed, to: .background)
        let log = Lock<[String]>([])
        manager.hook = { _, apply in
            log.withLock { $0.append("hook") }
            apply()
        }
        withObservationTracking {
            _ = manager.theme
        } onChange: {
            log.withLock { $0.append("observed") }
        }
        log.withLock { $0.append("begins") }
        try manager.select(.green)
        log.withLock { $0.append("ends") }
        #expect(log.withLock { $0 } == ["begins", "observed", "hook", "ends"])
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
}
