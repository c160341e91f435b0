extension ThemeManager {
    /// Calls back at each change: `observation = manager.observe { change in print(change.old.id, change.new.id) }`.
    ///
    /// The callback may select, bind and unbind; ``ThemeManager`` describes the order. Any thread may register one.
    /// - Returns: a token that keeps the callback registered.
    public func observe(
        _ moment: ChangePhase = .applied, _ callback: @escaping @MainActor @Sendable (Change) -> Void
    ) -> ThemeObservation {
        let number = observers.add(moment, callback)
        return ThemeObservation { [weak observers] in observers?.remove(number) }
    }

    /// Calls back at each change while an object lives, after all bound values are applied.
    ///
    /// A hidden target is not called. When it is shown again, it gets all missed changes as one. A target has one
    /// callback; another one replaces it.
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
