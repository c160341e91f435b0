#if os(Linux)
    import ThemeSystem

    /// Fetches files with the system's libcurl: HTTP/1.1, without cookies and caches, with at most five redirects, each
    /// to an address that the request allows.
    ///
    /// The head of an answer is checked before its body is received, so nothing is decompressed. A server that is
    /// faster than the reader waits: at most 1 MB of a body is in memory. All transfers of the process share one
    /// thread, which exists while there are any. Proxies are those of libcurl: `https_proxy` and `no_proxy`.
    public struct CurlTransport: UpdateTransport {
        private static let redirectsMax = 5
        /// The most bytes of a body that wait to be read.
        static let byteCountMax = 1 << 20

        private let loop: CurlLoop

        /// Creates a transport.
        public init() { self.init(loop: .shared) }

        init(loop: CurlLoop) { self.loop = loop }

        public func send(_ request: UpdateRequest) async throws -> UpdateResponse {
            var fields = ["Accept-Encoding: identity", "User-Agent: themepack"]
            if let range = request.range {
                fields.append("Range: bytes=\(range.lowerBound)-\(range.upperBound - 1)")
            }
            var url = request.url
            var redirects = 0
            while true {
                let response = try await response(to: url, fields, allowsLoopback: request.allowsLoopback)
                guard redirects < Self.redirectsMax,
                    let location = try AnswerHead(status: response.status, fields: response.fields).location,
                    let next = Self.address(location, from: url),
                    UpdateAddress.isAllowed(next, allowsLoopback: request.allowsLoopback)
                else {
                    // A redirect that is not followed is the response, which the updater refuses.
                    return response
                }
                redirects += 1
                url = next
            }
        }

        private func response(
            to url: String, _ fields: [String], allowsLoopback: Bool
        ) async throws -> UpdateResponse {
            let answer = IncomingAnswer(byteCountMax: Self.byteCountMax)
            let transfer = CurlTransfer(url, fields, allowsLoopback: allowsLoopback, answer)
            return try await answer.response(
                start: { try loop.start(transfer) }, resume: { loop.resume(transfer) },
                close: { loop.close(transfer) })
        }

        private static func address(_ location: String, from url: String) -> String? {
            URL(string: location, relativeTo: URL(string: url))?.absoluteString
        }
    }
#endif
