import ThemeSystem

/// The bytes of a body between the thread that receives them and the task that reads them. Thread-safe.
final class BodyBuffer: Sendable {
    /// What a read returns. `nil` bytes are the end.
    typealias Read = (bytes: [UInt8]?, wasFull: Bool)

    private struct State {
        var bytes: [UInt8] = []
        var isFull = false
        /// `nil` while more can arrive.
        var end: Result<Void, any Error>?
        var reader: CheckedContinuation<Read, any Error>?
    }

    let byteCountMax: Int
    private let state = Lock(State())

    init(byteCountMax: Int) { self.byteCountMax = byteCountMax }

    /// The number of bytes that wait, and whether the next ones must.
    var fill: (byteCount: Int, isFull: Bool) { state.withLock { ($0.bytes.count, $0.isFull) } }

    /// Returns `false`, and keeps nothing, if there is no room. An empty buffer has room for any number of bytes.
    func append(_ bytes: [UInt8]) -> Bool {
        let (reader, isTaken) = state.withLock { state -> (CheckedContinuation<Read, any Error>?, Bool) in
            if state.end != nil { return (nil, true) }
            if let reader = state.reader {
                state.reader = nil
                return (reader, true)
            }
            state.isFull = !state.bytes.isEmpty && bytes.count > byteCountMax - state.bytes.count
            if !state.isFull { state.bytes += bytes }
            return (nil, !state.isFull)
        }
        reader?.resume(returning: (bytes, false))
        return isTaken
    }

    /// Ends the body after the bytes that wait, unless it has ended.
    func finish(_ end: Result<Void, any Error>) {
        let reader = state.withLock { state in
            if state.end == nil { state.end = end }
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume(with: end.map { (nil, false) })
    }

    /// Ends the body at once.
    func cancel() {
        finish(.failure(CancellationError()))
        state.withLock { state in
            state.bytes = []
            state.end = .failure(CancellationError())
        }
    }

    /// Returns all bytes that wait, or the next ones. Only one task can read.
    func read() async throws -> Read {
        try await withCheckedThrowingContinuation { continuation in
            let result = state.withLock { state -> Result<Read, any Error>? in
                if !state.bytes.isEmpty {
                    let read = (bytes: Optional(state.bytes), wasFull: state.isFull)
                    state.bytes = []
                    state.isFull = false
                    return .success(read)
                }
                guard let end = state.end else {
                    state.reader = continuation
                    return nil
                }
                return end.map { (nil, false) }
            }
            if let result { continuation.resume(with: result) }
        }
    }
}
