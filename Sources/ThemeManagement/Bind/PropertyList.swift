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

    var key: BindingListKey? { body(nil, nil, .get).map { .property($0) } }

    func set(_ target: Target, _ value: UnsafeMutablePointer<Value>) { _ = body(target, value, .set) }

    /// - Parameter value: uninitialized memory, which this initializes after the getter has returned.
    func get(_ target: Target, _ value: UnsafeMutablePointer<Value>) { _ = body(target, value, .get) }
}

/// All bindings of one property.
final class PropertyList<Target: AnyObject, Value>: AnyBindingList {
    private let access: PropertyAccess<Target, Value>
    /// The values of the properties before a theme set them. A value exists exactly where the state is `set`.
    private var ownValues = StableMemory<Value>()

    init(_ access: PropertyAccess<Target, Value>, _ key: BindingListKey, number: Int32) {
        self.access = access
        super.init(key, number: number)
    }

    override func apply(_ index: Int, _ target: AnyObject, _ group: AnyBindingGroup) {
        // The list's key contains both types. The caller keeps the group alive, so its memory outlives the setter.
        let object = unsafeDowncast(target, to: Target.self)
        let memory = unsafeDowncast(group, to: BindingGroup<Value>.self).memory
        guard memory.isSet else {
            makeUndo(index)?()
            return
        }
        guard bindings[index].state == .set || remember(index, object) else { return }
        access.set(object, memory.pointer)
    }

    /// Reads the target's own value, and returns whether to apply the theme's value now. The getter is client code and
    /// may remove this binding.
    private func remember(_ index: Int, _ object: Target) -> Bool {
        guard bindings[index].state == .unset else { return false }
        if index >= ownValues.capacity { ownValues.reserve(index) }
        bindings[index].state = .asked
        pinning { access.get(object, ownValues[index]) }
        bindings[index].state = .set
        guard bindings[index].group == nil else { return true }
        pinning { clear(index) }
        return false
    }

    override func makeUndo(_ index: Int) -> (() -> Void)? {
        guard bindings[index].state == .set, let target = target(index) else { return nil }
        bindings[index].state = .unset
        let (object, own) = (unsafeDowncast(target, to: Target.self), ownValues[index].move())
        return { [access] in
            var own = own
            access.set(object, &own)
        }
    }

    override func inherit(_ index: Int, from other: Int) {
        guard bindings[other].state == .set else { return }
        ownValues.reserve(index)
        ownValues[index].moveInitialize(from: ownValues[other], count: 1)
        (bindings[index].state, bindings[other].state) = (.set, .unset)
    }

    override func clear(_ index: Int) {
        guard bindings[index].state == .set else { return }
        bindings[index].state = .unset
        ownValues[index].deinitialize(count: 1)
    }

    override func keepData(of indices: [Int]) {
        var kept = StableMemory<Value>()
        for (new, old) in indices.enumerated() where bindings[new].state == .set {
            kept.reserve(new)
            kept[new].moveInitialize(from: ownValues[old], count: 1)
        }
        ownValues.deallocate()
        ownValues = kept
    }

    deinit {
        for index in bindings.indices where bindings[index].state == .set { ownValues[index].deinitialize(count: 1) }
        ownValues.deallocate()
    }
}

/// Memory for values that do not move when it grows. Its owner knows which are initialized.
private struct StableMemory<Value> {
    private static var blockSize: Int { 32 }

    // Each has room for `blockSize` values. Untyped, as the metadata of a generic array is slow to get.
    private var blocks: [UnsafeMutableRawPointer] = []

    /// - Parameter index: reserved before.
    subscript(index: Int) -> UnsafeMutablePointer<Value> {
        blocks[index / Self.blockSize].assumingMemoryBound(to: Value.self) + index % Self.blockSize
    }

    var capacity: Int { blocks.count * Self.blockSize }

    mutating func reserve(_ index: Int) {
        while blocks.count <= index / Self.blockSize {
            blocks.append(UnsafeMutablePointer<Value>.allocate(capacity: Self.blockSize))
        }
    }

    func deallocate() { for block in blocks { block.deallocate() } }
}
