/// All bindings of closures of one type.
final class ClosureList<Target: AnyObject, Value>: AnyBindingList {
    typealias Body = (Target, Value?) -> Void

    private var closures: [(name: String, isUndoneWhenReplaced: Bool, body: Body)?] = []

    static var key: BindingListKey { .closures(ObjectIdentifier(ClosureList.self)) }

    func add(
        _ target: Target, _ name: String, _ group: BindingGroup<Value>, _ isUndoneWhenReplaced: Bool,
        _ body: @escaping Body
    ) -> Int {
        let index = add(target, group)
        while closures.count <= index { closures.append(nil) }
        closures[index] = (name, isUndoneWhenReplaced, body)
        return index
    }

    override func apply(_ index: Int, _ target: AnyObject, _ group: AnyBindingGroup) {
        guard let value = unsafeDowncast(group, to: BindingGroup<Value>.self).memory.value else {
            makeUndo(index)?()
            return
        }
        bindings[index].state = .set
        closures[index]?.body(unsafeDowncast(target, to: Target.self), value)
    }

    override func makeUndo(_ index: Int) -> (() -> Void)? {
        guard bindings[index].state == .set, let target = target(index), let body = closures[index]?.body else {
            return nil
        }
        bindings[index].state = .unset
        let object = unsafeDowncast(target, to: Target.self)
        return { body(object, nil) }
    }

    override func isUndoneWhenReplaced(_ index: Int) -> Bool { closures[index]?.isUndoneWhenReplaced ?? false }

    override func slot(_ index: Int) -> BindingSlot { closures[index].map { .named($0.name) } ?? super.slot(index) }

    override func clear(_ index: Int) {
        // The closure is released after the access, because the `deinit` of a captured object may call this list.
        let closure = closures[index]
        closures[index] = nil
        withExtendedLifetime(closure) {}
    }

    override func keepData(of indices: [Int]) { closures = indices.map { closures[$0] } }
}

/// Closures that are called at every change, one for each target. A hidden target gets all missed changes as one.
final class CallbackList<Target: AnyObject, Selection: AnyObject>: AnyBindingList {
    typealias Body = (Target, _ seen: Selection, _ inForce: Selection) -> Void

    /// The closures, each with the selection that its target saw last.
    private var closures: [(seen: Selection, body: Body)?] = []

    static var key: BindingListKey { .closures(ObjectIdentifier(CallbackList.self)) }

    func add(_ target: Target, _ group: BindingGroup<Selection>, seen: Selection, _ body: @escaping Body) -> Int {
        let index = add(target, group)
        while closures.count <= index { closures.append(nil) }
        closures[index] = (seen, body)
        return index
    }

    override func apply(_ index: Int, _ target: AnyObject, _ group: AnyBindingGroup) {
        guard let new = unsafeDowncast(group, to: BindingGroup<Selection>.self).memory.value,
            let (seen, body) = closures[index], seen !== new
        else { return }
        closures[index]?.seen = new
        body(unsafeDowncast(target, to: Target.self), seen, new)
    }

    override var followsEveryChange: Bool { true }
    override func slot(_ index: Int) -> BindingSlot { .callback }

    /// Does nothing: a new callback starts with the selection in force.
    override func inherit(_ index: Int, from other: Int) {}

    override func clear(_ index: Int) {
        let closure = closures[index]
        closures[index] = nil
        withExtendedLifetime(closure) {}
    }

    override func keepData(of indices: [Int]) { closures = indices.map { closures[$0] } }
}
