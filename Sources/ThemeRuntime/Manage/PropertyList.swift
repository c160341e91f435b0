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

    func get(_ target: Target, _ value: UnsafeMutablePointer<Value>) { _ = body(target, value, .get) }
}

/// All bindings of one property.
final class PropertyList<Target: AnyObject, Value>: AnyBindingList {
    private let access: PropertyAccess<Target, Value>
    /// What properties were before a theme set them; initialized where a binding is set.
    private var owns = StableMemory<Value>()

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
        guard bindings[number].isSet || remember(number, object) else { return }
        access.set(object, memory.pointer)
    }

    /// - Returns: whether the binding is still there: whom this asks may end it.
    private func remember(_ number: Int, _ object: Target) -> Bool {
        owns.reserve(number)
        whileNothingMoves { access.get(object, owns[number]) }
        guard bindings[number].group != nil else {
            owns[number].deinitialize(count: 1)
            return false
        }
        bindings[number].isSet = true
        return true
    }

    override func undoing(_ number: Int) -> (() -> Void)? {
        guard bindings[number].isSet, let target = target(number) else { return nil }
        bindings[number].isSet = false
        let (object, own) = (unsafeDowncast(target, to: Target.self), owns[number].move())
        return { [access] in
            var own = own
            access.set(object, &own)
        }
    }

    override func inherit(_ number: Int, from other: Int) {
        guard bindings[other].isSet else { return }
        owns.reserve(number)
        owns[number].moveInitialize(from: owns[other], count: 1)
        (bindings[number].isSet, bindings[other].isSet) = (true, false)
    }

    override func clear(_ number: Int) {
        guard bindings[number].isSet else { return }
        bindings[number].isSet = false
        owns[number].deinitialize(count: 1)
    }

    override func keep(_ numbers: [Int]) {
        var kept = StableMemory<Value>()
        for (new, old) in numbers.enumerated() where bindings[new].isSet {
            kept.reserve(new)
            kept[new].moveInitialize(from: owns[old], count: 1)
        }
        owns.deallocate()
        owns = kept
    }

    deinit {
        for number in bindings.indices { clear(number) }
        owns.deallocate()
    }
}

/// Memory for values that stay where they are when it grows. Whether a value is there, its owner knows.
private struct StableMemory<Value> {
    private static var blockSize: Int { 32 }

    // Of no type, as asking for the type of a generic array takes longer than all the rest.
    private var blocks: [UnsafeMutableRawPointer] = []

    subscript(number: Int) -> UnsafeMutablePointer<Value> {
        blocks[number / Self.blockSize].assumingMemoryBound(to: Value.self) + number % Self.blockSize
    }

    mutating func reserve(_ number: Int) {
        while blocks.count <= number / Self.blockSize {
            blocks.append(UnsafeMutablePointer<Value>.allocate(capacity: Self.blockSize))
        }
    }

    func deallocate() { for block in blocks { block.deallocate() } }
}
