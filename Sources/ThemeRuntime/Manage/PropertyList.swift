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

    /// Sets the property to the value, which it copies before it calls the setter, or initializes the value from the property.
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

    /// - Parameter value: initialized, and left so.
    func set(_ target: Target, _ value: UnsafeMutablePointer<Value>) { _ = body(target, value, .set) }

    /// - Parameter value: not initialized; not touched before the getter has returned.
    func get(_ target: Target, _ value: UnsafeMutablePointer<Value>) { _ = body(target, value, .get) }
}

/// All bindings of one property.
final class PropertyList<Target: AnyObject, Value>: AnyBindingList {
    private let access: PropertyAccess<Target, Value>
    /// What properties were before a theme set them. There is a value exactly where a binding is `set`; who takes it away says that
    /// it is gone before anything of the caller's can run.
    private var owns = StableMemory<Value>()

    init(_ access: PropertyAccess<Target, Value>, _ key: BindingListKey, number: Int32) {
        self.access = access
        super.init(key, number: number)
    }

    override func apply(_ number: Int, _ target: AnyObject, _ group: AnyBindingGroup) {
        // They are what this list was given: its key has both types in it. Whoever calls holds on to the group, so its memory is
        // there until the setter has returned, whatever that ends.
        let object = unsafeDowncast(target, to: Target.self)
        let memory = unsafeDowncast(group, to: BindingGroup<Value>.self).memory
        guard memory.isSet else {
            undoing(number)?()
            return
        }
        guard bindings[number].state == .set || remember(number, object) else { return }
        access.set(object, memory.pointer)
    }

    /// Asks a target what it has of its own, which may do anything: end this binding, too.
    ///
    /// - Returns: whether the value is to be applied now.
    private func remember(_ number: Int, _ object: Target) -> Bool {
        guard bindings[number].state == .unset else { return false }
        if number >= owns.capacity { owns.reserve(number) }
        bindings[number].state = .asked
        holdingPlaces { access.get(object, owns[number]) }
        bindings[number].state = .set
        guard bindings[number].group == nil else { return true }
        holdingPlaces { clear(number) }
        return false
    }

    override func undoing(_ number: Int) -> (() -> Void)? {
        guard bindings[number].state == .set, let target = target(number) else { return nil }
        bindings[number].state = .unset
        let (object, own) = (unsafeDowncast(target, to: Target.self), owns[number].move())
        return { [access] in
            var own = own
            access.set(object, &own)
        }
    }

    override func inherit(_ number: Int, from other: Int) {
        guard bindings[other].state == .set else { return }
        owns.reserve(number)
        owns[number].moveInitialize(from: owns[other], count: 1)
        (bindings[number].state, bindings[other].state) = (.set, .unset)
    }

    override func clear(_ number: Int) {
        guard bindings[number].state == .set else { return }
        bindings[number].state = .unset
        owns[number].deinitialize(count: 1)
    }

    override func keep(_ numbers: [Int]) {
        var kept = StableMemory<Value>()
        for (new, old) in numbers.enumerated() where bindings[new].state == .set {
            kept.reserve(new)
            kept[new].moveInitialize(from: owns[old], count: 1)
        }
        owns.deallocate()
        owns = kept
    }

    deinit {
        for number in bindings.indices where bindings[number].state == .set { owns[number].deinitialize(count: 1) }
        owns.deallocate()
    }
}

/// Memory for values that stay where they are when it grows: a pointer holds for as long as the memory is there, whatever is reserved
/// meanwhile. Whether there is a value, its owner knows, who also deinitializes it.
private struct StableMemory<Value> {
    private static var blockSize: Int { 32 }

    // Each allocated for `blockSize` of `Value`. Of no type, as asking for the type of a generic array takes longer than all the rest.
    private var blocks: [UnsafeMutableRawPointer] = []

    /// - Parameter number: reserved before.
    subscript(number: Int) -> UnsafeMutablePointer<Value> {
        blocks[number / Self.blockSize].assumingMemoryBound(to: Value.self) + number % Self.blockSize
    }

    /// For this many values there is memory.
    var capacity: Int { blocks.count * Self.blockSize }

    mutating func reserve(_ number: Int) {
        while blocks.count <= number / Self.blockSize {
            blocks.append(UnsafeMutablePointer<Value>.allocate(capacity: Self.blockSize))
        }
    }

    func deallocate() { for block in blocks { block.deallocate() } }
}
