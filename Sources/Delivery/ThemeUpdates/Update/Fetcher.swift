import ThemeSystem

/// Fetches files within the limits. A transfer that is slower than they allow ends.
struct Fetcher: Sendable {
    let source: UpdateSource
    let transport: any UpdateTransport
    var server: FeedBase
    /// The theme of the files; `nil` for the feed.
    var theme: ThemeID?
    var allowsMetered = true

    func request(_ url: String, _ range: Range<Int64>? = nil, acceptsGzip: Bool = false) -> UpdateRequest {
        UpdateRequest(
            url: url, range: range, allowsLoopback: source.allowsLoopback, allowsMetered: allowsMetered,
            acceptsGzip: acceptsGzip)
    }

    /// Reports a failure to the app, unless the task is canceled.
    func report(_ error: UpdateError, _ next: UpdateFailure.NextStep) {
        guard !Task.isCancelled else { return }
        source.onFailure(UpdateFailure(theme: theme, server: server, error: error, next: next))
    }

    /// Calls `fetch` for one server after the other, until one has answered. A server that failed moves to the end of
    /// the list.
    func ask<Value>(
        _ servers: inout [FeedBase], isolation: isolated (any Actor)? = #isolation,
        _ fetch: (Fetcher) async throws(UpdateError) -> Value
    ) async throws(UpdateError) -> Value {
        var fetcher = self
        var first: UpdateError?
        for rest in servers.indices.reversed() {
            fetcher.server = servers[0]
            do throws(UpdateError) {
                return try await fetch(fetcher)
            } catch {
                let isLast = rest == 0 || !error.isOfServer || Task.isCancelled
                fetcher.report(error, isLast ? .end : .nextServer)
                first = first ?? error
                guard !isLast else { throw error.isOfServer ? first ?? error : error }
                servers.append(servers.removeFirst())
            }
        }
        throw .outdatedPlan
    }

    /// Fetches a small file, whose digest is not known.
    ///
    /// - Parameter limit: the most bytes of the file, also if the server compresses it.
    func bytes(of url: String, limit: Int, acceptsGzip: Bool = false) async throws(UpdateError) -> [UInt8] {
        try await transfer(request(url, acceptsGzip: acceptsGzip)) { head, body, count in
            guard head.status == 200 else {
                throw UpdateError.status(url: url, head.status, retryAfter: head.retryAfter)
            }
            if let stated = head.byteCount, stated > Int64(limit) {
                throw UpdateError.unusableAnswer(url: url, reason: "has \(stated) bytes; at most \(limit) are read")
            }
            // A growing array would be copied. Memory that is not written to costs nothing.
            var received: [UInt8] = []
            received.reserveCapacity(Int(head.byteCount ?? Int64(limit)))
            for try await piece in body {
                guard piece.count <= limit - received.count else {
                    throw UpdateError.unusableAnswer(url: url, reason: "has more than \(limit) bytes")
                }
                received += piece
                count.add(piece.count)
            }
            if let stated = head.byteCount, stated != Int64(received.count) {
                throw UpdateError.unusableAnswer(url: url, reason: "was cut after \(received.count) bytes")
            }
            return received
        }
    }

    /// Fetches a range of a file, and gives its bytes to `receive` as they arrive. A cut transfer is resumed.
    ///
    /// - Returns: whether the server answers ranges, and has this file. Otherwise the bytes are of no use.
    func range(
        _ range: Range<Int64>, of url: String, length: Int64,
        _ receive: @escaping @Sendable ([UInt8]) throws -> Void
    ) async throws(UpdateError) -> Bool {
        let received = ByteCount()
        let arrived = { Int64(received.value) }
        return try await resuming(url, arrived: arrived, of: Int64(range.count)) { count throws(UpdateError) in
            let rest = range.lowerBound + count..<range.upperBound
            return try await part(rest, of: url, length: length, received, receive)
        }
    }

    /// Calls `fetch` with the number of bytes that have arrived, until it is `total`, or until `fetch` returns `false`,
    /// which this then returns. A cut transfer is resumed if something has arrived in it.
    func resuming(
        _ url: String, arrived: () -> Int64, of total: Int64, _ fetch: (Int64) async throws(UpdateError) -> Bool
    ) async throws(UpdateError) -> Bool {
        var attempts = 0
        while true {
            let before = arrived()
            if before == total { return true }
            do throws(UpdateError) {
                guard try await fetch(before) else { return false }
                let now = arrived()
                // The transfer overran before anything was read, or began anew because there are no ranges.
                guard now == total || now > before else {
                    throw .unreachable(url: url, reason: TransferOverrun().description)
                }
            } catch {
                attempts += 1
                guard case .unreachable = error, attempts <= source.limits.resumptions, !Task.isCancelled,
                    arrived() > before
                else { throw error }
                report(error, .retry)
            }
        }
    }

    private func part(
        _ range: Range<Int64>, of url: String, length: Int64, _ received: ByteCount,
        _ receive: @escaping @Sendable ([UInt8]) throws -> Void
    ) async throws(UpdateError) -> Bool {
        let read: Reading<Bool> = { head, body, count in
            guard head.isPart(range, of: length) else { return false }
            var rest = range.count
            do {
                for try await piece in body {
                    guard piece.count <= rest else { return false }
                    try receive(piece)
                    rest -= piece.count
                    received.add(piece.count)
                    count.add(piece.count)
                }
            } catch is TransferOverrun {
                return true
            }
            return rest == 0
        }
        do throws(UpdateError) {
            return try await transfer(request(url, range), read)
        } catch {
            guard case .unusableAnswer = error else { throw error }
            return false
        }
    }

    /// Reads the body of an answer, and counts its bytes as they arrive.
    typealias Reading<Value> = @Sendable (AnswerHead, UpdateResponse.Body, ByteCount) async throws -> Value

    /// Sends a request, and reads its answer while it is fast enough.
    func transfer<Value: Sendable>(
        _ request: UpdateRequest, _ read: @escaping Reading<Value>
    ) async throws(UpdateError) -> Value {
        guard UpdateAddress.isAllowed(request.url, allowsLoopback: source.allowsLoopback) else {
            throw .insecure(url: request.url)
        }
        do {
            return try await withThrowingTaskGroup(of: Value?.self) { group in
                let count = ByteCount()
                let limits = source.limits
                group.addTask {
                    let (head, body) = try await answer(to: request)
                    let value = try await read(head, body, count)
                    // A stream of a canceled task ends as if it were complete.
                    try Task.checkCancellation()
                    return value
                }
                group.addTask {
                    var last = 0
                    while true {
                        try await Task.sleep(for: limits.interval)
                        let now = count.value
                        guard now - last >= limits.byteCountPerInterval else {
                            throw UpdateError.tooSlow(url: request.url)
                        }
                        last = now
                    }
                }
                defer { group.cancelAll() }
                while let result = try await group.next() {
                    if let result { return result }
                }
                throw CancellationError()
            }
        } catch let error as UpdateError {
            throw error
        } catch let flaw as AnswerHead.Flaw {
            throw .unusableAnswer(url: request.url, reason: flaw.reason)
        } catch {
            throw .unreachable(url: request.url, reason: error is CancellationError ? "it was canceled" : "\(error)")
        }
    }
}

extension Fetcher {
    private static let redirectsMax = 5

    /// Sends a request, and follows redirects to allowed addresses. One that is not followed is the answer.
    func answer(to request: UpdateRequest) async throws -> (AnswerHead, UpdateResponse.Body) {
        var request = request
        var redirects = 0
        while true {
            let response = try await transport.send(request)
            let head = try AnswerHead(
                status: response.status, fields: response.fields, acceptsGzip: request.acceptsGzip)
            guard redirects < Self.redirectsMax, let location = head.location,
                let next = URL(string: location, relativeTo: URL(string: request.url))?.absoluteString,
                UpdateAddress.isAllowed(next, allowsLoopback: request.allowsLoopback)
            else { return (head, response.body) }
            redirects += 1
            request.url = next
        }
    }
}

/// The number of bytes that have arrived. Another task reads it, to end a slow transfer. Thread-safe.
final class ByteCount: Sendable {
    private let count = Lock(0)

    var value: Int { count.withLock { $0 } }

    func add(_ bytes: Int) { count.withLock { $0 += bytes } }
}
