#if os(Linux)
    import CCurlShim
    import ThemeSystem
    import ThemeModel

    /// One request. The loop's thread receives, a task reads.
    final class CurlTransfer: Sendable {
        /// The most bytes of a body that wait to be read.
        static let byteCountMax = 1 << 20

        private struct State {
            var lines = HeadLines()
            var isEnded = false
            var waiting: CheckedContinuation<(AnswerHead, HeadLines), any Error>?
        }

        let url: String
        /// Lines such as `Range: bytes=0-9`.
        let fields: [String]
        let allowsLoopback: Bool
        let body = BodyBuffer(byteCountMax: byteCountMax)
        private let loop: CurlLoop
        private let state = Lock(State())

        init(_ url: String, _ fields: [String], allowsLoopback: Bool, _ loop: CurlLoop) {
            self.url = url
            self.fields = fields
            self.allowsLoopback = allowsLoopback
            self.loop = loop
        }

        /// Whether nothing more is received.
        var isEnded: Bool { state.withLock { $0.isEnded } }

        /// Sends the request, and returns the head of its answer.
        func begin() async throws -> (AnswerHead, HeadLines) {
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    let isEnded = state.withLock { state in
                        if !state.isEnded { state.waiting = continuation }
                        return state.isEnded
                    }
                    // Otherwise the handler below was called before there was anything to end.
                    guard !isEnded else { return continuation.resume(throwing: CancellationError()) }
                    do { try loop.start(self) } catch { end(error) }
                }
            } onCancel: {
                cancel()
            }
        }

        /// Returns the next bytes of the body; `nil` at its end.
        func next() async throws -> [UInt8]? {
            try await withTaskCancellationHandler {
                let (bytes, wasFull) = try await body.read()
                if wasFull { loop.resume(self) }
                return bytes
            } onCancel: {
                cancel()
            }
        }

        func cancel() {
            end(CancellationError())
            body.cancel()
            loop.close(self)
        }

        /// - Parameter error: `nil` if the whole body has arrived.
        func end(_ error: (any Error)?) {
            let waiting = state.withLock { state in
                state.isEnded = true
                defer { state.waiting = nil }
                return state.waiting
            }
            waiting?.resume(throwing: error ?? CurlError(description: "the answer has no head"))
            body.finish(error.map { .failure($0) } ?? .success(()))
        }

        /// Receives a line of the head. Returns `false` to end the transfer.
        func receive(line: UnsafeRawBufferPointer) -> Bool {
            do {
                let answer = try state.withLock { state in
                    let wasComplete = state.lines.isComplete
                    try state.lines.add(line)
                    return state.lines.isComplete && !wasComplete ? state.lines : nil
                }
                guard let lines = answer else { return true }
                let head = try AnswerHead(status: lines.status, fields: lines.fields)
                let waiting = state.withLock { state in
                    defer { state.waiting = nil }
                    return state.waiting
                }
                waiting?.resume(returning: (head, lines))
                return waiting != nil
            } catch {
                end(error)
                return false
            }
        }

        func receive(piece: UnsafeRawBufferPointer) -> curl_shim_verdict {
            if isEnded { return CURL_SHIM_REFUSED }
            return body.append(Array(piece)) ? CURL_SHIM_TAKEN : CURL_SHIM_PAUSED
        }
    }
#endif
