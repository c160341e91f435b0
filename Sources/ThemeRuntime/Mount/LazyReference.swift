import Synchronization

/// A reference that is stored once, by whichever thread comes first, and then stays.
///
/// The standard library's `AtomicLazyReference` is the same, but is called unspecialised, which takes longer than the whole
/// look-up that it serves.
///
/// `@unchecked Sendable`: the reference is exchanged atomically, and never again once it is there.
struct LazyReference<Object: AnyObject & Sendable>: ~Copyable, @unchecked Sendable {
    private let reference = Atomic<Unmanaged<Object>?>(nil)

    deinit { reference.load(ordering: .acquiring)?.release() }

    var object: Object? { reference.load(ordering: .acquiring)?.takeUnretainedValue() }

    /// - Returns: what is stored from now on, which another thread may have brought.
    func storeIfNil(_ object: Object) -> Object {
        let own = Unmanaged.passRetained(object)
        let (exchanged, known) = reference.compareExchange(
            expected: nil, desired: own, ordering: .acquiringAndReleasing)
        guard !exchanged, let known else { return object }
        own.release()
        return known.takeUnretainedValue()
    }
}
