#if os(Linux)
    import ThemeModel
    import ThemeSystem
    import TestSupport
    import Testing
    import ThemeModel

    @testable import ThemeUpdates

    /// The transport over libcurl, below the updater.
    @Suite(.serialized)
    struct CurlTransportTests {
        private let server: TestServer

        init() throws { server = try TestServer() }

        private func request(_ path: String = "/x", range: Range<Int64>? = nil) -> UpdateRequest {
            UpdateRequest(url: "http://127.0.0.1:\(server.port)\(path)", range: range, allowsLoopback: true)
        }

        private func answer(_ text: String, _ body: [UInt8] = []) {
            server.behavior = { _, _ in [.send(Array(text.utf8) + body)] }
        }

        private func bytes(_ request: UpdateRequest) async throws -> [UInt8] {
            var bytes: [UInt8] = []
            for try await piece in try await CurlTransport().send(request).body { bytes += piece }
            return bytes
        }

        private static let noise: [UInt8] = {
            var random = SeededRandom(seed: 28)
            return (0..<5_000_000).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        }()

        /// A body in chunks, most of them small, with a trailer.
        private static func chunked(_ bytes: [UInt8]) -> [UInt8] {
            var random = SeededRandom(seed: 29)
            var result: [UInt8] = []
            var rest = bytes[...]
            while !rest.isEmpty {
                let chunk = rest.prefix(Int.random(in: 1...20_000, using: &random))
                rest = rest.dropFirst(chunk.count)
                result += Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + [13, 10]
            }
            return result + Array("0\r\nETag: \"trailer\"\r\n\r\n".utf8)
        }

        @Test("TR11 A body that nobody reads waits with at most 1 MB in memory, and every byte arrives later")
        func waiting() async throws {
            let head = "HTTP/1.1 200 OK\r\nConnection: close\r\n"
            let answers = [
                Array("\(head)Content-Length: \(Self.noise.count)\r\n\r\n".utf8) + Self.noise,
                Array("\(head)\r\n".utf8) + Self.noise,
                Array("\(head)Transfer-Encoding: chunked\r\n\r\n".utf8) + Self.chunked(Self.noise),
            ]
            for answer in answers {
                server.behavior = { _, _ in [.send(answer)] }
                let answer = IncomingAnswer(byteCountMax: CurlTransport.byteCountMax)
                let transfer = CurlTransfer(request(), answer)
                let body = try await answer.response(
                    start: { try CurlLoop.shared.start(transfer) }, resume: { CurlLoop.shared.resume(transfer) },
                    close: { CurlLoop.shared.close(transfer) }
                ).body
                var pieces = body.makeAsyncIterator()
                var received: [UInt8] = []
                for _ in 0..<3 {
                    // The rest is more than a full buffer in these rounds.
                    try #require(try await suspendUntil { answer.fill.isFull })
                    #expect(answer.fill.byteCount <= CurlTransport.byteCountMax)
                    while answer.fill.isFull, let piece = try await pieces.next() { received += piece }
                }
                while let piece = try await pieces.next() { received += piece }
                #expect(received == Self.noise)
            }
        }

        @Test("TR11 A transfer whose stream is released ends, though its server goes on")
        func released() async throws {
            server.behavior = { _, _ in
                [
                    .send(Array("HTTP/1.1 200 OK\r\n\r\n".utf8)),
                    .repeatedly([UInt8](repeating: 7, count: 10_000), pause: 0),
                ]
            }
            for stage in 0..<3 {
                let response = try await CurlTransport().send(request())
                if stage > 0 {
                    for try await piece in response.body.prefix(stage) { #expect(!piece.isEmpty) }
                }
            }
            while server.endedFloods < 3 { try await Task.sleep(for: .milliseconds(2)) }
        }

        @Test("A refused thread is an error")
        func refusedThread() async throws {
            let transport = CurlTransport(
                loop: CurlLoop { _ throws(SystemError) in throw SystemError("there are too many") })
            let text = await updateError { try await transport.send(request()) }
            #expect(text.contains("another thread: there are too many"), "\(text)")
        }

        @Test("Interim answers, fields that occur twice and trailers are kept apart")
        func heads() async throws {
            answer(
                """
                HTTP/1.1 100 Continue\r\nETag: "interim"\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n\
                HTTP/1.1 200 OK\r\nX-Two: a\r\nx-two:  b \t\r\nX-Empty:\r\nTransfer-Encoding: chunked\r\n\r\n
                """, Self.chunked([1, 2, 3]))
            let response = try await CurlTransport().send(request())
            #expect(response.status == 200 && response.fields["x-two"] == "a, b" && response.fields["x-empty"] == "")
            #expect(response.fields["etag"] == nil && response.fields["link"] == nil)
            #expect(try await bytes(request()) == [1, 2, 3])
        }

        @Test(
            "TR11 A head that is not HTTP's ends the transfer",
            arguments: [
                "HTTP/1.1 0 OK", "HTTP/1.1 -1 OK", "HTTP/1.1 99 OK", "HTTP/1.1 600 OK", "HTTP/1.1 2000 OK",
                "HTTP/1.1 2147483648 OK", "HTTP/1.1 9223372036854775807 OK", "HTTP/1.1 18446744073709551616 OK",
                "HTTP/1.1 OK", "HTTP/1.1 101 Switching Protocols", "HTTP/1.1 200 OK\r\nno field",
                "HTTP/1.1 200 OK\r\nContent Length: 1", "HTTP/1.1 200 OK\r\n: 1", "HTTP/1.1 200 OK\r\nA: b\r\n c",
                "HTTP/0.9 hello", "hello",
            ])
        func badHead(_ head: String) async throws {
            answer("\(head)\r\n\r\n")
            let text = await updateError { try await bytes(request()) }
            #expect(!text.isEmpty)
        }

        @Test("TR11 A head has at most 64 KiB, in one field or in interim answers")
        func longHeads() async throws {
            for lines in [
                String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 5000) + "HTTP/1.1 200 OK",
                "HTTP/1.1 200 OK\r\nA: \(String(repeating: "a", count: 70_000))",
            ] {
                answer("\(lines)\r\n\r\n")
                #expect(await updateError { try await bytes(request()) }.contains("65536"))
            }
        }

        @Test("At most five redirects are followed, each to an allowed address, with the same range")
        func redirects() async throws {
            server.files["/6"] = Self.noise
            server.behavior = { request, file in
                guard file == nil, let number = Int(request.path.dropFirst()) else { return nil }
                return [.send(TestServer.response(302, ["Location": "./\(number + 1)"], []))]
            }
            let source = UpdateSource(
                base: try FeedBase("http://127.0.0.1:\(server.port)/"), channel: try FeedChannel("stable"),
                signers: try TrustedSigners(allowedSigners: TestSigner().line()))
            let fetcher = Fetcher(source: source, transport: CurlTransport(), server: source.base)
            func status(_ request: UpdateRequest) async throws -> Int { try await fetcher.answer(to: request).0.status }
            let (head, body) = try await fetcher.answer(to: request("/1", range: 5..<10))
            #expect(head.status == 206)
            #expect(try await body.reduce(into: []) { $0 += $1 } == Array(Self.noise[5..<10]))
            #expect(server.takeRequests().allSatisfy { $0.fields["range"] == "bytes=5-9" })
            #expect(try await status(request("/0")) == 302)
            for location in ["http://example.invalid/", "file:///etc/passwd", "ftp://127.0.0.1/", "//[", ""] {
                server.behavior = { request, _ in
                    [.send(TestServer.response(302, ["Location": location], []))]
                }
                _ = server.takeRequests()
                #expect(try await status(request()) == 302)
                #expect(location.isEmpty || server.takeRequests().count == 1)
            }
        }

        @Test("A request is not sent to an address that is not allowed")
        func badRequests() async throws {
            for url in ["file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1/", "nonsense", ""] {
                let request = UpdateRequest(url: url, allowsLoopback: true)
                #expect(!(await updateError { try await CurlTransport().send(request) }).isEmpty)
            }
            let unencrypted = UpdateRequest(url: request().url, allowsLoopback: false)
            #expect(!(await updateError { try await CurlTransport().send(unencrypted) }).isEmpty)
            #expect(server.takeRequests().isEmpty)
        }

        @Test("Hundreds of transfers at once share one thread")
        func many() async throws {
            server.files["/x"] = Array(Self.noise.prefix(100_000))
            let request = request()
            let right = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<200 {
                    group.addTask { try await self.bytes(request) == Array(Self.noise.prefix(100_000)) }
                }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(right == 200)
        }
    }
#endif
