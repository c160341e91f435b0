/// How a property is set and read, made where the key path is written.
///
/// Setting through a key path takes five times as long as setting the property. Where the key path is written, the compiler
/// can make the one the other; so this is inlined into the caller. It does so only if the key path is used by one closure and by
/// nothing else, which is why that does everything: it also says which property it is.
@usableFromInline
struct PropertyAccess<Target: AnyObject, Value> {
    @usableFromInline
    enum Use {
        case set
        case get
    }

    /// Sets the property to the value, or initializes the value from the property.
    ///
    /// - Returns: the property, if there is no target.
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

    var key: BindingListKey? { body(nil, nil, .get).map { .property($0) } }

    func set(_ target: Target, _ value: UnsafeMutablePointer<Value>) { _ = body(target, value, .set) }

    func get(_ target: Target) -> Value {
        withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { memory in
            // Never empty: it has room for one.
            let place = memory.baseAddress.unsafelyUnwrapped
            _ = body(target, place, .get)
            return place.move()
        }
    }
}

/// All bindings of one property.
final class PropertyList<Target: AnyObject, Value>: AnyBindingList {
    private let access: PropertyAccess<Target, Value>
    /// What properties were before a theme set them; `nil` while none does.
    private var owns: [Value?] = []

    init(_ access: PropertyAccess<Target, Value>, _ key: BindingListKey, number: Int32) {
        self.access = access
        super.init(key, number: number)
    }

    override func apply(_ number: Int, _ target: AnyObject, _ group: AnyBindingGroup) {
        // They are what this list was given.
        let object = unsafeDowncast(target, to: Target.self)
        let memory = unsafeDowncast(group, to: BindingGroup<Value>.self).memory
        guard memory.isSet else {
            undoing(number)?()
            return
        }
        guard bindings[number].isSet || remember(number, object, group) else { return }
        access.set(object, memory.pointer)
    }

    /// A function of its own, as its variables of types that are not known here would slow down the caller.
    ///
    /// - Returns: whether the binding is still there: whom this asks may end it.
    @inline(never)
    private func remember(_ number: Int, _ object: Target, _ group: AnyBindingGroup) -> Bool {
        let own = access.get(object)
        guard bindings[number].group === group else { return false }
        put(.some(own), number)
        bindings[number].isSet = true
        return true
    }

    override func undoing(_ number: Int) -> (() -> Void)? {
        guard bindings[number].isSet, let target = target(number), let own = take(number) else { return nil }
        bindings[number].isSet = false
        let object = unsafeDowncast(target, to: Target.self)
        return { [access] in
            var own = own
            access.set(object, &own)
        }
    }

    override func inherit(_ number: Int, from other: Int) {
        super.inherit(number, from: other)
        if let own = take(other) { put(.some(own), number) }
    }

    override func clear(_ number: Int) { _ = take(number) }

    private func put(_ own: Value?, _ number: Int) {
        while owns.count <= number { owns.append(nil) }
        owns[number] = own
    }

    /// What it returns dies with the caller: its `deinit` may come back here.
    private func take(_ number: Int) -> Value? {
        guard owns.indices.contains(number) else { return nil }
        let own = owns[number]
        owns[number] = nil
        return own
    }

    override func keep(_ numbers: [Int]) { owns = numbers.map { owns.indices.contains($0) ? owns[$0] : nil } }
}
