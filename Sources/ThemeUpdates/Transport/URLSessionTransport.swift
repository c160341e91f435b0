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
        private let exchanges = Exchanges()
        private let byteCountMax: Int

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
            self.byteCountMax = byteCountMax
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
            let answer = IncomingAnswer(byteCountMax: byteCountMax)
            return try await answer.response(
                start: { exchanges.start(task, sent, allowsLoopback: request.allowsLoopback, answer) },
                close: { [exchanges] in exchanges.close(task) })
        }

        /// The transfers of a session, by the numbers of their tasks.
        private final class Exchanges: NSObject, URLSessionDataDelegate {
            private struct Exchange {
                let request: URLRequest
                let allowsLoopback: Bool
                let answer: IncomingAnswer
                var redirects = 0
            }

            private let exchanges = Lock([Int: Exchange]())

            func start(
                _ task: URLSessionTask, _ request: URLRequest, allowsLoopback: Bool, _ answer: IncomingAnswer
            ) {
                exchanges.withLock {
                    $0[task.taskIdentifier] = Exchange(
                        request: request, allowsLoopback: allowsLoopback, answer: answer)
                }
                task.resume()
            }

            func close(_ task: URLSessionTask) {
                exchanges.withLock { $0[task.taskIdentifier] = nil }
                task.cancel()
            }

            private func answer(to task: URLSessionTask) -> IncomingAnswer? {
                exchanges.withLock { $0[task.taskIdentifier]?.answer }
            }

            func urlSession(
                _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
                completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
            ) {
                guard let answer = answer(to: dataTask), let response = response as? HTTPURLResponse else {
                    return completionHandler(.cancel)
                }
                var fields: [String: String] = [:]
                for (name, value) in response.allHeaderFields {
                    if let name = name as? String, let value = value as? String { fields[name.lowercased()] = value }
                }
                completionHandler(answer.begin(status: response.statusCode, fields: fields) ? .allow : .cancel)
            }

            func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
                guard let answer = answer(to: dataTask), answer.append(Array(data)) == .full else { return }
                answer.finish(TransferOverrun())
                dataTask.cancel()
            }

            func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
                let exchange = exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
                exchange?.answer.finish(error)
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
