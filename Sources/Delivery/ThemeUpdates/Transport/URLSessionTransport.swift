#if canImport(Darwin)
    public import Foundation
    import ThemeSystem
    import ThemeModel

    /// Fetches files with `URLSession`: without cookies and caches. Follows no redirect. If bytes arrive faster than
    /// they are read, it ends the transfer with 32 MB in memory; a ``ThemeUpdater`` then requests the rest.
    public final class URLSessionTransport: UpdateTransport {
        /// The bytes that wait to be read.
        static let byteCountMax = 32 << 20

        private let session: URLSession
        private let answers = Answers()
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
            session = URLSession(configuration: configuration, delegate: answers, delegateQueue: queue)
        }

        deinit { session.invalidateAndCancel() }

        public func send(_ request: UpdateRequest) async throws -> UpdateResponse {
            guard let url = URL(string: request.url) else { throw URLError(.badURL) }
            var sent = URLRequest(url: url)
            // Otherwise URLSession asks for more codings, also of ranges.
            sent.setValue(request.acceptsGzip ? "gzip" : "identity", forHTTPHeaderField: "Accept-Encoding")
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
                start: { answers.start(task, answer) }, close: { [answers] in answers.close(task) })
        }

        /// The answers of a session, by the numbers of their tasks.
        private final class Answers: NSObject, URLSessionDataDelegate {
            private let answers = Lock([Int: IncomingAnswer]())

            func start(_ task: URLSessionTask, _ answer: IncomingAnswer) {
                answers.withLock { $0[task.taskIdentifier] = answer }
                task.resume()
            }

            func close(_ task: URLSessionTask) {
                answers.withLock { $0[task.taskIdentifier] = nil }
                task.cancel()
            }

            private func answer(to task: URLSessionTask) -> IncomingAnswer? {
                answers.withLock { $0[task.taskIdentifier] }
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
                let answer = answers.withLock { $0.removeValue(forKey: task.taskIdentifier) }
                answer?.finish(error)
            }

            func urlSession(
                _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
                newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
            ) {
                completionHandler(nil)
            }
        }
    }
#endif
