#if canImport(Darwin)
    public import Foundation
    import ThemeSystem
    import ThemeModel

    /// Fetches files with `URLSession`: without cookies and caches, uncompressed, with at most five redirects, each to
    /// an address that the request allows. If bytes arrive faster than they are read, it ends the transfer with 32 MB
    /// in memory; a ``ThemeUpdater`` then requests the rest.
    public final class URLSessionTransport: UpdateTransport {
        private static let redirectsMax = 5
        /// The bytes that wait to be read.
        static let byteCountMax = 32 << 20

        private let session: URLSession
        private let exchanges: Exchanges

        /// Creates a transport with a session of its own.
        ///
        /// - Parameter configuration: its cookies and caches are switched off.
        public convenience init(configuration: URLSessionConfiguration = .ephemeral) {
            self.init(configuration: configuration, byteCountMax: Self.byteCountMax)
        }

        init(configuration: URLSessionConfiguration = .ephemeral, byteCountMax: Int) {
            configuration.httpCookieStorage = nil
            configuration.httpShouldSetCookies = false
            configuration.urlCache = nil
            configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
            let queue = OperationQueue()
            queue.maxConcurrentOperationCount = 1
            exchanges = Exchanges(byteCountMax: byteCountMax)
            session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: queue)
        }

        deinit { session.invalidateAndCancel() }

        public func send(_ request: UpdateRequest) async throws -> UpdateResponse {
            guard let url = URL(string: request.url) else { throw URLError(.badURL) }
            var sent = URLRequest(url: url)
            // Otherwise URLSession asks for compressed bytes, of which there are no ranges.
            sent.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
            if let range = request.range {
                sent.setValue("bytes=\(range.lowerBound)-\(range.upperBound - 1)", forHTTPHeaderField: "Range")
            }
            if !request.allowsMetered {
                sent.allowsExpensiveNetworkAccess = false
                sent.allowsConstrainedNetworkAccess = false
            }
            let task = session.dataTask(with: sent)
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    exchanges.add(task, sent, allowsLoopback: request.allowsLoopback, continuation)
                    // Otherwise the handler below was called before there was anything to end.
                    if Task.isCancelled { exchanges.cancel(task) } else { task.resume() }
                }
            } onCancel: {
                exchanges.cancel(task)
            }
        }

        /// The transfers of a session, by the numbers of their tasks.
        private final class Exchanges: NSObject, URLSessionDataDelegate {
            private struct Exchange {
                let request: URLRequest
                let allowsLoopback: Bool
                var redirects = 0
                var head: CheckedContinuation<UpdateResponse, any Error>?
                var body: BodyBuffer?
            }

            /// Ends the transfer when the stream of its body is released.
            private final class Reader: Sendable {
                private let body: BodyBuffer
                private let cancel: @Sendable () -> Void

                init(_ body: BodyBuffer, cancel: @escaping @Sendable () -> Void) {
                    self.body = body
                    self.cancel = cancel
                }

                deinit { cancel() }

                func next() async throws -> [UInt8]? {
                    try await withTaskCancellationHandler {
                        try await body.read().bytes
                    } onCancel: {
                        cancel()
                    }
                }
            }

            private let exchanges = Lock([Int: Exchange]())
            private let byteCountMax: Int

            init(byteCountMax: Int) { self.byteCountMax = byteCountMax }

            func add(
                _ task: URLSessionTask, _ request: URLRequest, allowsLoopback: Bool,
                _ head: CheckedContinuation<UpdateResponse, any Error>
            ) {
                exchanges.withLock {
                    $0[task.taskIdentifier] = Exchange(request: request, allowsLoopback: allowsLoopback, head: head)
                }
            }

            /// Ends a transfer without waiting for the session.
            func cancel(_ task: URLSessionTask) {
                let exchange = exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
                exchange?.head?.resume(throwing: CancellationError())
                exchange?.body?.cancel()
                task.cancel()
            }

            func urlSession(
                _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
                completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
            ) {
                let number = dataTask.taskIdentifier
                let body = BodyBuffer(byteCountMax: byteCountMax)
                let head = exchanges.withLock { exchanges in
                    defer { exchanges[number]?.head = nil }
                    exchanges[number]?.body = body
                    return exchanges[number]?.head
                }
                guard let response = response as? HTTPURLResponse, let head else {
                    head?.resume(throwing: URLError(.badServerResponse))
                    return completionHandler(.cancel)
                }
                var fields: [String: String] = [:]
                for (name, value) in response.allHeaderFields {
                    if let name = name as? String, let value = value as? String { fields[name.lowercased()] = value }
                }
                let reader = Reader(body) { [weak self] in self?.cancel(dataTask) }
                let stream = AsyncThrowingStream { try await reader.next() }
                head.resume(returning: UpdateResponse(status: response.statusCode, fields: fields, body: stream))
                completionHandler(.allow)
            }

            func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
                let body = exchanges.withLock { $0[dataTask.taskIdentifier]?.body }
                guard let body, !body.append(Array(data)) else { return }
                body.finish(.failure(TransferOverrun()))
                dataTask.cancel()
            }

            func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
                let exchange = exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
                exchange?.head?.resume(throwing: error ?? URLError(.badServerResponse))
                exchange?.body?.finish(error.map { .failure($0) } ?? .success(()))
            }

            func urlSession(
                _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
                newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
            ) {
                let number = task.taskIdentifier
                let next = exchanges.withLock { exchanges -> URLRequest? in
                    guard var exchange = exchanges[number], let url = request.url,
                        UpdateAddress.isAllowed(url.absoluteString, allowsLoopback: exchange.allowsLoopback),
                        exchange.redirects < URLSessionTransport.redirectsMax
                    else { return nil }
                    exchange.redirects += 1
                    exchanges[number] = exchange
                    var next = exchange.request
                    next.url = url
                    return next
                }
                // Without a new request, the response is the redirect, which the updater refuses.
                completionHandler(next)
            }
        }
    }
#endif
