/// A thread of the system, and the only place that starts one. Unlike Dispatch it reports a refusal; Dispatch waits
/// until it gets its threads, and traps without descriptors for them. The owner calls ``join()`` or ``detach()`` once.
package struct SystemThread {
    private let id: pthread_t

    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// - Throws: ``SystemError`` if the system refuses the thread.
    package init(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
        let body = Unmanaged.passRetained(Body(body))
        #if canImport(Darwin)
            var thread: pthread_t?
            let code = pthread_create(
                &thread, nil,
                { body in
                    Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run()
                    return nil
                }, body.toOpaque())
            if code == 0, let thread {
                id = thread
                return
            }
        #else
            var thread = pthread_t()
            let code = pthread_create(
                &thread, nil,
                { body in
                    if let body { Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run() }
                    return nil
                }, body.toOpaque())
            if code == 0 {
                id = thread
                return
            }
        #endif
        body.release()
        throw SystemError(systemReason(of: code), code: code)
    }

    /// Waits for the end of the thread.
    package func join() { pthread_join(id, nil) }

    package func detach() { pthread_detach(id) }
}
