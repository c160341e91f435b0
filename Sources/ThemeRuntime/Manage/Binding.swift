/// One thing of one object that follows a value. Held by its group and, by the object's identity, by ``Bindings``.
@MainActor
class Binding {
    /// What of an object is bound: a binding replaces another of the same object and slot.
    enum Slot {
        case property(AnyKeyPath)
        case named(String)

        func isSame(as other: Slot) -> Bool {
            switch (self, other) {
            // A key path that is written once is one object; comparing others takes long.
            case (.property(let left), .property(let right)): left === right || left == right
            case (.named(let left), .named(let right)): left == right
            default: false
            }
        }
    }

    final weak var target: AnyObject?
    final let targetID: ObjectIdentifier
    /// Where it stands in its group's list.
    final var place = 0
    /// Whether it is still in its group's list: what is applied right now may remove others.
    final var isBound = true
    /// The target is not visible: it is not told of changes.
    final var isHidden = false
    /// A change went by while it was hidden.
    final var isStale = false

    init(_ target: AnyObject) { (self.target, targetID) = (target, ObjectIdentifier(target)) }

    var slot: Slot { .named("") }
    var group: AnyBindingGroup? { nil }
    /// Applies what is in force now.
    func bringUpToDate() {}
    /// Gives the target back what it had of its own.
    func release() {}
    /// Takes over what another binding of the same slot remembers of the target, if it is of the same kind.
    func inherit(from old: Binding) -> Bool { false }
}

/// A binding to values of one type.
@MainActor
class ValueBinding<Value>: Binding {
    final unowned let valueGroup: ValueGroup<Value>

    init(_ target: AnyObject, in group: ValueGroup<Value>) {
        valueGroup = group
        super.init(target)
    }

    override final var group: AnyBindingGroup? { valueGroup }
    override final func bringUpToDate() { apply(valueGroup.current) }
    override final func release() { giveBack() }

    /// - Parameter value: `nil` gives the target back what it had of its own.
    final func apply(_ value: Value?) { if let value { set(value) } else { giveBack() } }

    func set(_ value: Value) {}
    /// Gives the target back what it had of its own.
    func giveBack() {}
}

/// A property that follows a value.
final class PropertyBinding<Target: AnyObject, Value>: ValueBinding<Value> {
    private let path: ReferenceWritableKeyPath<Target, Value>
    /// What the property was before a theme set it; `nil` while none does.
    private var own: Value?
    /// Whether there is such a value: cheaper to ask than a value whose type is not known here.
    private var hasOwn = false

    init(_ target: Target, _ path: ReferenceWritableKeyPath<Target, Value>, in group: ValueGroup<Value>) {
        self.path = path
        super.init(target, in: group)
    }

    override var slot: Slot { .property(path) }

    override func set(_ value: Value) {
        guard let target else { return }
        // It is what `init` was given.
        let object = unsafeDowncast(target, to: Target.self)
        if !hasOwn { (own, hasOwn) = (.some(object[keyPath: path]), true) }
        object[keyPath: path] = value
    }

    override func giveBack() {
        guard hasOwn, let target, let own else { return }
        (self.own, hasOwn) = (nil, false)
        unsafeDowncast(target, to: Target.self)[keyPath: path] = own
    }

    override func inherit(from old: Binding) -> Bool {
        guard let old = old as? PropertyBinding<Target, Value> else { return false }
        (own, hasOwn) = (old.own, old.hasOwn)
        return true
    }
}

/// A closure that follows a value.
final class ClosureBinding<Target: AnyObject, Value>: ValueBinding<Value> {
    private let name: String
    private let body: (Target, Value?) -> Void
    private var hasValue = false

    init(_ target: Target, _ name: String, in group: ValueGroup<Value>, _ body: @escaping (Target, Value?) -> Void) {
        (self.name, self.body) = (name, body)
        super.init(target, in: group)
    }

    override var slot: Slot { .named(name) }

    override func set(_ value: Value) {
        guard let target else { return }
        hasValue = true
        body(unsafeDowncast(target, to: Target.self), value)
    }

    override func giveBack() {
        guard hasValue, let target else { return }
        hasValue = false
        body(unsafeDowncast(target, to: Target.self), nil)
    }

    override func inherit(from old: Binding) -> Bool {
        guard let old = old as? ClosureBinding<Target, Value> else { return false }
        hasValue = old.hasValue
        return true
    }
}

/// A closure that is told of every change while its target lives; a target that was hidden, of all that went by as of one.
final class CallbackBinding<Target: AnyObject, ID: ThemeIdentifier, Skin: Sendable>: ValueBinding<
    ThemeSelection<ID, Skin>
>
{
    private let body: (Target, ThemeChange<ID, Skin>) -> Void
    private var seen: ThemeSelection<ID, Skin>?

    init(
        _ target: Target, in group: ValueGroup<ThemeSelection<ID, Skin>>,
        _ body: @escaping (Target, ThemeChange<ID, Skin>) -> Void
    ) {
        self.body = body
        seen = group.current
        super.init(target, in: group)
    }

    override var slot: Slot { .named("") }

    override func set(_ selection: ThemeSelection<ID, Skin>) {
        guard let target, let seen, seen !== selection else { return }
        self.seen = selection
        body(unsafeDowncast(target, to: Target.self), ThemeChange(from: seen, to: selection))
    }
}
