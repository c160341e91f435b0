import CAtomics

/// A reference that is stored once: the first thread that stores an object wins, and all threads get that object.
///
/// `@unchecked Sendable`: the memory never moves, and only atomic operations access it before `deinit`.
struct LazyReference<Object: AnyObject & Sendable>: ~Copyable, @unchecked Sendable {
    private let address: UnsafeMutablePointer<UnsafeMutableRawPointer?>

    init() {
        address = .allocate(capacity: 1)
        address.initialize(to: nil)
    }

    deinit {
        if let stored = address.pointee { Unmanaged<Object>.fromOpaque(stored).release() }
        address.deallocate()
    }

    var object: Object? {
        catomics_pointer_load(address).map { Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Returns the stored reference, which another thread may have stored.
    func storeIfNil(_ object: Object) -> Object {
        let own = Unmanaged.passRetained(object)
        guard let known = catomics_pointer_store_if_null(address, own.toOpaque()) else { return object }
        own.release()
        return Unmanaged<Object>.fromOpaque(known).takeUnretainedValue()
    }
}
