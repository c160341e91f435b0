import ThemeSystem

/// An answer between the thread that receives it and the task that reads it. Thread-safe.
final class IncomingAnswer: Sendable {
    private enum Part: Sendable {
        case head(status: Int, fields: [String: String])
        case piece([UInt8])
    }

    private typealias Parts = AsyncThrowingStream<Part, any Error>

    enum Verdict { case taken, full, ended }

    private let byteCountMax: Int
    /// ``response(start:resume:close:)`` takes it out, so that only the response holds it. A caller who releases the
    /// response then ends the transfer.
    private let parts: Lock<Parts?>
    private let receiver: Parts.Continuation
    private let waiting = Lock((byteCount: 0, isFull: false))

    /// - Parameter byteCountMax: the most bytes of the body that wait to be read.
    init(byteCountMax: Int) {
        self.byteCountMax = byteCountMax
        let (parts, receiver) = Parts.makeStream()
        self.parts = Lock(parts)
        self.receiver = receiver
    }

    /// The number of bytes that wait to be read, and whether there is no room for more.
    var fill: (byteCount: Int, isFull: Bool) { waiting.withLock { $0 } }

    /// Returns whether somebody still waits for the head.
    func begin(status: Int, fields: [String: String]) -> Bool {
        if case .terminated = receiver.yield(.head(status: status, fields: fields)) { false } else { true }
    }

    /// Keeps nothing if there is no room. An empty buffer has room for any number of bytes.
    func append(_ bytes: [UInt8]) -> Verdict {
        let hasRoom = waiting.withLock { waiting in
            waiting.isFull = waiting.byteCount > 0 && bytes.count > byteCountMax - waiting.byteCount
            if !waiting.isFull { waiting.byteCount += bytes.count }
            return !waiting.isFull
        }
        guard hasRoom else { return .full }
        if case .terminated = receiver.yield(.piece(bytes)) { return .ended }
        return .taken
    }

    /// Ends the body after the bytes that wait, unless it has ended.
    ///
    /// - Parameter error: `nil` if the whole body has arrived.
    func finish(_ error: (any Error)?) { receiver.finish(throwing: error) }

    /// Sends the request, and returns as soon as the head has arrived.
    ///
    /// - Parameters:
    ///   - resume: called when half of a full body was read.
    ///   - close: ends the transfer. Called if the task is canceled, or the body is not read to its end.
    func response(
        start: () throws -> Void, resume: @escaping @Sendable () -> Void = {}, close: @escaping @Sendable () -> Void
    ) async throws -> UpdateResponse {
        guard let parts = parts.withLock({ $0.take() }) else { throw CancellationError() }
        receiver.onTermination = { if case .cancelled = $0 { close() } }
        do { try start() } catch { finish(error) }
        guard case .head(let status, let fields)? = try await Self.next(of: parts) else {
            try Task.checkCancellation()
            throw TransferFailure(description: "the answer has no head")
        }
        let body = AsyncThrowingStream { () -> [UInt8]? in
            guard case .piece(let bytes)? = try await Self.next(of: parts) else { return nil }
            if self.take(bytes.count) { resume() }
            return bytes
        }
        return UpdateResponse(status: status, fields: fields, body: body)
    }

    private static func next(of parts: Parts) async throws -> Part? {
        var iterator = parts.makeAsyncIterator()
        return try await iterator.next()
    }

    /// Returns whether there is room again after the body was full.
    private func take(_ byteCount: Int) -> Bool {
        waiting.withLock { waiting in
            waiting.byteCount -= byteCount
            guard waiting.isFull, waiting.byteCount <= byteCountMax / 2 else { return false }
            waiting.isFull = false
            return true
        }
    }
}

/// The reason why a transfer has ended.
struct TransferFailure: Error, CustomStringConvertible {
    let description: String
}

/// The end of a body that arrived faster than it was read. Everything before it can be read.
struct TransferOverrun: Error, CustomStringConvertible {
    let description = "it arrives faster than it can be stored"
}
