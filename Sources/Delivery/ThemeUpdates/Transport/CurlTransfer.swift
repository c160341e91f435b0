#if os(Linux)
    import CCurlShim
    import ThemeSystem

    /// One request, as the loop's thread sends and receives it.
    final class CurlTransfer: Sendable {
        let request: UpdateRequest
        let answer: IncomingAnswer
        private let lines = Lock(HeadLines())

        init(_ request: UpdateRequest, _ answer: IncomingAnswer) {
            self.request = request
            self.answer = answer
        }

        /// Lines such as `Range: bytes=0-9`.
        var fields: [String] {
            let range = request.range.map { "Range: bytes=\($0.lowerBound)-\($0.upperBound - 1)" }
            // libcurl itself names what it decodes.
            let coding = request.acceptsGzip ? nil : "Accept-Encoding: identity"
            return ["User-Agent: themepack"] + [coding, range].compactMap(\.self)
        }

        /// Receives a line of the head. Returns `false` to end the transfer.
        func receive(line: UnsafeRawBufferPointer) -> Bool {
            do {
                let head = try lines.withLock { lines in
                    let wasComplete = lines.isComplete
                    try lines.add(line)
                    return lines.isComplete && !wasComplete ? lines : nil
                }
                guard let head else { return true }
                _ = try AnswerHead(
                    status: head.status, fields: head.fields, acceptsGzip: request.acceptsGzip)
                return answer.begin(status: head.status, fields: head.fields)
            } catch {
                answer.finish(error)
                return false
            }
        }

        func receive(piece: UnsafeRawBufferPointer) -> curl_shim_verdict {
            switch answer.append(Array(piece)) {
            case .taken: CURL_SHIM_TAKEN
            case .full: CURL_SHIM_PAUSED
            case .ended: CURL_SHIM_REFUSED
            }
        }
    }
#endif
