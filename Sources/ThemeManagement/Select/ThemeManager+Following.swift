extension ThemeManager {
    /// Calls back at each change: `observation = manager.observe { change in print(change.old.id, change.new.id) }`.
    ///
    /// The callback stays registered as long as the result lives. It may select, bind and unbind. `observe` can be
    /// called on any thread.
    public func observe(
        _ phase: ChangePhase = .applied, _ callback: @escaping @MainActor @Sendable (Change) -> Void
    ) -> ThemeObservation {
        let number = observers.add(phase, callback)
        return ThemeObservation { [weak observers] in observers?.remove(number) }
    }

    /// Calls back at each change while an object lives, after all bound values are applied. Another call for the object
    /// replaces the callback. A hidden object gets all missed changes as one when it is shown.
    @MainActor
    public func observe<Target: AnyObject>(
        _ target: Target, _ callback: @escaping @MainActor (Target, Change) -> Void
    ) {
        callTargets { bindings.observe(target) { callback($0, Change(from: $1, to: $2)) } }
    }

    /// The changes from now on: `for await change in manager.changes { ... }`.
    public var changes: ThemeChanges<ID, ThemeType> {
        ThemeChanges(start: observers.latest) { [weak observers] in
            observers?.stream() ?? AsyncStream { $0.finish() }
        }
    }
}
