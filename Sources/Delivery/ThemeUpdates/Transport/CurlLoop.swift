#if os(Linux)
    import CCurlShim
    import ThemeSystem
    import ThemeModel

    /// Runs transfers on one thread, which begins with the first transfer and ends some time after the last one.
    final class CurlLoop: Sendable {
        static let shared = CurlLoop()

        /// The time for which connections without a transfer are kept for the next one.
        private static let idleMilliseconds: Int32 = 2000
        /// Limits the wait if the system has no descriptor left with which another thread could end it.
        private static let waitMilliseconds: Int32 = 1000

        private typealias Command = @Sendable (inout OpenTransfers) -> Void

        /// `@unchecked Sendable`: only the loop's thread uses it, except to wake that thread, which is done under the
        /// lock. The thread removes it from the state, under the lock, before it releases it.
        private struct Handle: @unchecked Sendable {
            let pointer: OpaquePointer
        }

        private struct State {
            /// `nil` while there is no thread.
            var handle: Handle?
            var commands: [Command] = []
        }

        private let state = Lock(State())
        private let startThread: @Sendable (_ body: @escaping @Sendable () -> Void) throws(SystemError) -> Void

        /// - Parameter startThread: tests replace it to refuse a thread.
        init(
            startThread: @escaping @Sendable (_ body: @escaping @Sendable () -> Void) throws(SystemError) -> Void = {
                body throws(SystemError) in try SystemThread(body).detach()
            }
        ) { self.startThread = startThread }

        /// - Throws: ``TransferFailure`` if there is neither a thread nor memory for one.
        func start(_ transfer: CurlTransfer) throws(TransferFailure) {
            try state.withLock { state throws(TransferFailure) in
                if state.handle == nil {
                    guard let pointer = curl_shim_loop_new() else {
                        throw TransferFailure(description: "libcurl cannot be initialized")
                    }
                    let handle = Handle(pointer: pointer)
                    do throws(SystemError) {
                        try startThread { self.run(handle) }
                    } catch {
                        curl_shim_loop_free(pointer)
                        throw TransferFailure(description: "the system refuses another thread: \(error.reason)")
                    }
                    state.handle = handle
                }
                Self.send({ $0.open(transfer) }, &state)
            }
        }

        /// Continues a transfer whose body was full.
        func resume(_ transfer: CurlTransfer) { state.withLock { Self.send({ $0.resume(transfer) }, &$0) } }

        /// Closes the connection of a transfer if it is not closed.
        func close(_ transfer: CurlTransfer) { state.withLock { Self.send({ $0.close(transfer) }, &$0) } }

        private static func send(_ command: @escaping Command, _ state: inout State) {
            // Without a thread there are no transfers.
            guard let handle = state.handle else { return }
            state.commands.append(command)
            curl_shim_wake(handle.pointer)
        }

        /// Returns the commands; `nil` if there are none and the thread ends.
        private func takeCommands(isIdle: Bool) -> [Command]? {
            state.withLock { state in
                if isIdle, state.commands.isEmpty {
                    state.handle = nil
                    return nil
                }
                defer { state.commands = [] }
                return state.commands
            }
        }

        private func run(_ handle: Handle) {
            Self.blockBrokenPipes()
            let loop = handle.pointer
            var transfers = OpenTransfers(loop)
            var isIdle = false
            while let commands = takeCommands(isIdle: isIdle) {
                for command in commands { command(&transfers) }
                curl_shim_perform(loop)
                transfers.closeEnded()
                isIdle = transfers.isEmpty
                curl_shim_wait(loop, isIdle ? Self.idleMilliseconds : Self.waitMilliseconds)
            }
            curl_shim_loop_free(loop)
        }

        /// TLS libraries can write to a closed connection in a way that raises SIGPIPE.
        private static func blockBrokenPipes() {
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &signals, nil)
        }
    }

    /// The transfers that libcurl knows, on the loop's thread.
    private struct OpenTransfers {
        private let loop: OpaquePointer
        private var open: [ObjectIdentifier: (transfer: CurlTransfer, pointer: OpaquePointer)] = [:]

        init(_ loop: OpaquePointer) { self.loop = loop }

        var isEmpty: Bool { open.isEmpty }

        private static func transfer(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
            // `open` keeps it until libcurl has forgotten it.
            context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
        }

        mutating func open(_ transfer: CurlTransfer) {
            let receiver = curl_shim_receiver(
                context: Unmanaged.passUnretained(transfer).toOpaque(),
                line: { context, bytes, length in
                    let line = UnsafeRawBufferPointer(start: bytes, count: length)
                    return OpenTransfers.transfer(context)?.receive(line: line) ?? false
                },
                piece: { context, bytes, length in
                    let piece = UnsafeRawBufferPointer(start: bytes, count: length)
                    return OpenTransfers.transfer(context)?.receive(piece: piece) ?? CURL_SHIM_REFUSED
                })
            let fields = transfer.fields.map { strdup($0) }
            defer { for field in fields { free(field) } }
            let pointer = (fields.map { UnsafePointer($0) } + [nil]).withUnsafeBufferPointer {
                curl_shim_open(
                    loop, transfer.request.url, $0.baseAddress, transfer.request.allowsLoopback,
                    transfer.request.acceptsGzip, receiver)
            }
            if let pointer {
                open[ObjectIdentifier(transfer)] = (transfer, pointer)
            } else {
                transfer.answer.finish(TransferFailure(description: "libcurl cannot send the request"))
            }
        }

        func resume(_ transfer: CurlTransfer) {
            if let pointer = open[ObjectIdentifier(transfer)]?.pointer { curl_shim_resume(pointer) }
        }

        mutating func close(_ transfer: CurlTransfer) {
            if let pointer = open.removeValue(forKey: ObjectIdentifier(transfer))?.pointer {
                curl_shim_close(loop, pointer)
            }
        }

        mutating func closeEnded() {
            var error: UnsafePointer<CChar>?
            while let context = curl_shim_next_ended(loop, &error) {
                guard let transfer = Self.transfer(context) else { continue }
                transfer.answer.finish(error.map { TransferFailure(description: String(cString: $0)) })
                close(transfer)
            }
        }
    }
#endif
