/// All bindings of closures of one type.
final class ClosureList<Target: AnyObject, Value>: AnyBindingList {
    typealias Body = (Target, Value?) -> Void

    private var sides: [(name: String, body: Body)?] = []

    static var key: BindingListKey { .closures(ObjectIdentifier(ClosureList.self)) }

    func add(_ target: Target, _ name: String, _ group: BindingGroup<Value>, _ body: @escaping Body) -> Int {
        let number = add(target, group)
        while sides.count <= number { sides.append(nil) }
        sides[number] = (name, body)
        return number
    }

    override func apply(_ number: Int, _ target: AnyObject, _ group: AnyBindingGroup) {
        guard let value = unsafeDowncast(group, to: BindingGroup<Value>.self).memory.value else {
            undoing(number)?()
            return
        }
        bindings[number].state = .set
        // The list's key contains the type of its targets.
        sides[number]?.body(unsafeDowncast(target, to: Target.self), value)
    }

    override func undoing(_ number: Int) -> (() -> Void)? {
        guard bindings[number].state == .set, let target = target(number), let body = sides[number]?.body else {
            return nil
        }
        bindings[number].state = .unset
        let object = unsafeDowncast(target, to: Target.self)
        return { body(object, nil) }
    }

    override func slot(_ number: Int) -> BindingSlot { sides[number].map { .named($0.name) } ?? super.slot(number) }

    override func clear(_ number: Int) {
        // The closure is released after the access, because the `deinit` of a captured object may call this list.
        let side = sides[number]
        sides[number] = nil
        withExtendedLifetime(side) {}
    }

    override func compact(_ numbers: [Int]) { sides = numbers.map { sides[$0] } }
}

/// Closures that are called at every change, one for each target. A hidden target gets all missed changes as one.
final class CallbackList<Target: AnyObject, Selection: AnyObject>: AnyBindingList {
    /// A closure with three parameters: the target, the selection that it saw last, and the selection in force.
    typealias Body = (Target, Selection, Selection) -> Void

    private var sides: [(seen: Selection, body: Body)?] = []

    static var key: BindingListKey { .closures(ObjectIdentifier(CallbackList.self)) }

    func add(_ target: Target, _ group: BindingGroup<Selection>, seen: Selection, _ body: @escaping Body) -> Int {
        let number = add(target, group)
        while sides.count <= number { sides.append(nil) }
        sides[number] = (seen, body)
        return number
    }

    override func apply(_ number: Int, _ target: AnyObject, _ group: AnyBindingGroup) {
        guard let new = unsafeDowncast(group, to: BindingGroup<Selection>.self).memory.value,
            let (seen, body) = sides[number], seen !== new
        else { return }
        sides[number]?.seen = new
        body(unsafeDowncast(target, to: Target.self), seen, new)
    }

    override var followsEveryChange: Bool { true }
    override func slot(_ number: Int) -> BindingSlot { .callback }

    /// A new callback starts with the theme in force.
    override func inherit(_ number: Int, from other: Int) {}

    override func clear(_ number: Int) {
        let side = sides[number]
        sides[number] = nil
        withExtendedLifetime(side) {}
    }

    override func compact(_ numbers: [Int]) { sides = numbers.map { sides[$0] } }
}
