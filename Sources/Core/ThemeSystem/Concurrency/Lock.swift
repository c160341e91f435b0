#if canImport(Darwin)
    public import os
#endif

/// A value that one thread at a time can access, like `Mutex`, which needs iOS 18 and macOS 15. Not recursive.
///
/// `@unchecked Sendable`: only `withLock` and `deinit` access `state`, and `sending` rejects a value that others share.
@usableFromInline
package struct Lock<State>: ~Copyable, @unchecked Sendable {
    #if canImport(Darwin)
        @usableFromInline package typealias Primitive = os_unfair_lock
    #else
        @usableFromInline package typealias Primitive = pthread_mutex_t
    #endif

    // On the heap, because a lock must not move after its first use.
    @usableFromInline let primitive: UnsafeMutablePointer<Primitive>
    @usableFromInline let state: UnsafeMutablePointer<State>

    @inlinable
    package init(_ state: consuming sending State) {
        primitive = .allocate(capacity: 1)
        #if canImport(Darwin)
            primitive.initialize(to: os_unfair_lock())
        #else
            primitive.initialize(to: pthread_mutex_t())
            pthread_mutex_init(primitive, nil)
        #endif
        self.state = .allocate(capacity: 1)
        self.state.initialize(to: state)
    }

    @inlinable
    deinit {
        state.deinitialize(count: 1)
        state.deallocate()
        #if !canImport(Darwin)
            pthread_mutex_destroy(primitive)
        #endif
        primitive.deinitialize(count: 1)
        primitive.deallocate()
    }

    @inlinable
    package func withLock<Result, Failure: Error>(
        _ body: (inout sending State) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        #if canImport(Darwin)
            os_unfair_lock_lock(primitive)
            defer { os_unfair_lock_unlock(primitive) }
        #else
            let result = pthread_mutex_lock(primitive)
            precondition(result == 0, "pthread_mutex_lock failed")
            defer {
                let result = pthread_mutex_unlock(primitive)
                precondition(result == 0, "pthread_mutex_unlock failed")
            }
        #endif
        return try body(&state.pointee)
    }
}
