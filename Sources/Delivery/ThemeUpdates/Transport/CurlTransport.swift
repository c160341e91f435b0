#if os(Linux)
    import ThemeSystem

    /// Fetches files with the system's libcurl: HTTP/1.1, without cookies and caches. Follows no redirect.
    ///
    /// The head of an answer is checked before its body is received, so nothing is decompressed that the request does
    /// not allow. A server that is faster than the reader waits: at most 1 MB of a body is in memory, and 1 MB more of
    /// one that libcurl decompresses. All transfers of the process share one thread, which exists while there are any.
    /// Proxies are those of libcurl: `https_proxy` and `no_proxy`.
    public struct CurlTransport: UpdateTransport {
        /// The most bytes of a body that wait to be read.
        static let byteCountMax = 1 << 20

        private let loop: CurlLoop

        /// Creates a transport.
        public init() { self.init(loop: .shared) }

        init(loop: CurlLoop) { self.loop = loop }

        public func send(_ request: UpdateRequest) async throws -> UpdateResponse {
            let answer = IncomingAnswer(byteCountMax: Self.byteCountMax)
            let transfer = CurlTransfer(request, answer)
            return try await answer.response(
                start: { try loop.start(transfer) }, resume: { loop.resume(transfer) },
                close: { loop.close(transfer) })
        }
    }
#endif
