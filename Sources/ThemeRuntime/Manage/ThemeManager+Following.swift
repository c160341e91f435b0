extension ThemeManager {
    /// Calls back at each change, as in `observation = manager.observe { change in print(change.old.id, change.new.id) }`.
    ///
    /// The callback may select, bind and unbind; see ``ThemeManager`` for the order. It may be registered from any thread.
    /// - Returns: a token. The callback is registered for as long as it is held.
    public func observe(
        _ moment: ThemeMoment = .applied, _ callback: @escaping @MainActor @Sendable (Change) -> Void
    ) -> ThemeObservation {
        let number = observers.add(moment, callback)
        return ThemeObservation { [weak observers] in observers?.remove(number) }
    }

    /// Calls back at each change while an object lives, after everything that is bound was applied.
    ///
    /// A target that is hidden is not called; when it is shown again, it is called with everything that went by as one change.
    /// One callback for each target: another one replaces it.
    @MainActor
    public func observe<Target: AnyObject>(
        _ target: Target, _ callback: @escaping @MainActor (Target, Change) -> Void
    ) {
        callTargets { bindings.observe(target, callback) }
    }

    /// The changes from now on, for a task: `for await change in manager.changes { ... }`.
    public var changes: ThemeChanges<ID, Skin> {
        ThemeChanges(start: published.value) { [weak self] in
            guard let self else { return nil }
            // Whoever registers first and then looks misses nothing.
            let stream = self.observers.stream()
            return (stream, self.published.value)
        }
    }
}
