/// A value that is bound: it is looked at once for all its bindings. Of the main actor, as lists are.
class AnyBindingGroup {
    final let key: ValueKey
    /// How many bindings there are to it.
    final var count = 0
    /// Whether the change that is being applied brings it another value.
    final var isChanged = false
    /// Where it stands among the groups.
    final var place = 0

    init(_ key: ValueKey) { self.key = key }
}

/// A value of one type.
final class BindingGroup<Value>: AnyBindingGroup {
    /// The value in force.
    let memory: ValueMemory<Value>

    init(_ key: ValueKey, _ current: Value?) {
        memory = ValueMemory(current)
        super.init(key)
    }
}

/// A value that does not move: properties are set from it, one after the other, without a copy in between, which for a type that
/// is not known here takes as long as the setting.
final class ValueMemory<Value> {
    let pointer = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    private(set) var isSet = false

    init(_ value: Value?) { self.value = value }

    deinit {
        value = nil
        pointer.deallocate()
    }

    var value: Value? {
        get { isSet ? pointer.pointee : nil }
        set {
            // The old value dies last, as its `deinit` may look here.
            let old = isSet ? pointer.move() : nil
            isSet = newValue != nil
            if let newValue { pointer.initialize(to: newValue) }
            withExtendedLifetime(old) {}
        }
    }
}
