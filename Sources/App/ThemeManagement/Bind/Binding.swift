/// One binding of a target: to a value, or to every change. Holds the target weakly, and the group strongly.
///
/// Used on the main actor only. It is not annotated `@MainActor`, because every closure would then check its executor.
class Binding {
    final private(set) weak var target: AnyObject?
    final let targetID: ObjectIdentifier
    final let slot: BindingSlot
    final let group: AnyBindingGroup
    /// The index in its list, kept by ``Bindings``.
    final var position = 0
    final var isBound = true
    final var isHidden = false
    /// Whether a hidden target missed a change.
    final var isStale = false

    init(_ target: AnyObject, _ slot: BindingSlot, _ group: AnyBindingGroup) {
        self.target = target
        targetID = ObjectIdentifier(target)
        self.slot = slot
        self.group = group
    }

    /// Gives the target the group's value, or its own if a theme does not set the value.
    func apply(to target: AnyObject) {}
    /// Gives the target its own value, if a theme has replaced it.
    func undo(on target: AnyObject) {}
    /// Takes over the target's own value from the binding that this one replaces. If it cannot, it returns `false`, and
    /// the caller undoes that binding.
    func inherit(from other: Binding) -> Bool { false }

    final func applyIfVisible() {
        guard isBound, let target else { return }
        if isHidden { isStale = true } else { apply(to: target) }
    }
}

/// The part of a target that is bound. A target has at most one binding for each slot.
enum BindingSlot: Equatable {
    case property(AnyKeyPath)
    case named(String)
    case part(AnyKeyPath, AnyKeyPath)
    case callback
}

final class PropertyBinding<Target: AnyObject, Value>: Binding {
    private let access: PropertyAccess<Target, Value>
    private let memory: ValueMemory<Value>
    /// The value that a target's property has without a theme, if it is not the one that it returns.
    private let inherited: Value?
    /// The property's value before a theme set it.
    private var own: Value?
    private var state = State.unset

    private enum State { case unset, asked, set }

    init(
        _ target: Target, _ slot: BindingSlot, _ group: BindingGroup<Value>, _ access: PropertyAccess<Target, Value>,
        inherited: Value? = nil
    ) {
        self.access = access
        self.inherited = inherited
        memory = group.memory
        super.init(target, slot, group)
    }

    override func apply(to target: AnyObject) {
        guard memory.isSet else { return undo(on: target) }
        let object = unsafeDowncast(target, to: Target.self)
        guard state == .set || remember(object) else { return }
        access.set(object, memory.pointer)
    }

    /// Reads the target's own value, and returns whether to apply the theme's now. The getter may end this binding.
    private func remember(_ object: Target) -> Bool {
        guard state == .unset else { return false }
        state = .asked
        let value = inherited ?? access.value(of: object)
        guard isBound else { return false }
        own = value
        state = .set
        return true
    }

    override func undo(on target: AnyObject) {
        guard state == .set, var value = own else { return }
        own = nil
        state = .unset
        access.set(unsafeDowncast(target, to: Target.self), &value)
    }

    override func inherit(from other: Binding) -> Bool {
        guard let other = other as? PropertyBinding<Target, Value> else { return false }
        guard other.state == .set else { return true }
        own = other.own
        state = .set
        return true
    }
}

/// An object with properties that return the value of a parent until they are set, such as a view's tint.
@MainActor
package protocol InheritingObject: AnyObject {
    /// Returns the value that makes the property inherit from its parent again, such as no color for a tint; `nil` if
    /// the property has a value of its own now. A binding sets it when it ends.
    func inheritingValue(of property: AnyKeyPath) -> Any?
}

/// Calls a closure with each value, and with `nil` to undo its effect.
final class ClosureBinding<Target: AnyObject, Value>: Binding {
    typealias Body = (Target, Value?) -> Void

    private let memory: ValueMemory<Value>
    private let isUndoneWhenReplaced: Bool
    private let body: Body
    private var isSet = false

    init(
        _ target: Target, _ slot: BindingSlot, _ group: BindingGroup<Value>, isUndoneWhenReplaced: Bool = false,
        _ body: @escaping Body
    ) {
        memory = group.memory
        self.isUndoneWhenReplaced = isUndoneWhenReplaced
        self.body = body
        super.init(target, slot, group)
    }

    override func apply(to target: AnyObject) {
        guard let value = memory.value else { return undo(on: target) }
        isSet = true
        body(unsafeDowncast(target, to: Target.self), value)
    }

    override func undo(on target: AnyObject) {
        guard isSet else { return }
        isSet = false
        body(unsafeDowncast(target, to: Target.self), nil)
    }

    override func inherit(from other: Binding) -> Bool {
        guard let other = other as? ClosureBinding<Target, Value>, !other.isUndoneWhenReplaced else { return false }
        isSet = other.isSet
        return true
    }
}

/// The setter and getter of a property, made where the key path is written.
///
/// Setting through a key path takes five times as long as setting the property. The compiler can replace a literal
/// key path by a plain setter where it is written, so this is inlined into the caller. It does so only if one closure
/// alone uses the key path; hence that closure also returns the key path itself.
@usableFromInline
struct PropertyAccess<Target: AnyObject, Value> {
    @usableFromInline
    enum Use {
        case set
        case get
    }

    /// Sets the property to the value, or initializes the value from the property. Without a target it does neither,
    /// and returns the key path.
    @usableFromInline let body: (Target?, UnsafeMutablePointer<Value>?, Use) -> AnyKeyPath?

    @inlinable
    @inline(__always)
    init(_ property: ReferenceWritableKeyPath<Target, Value>) {
        body = { target, value, use in
            guard let target, let value else { return property }
            switch use {
            case .set: target[keyPath: property] = value.pointee
            case .get: value.initialize(to: target[keyPath: property])
            }
            return nil
        }
    }

    var slot: BindingSlot? { body(nil, nil, .get).map { .property($0) } }

    func set(_ target: Target, _ value: UnsafeMutablePointer<Value>) { _ = body(target, value, .set) }

    func value(of target: Target) -> Value {
        withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { memory in
            _ = body(target, memory.baseAddress, .get)
            return memory.moveElement(from: 0)
        }
    }
}
