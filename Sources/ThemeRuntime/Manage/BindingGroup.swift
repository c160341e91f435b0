/// All bindings to one value: it is compared once for all of them.
@MainActor
class AnyBindingGroup {
    /// Where it stands among the groups.
    final var place = 0
    /// Whether it stays when nothing is bound to it.
    final var isPermanent = false
    final var bindings: [Binding] = []
    let key: ValueKey

    init(_ key: ValueKey) { self.key = key }

    final func append(_ binding: Binding) {
        binding.place = bindings.count
        bindings.append(binding)
    }

    final func remove(_ binding: Binding) {
        binding.isBound = false
        guard let last = bindings.popLast(), last !== binding else { return }
        last.place = binding.place
        bindings[binding.place] = last
    }

    /// Applies what is in force to all bindings.
    func apply() {}

    /// Gives up memory that is no longer needed.
    final func shrink() {
        if bindings.capacity > 8, bindings.capacity > 4 * bindings.count { bindings = Array(bindings[...]) }
    }
}

/// All bindings to a value of one type.
final class ValueGroup<Value>: AnyBindingGroup {
    var current: Value?

    init(_ key: ValueKey, _ current: Value?) {
        self.current = current
        super.init(key)
    }

    override func apply() {
        // Applying may bind and unbind; then this goes on over the list as it was.
        if let value = current {
            forEachVisible { $0.set(value) }
        } else {
            forEachVisible { $0.giveBack() }
        }
    }

    private func forEachVisible(_ body: (ValueBinding<Value>) -> Void) {
        for binding in bindings where binding.isBound {
            if binding.isHidden {
                binding.isStale = true
            } else {
                body(unsafeDowncast(binding, to: ValueBinding<Value>.self))
            }
        }
    }
}
