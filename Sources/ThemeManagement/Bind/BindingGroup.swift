/// All bindings of one value. A change reads and compares the value once for all of them.
class AnyBindingGroup {
    final let key: ValueKey
    final var count = 0
    final var isChanged = false
    final var orderedIndex = 0

    init(_ key: ValueKey) { self.key = key }
}

final class BindingGroup<Value>: AnyBindingGroup {
    let memory: ValueMemory<Value>

    init(_ key: ValueKey, _ current: Value?) {
        memory = ValueMemory(current)
        super.init(key)
    }
}

/// A value at a fixed address. Setters read it there, because copying a generic value takes as long as the setter.
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
            // The old value is released last, because its `deinit` may call this object.
            let old = isSet ? pointer.move() : nil
            isSet = newValue != nil
            if let newValue { pointer.initialize(to: newValue) }
            withExtendedLifetime(old) {}
        }
    }
}
