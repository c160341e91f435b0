import ThemeSystem
import ThemeModel
import TestSupport
import Testing
import ThemeTrust

@testable import ThemeUpdates

/// Answers of a server that misbehaves, and connections that are cut.
@Suite(.serialized)
struct AnswerAttackTests {
    private static let path = "/app/" + FeedFile.address(of: ContentDigest(of: UpdateAttack.newPack))

    /// An attack on the answer for the pack.
    private static func onPack(
        _ name: String, error: String? = nil, version: String? = "1.0.0",
        _ answer: @escaping @Sendable (TestServer.Request, [UInt8]) -> [TestServer.Action]
    ) -> UpdateAttack {
        UpdateAttack(
            testDescription: name, version: version, error: error,
            behavior: { request, file in request.path == path ? file.map { answer(request, $0) } : nil })
    }

    /// An attack on the answer for any file.
    private static func onAll(
        _ name: String, error: String? = nil, version: String? = "1.0.0",
        _ answer: @escaping @Sendable (TestServer.Request, [UInt8]) -> [TestServer.Action]
    ) -> UpdateAttack {
        UpdateAttack(
            testDescription: name, version: version, error: error,
            behavior: { request, file in answer(request, file ?? []) })
    }

    #if os(Linux)
        private static let endlessHead = "65536"
    #else
        private static let endlessHead = "too slowly"
    #endif

    static let answers: [UpdateAttack] = [
        onPack("reset before an answer", error: "unreachable") { _, _ in [.reset] },
        onPack("cut in the head", error: "unreachable") { _, _ in [.send(Array("HTTP/1.1 200 O".utf8))] },
        onPack("200 for 206", version: "1.1.0") { request, file in
            var request = request
            request.fields["range"] = nil
            return [.send(TestServer.good(request, file))]
        },
        onPack("another range", version: nil) { request, file in
            guard request.range(of: file.count) != nil else { return [.send(TestServer.response(200, [:], file))] }
            return [.send(TestServer.response(206, ["Content-Range": "bytes 0-9/\(file.count)"], Array(file[..<10])))]
        },
        onPack("a range without its field") { _, file in [.send(TestServer.response(206, [:], file))] },
        onPack("416", error: "answered 416") { _, _ in [.send(TestServer.response(416, [:], []))] },
        onPack("404", error: "answered 404") { _, _ in [.send(TestServer.response(404, [:], []))] },
        onPack("500", error: "answered 500") { _, _ in [.send(TestServer.response(500, [:], []))] },
        onPack("gzip though identity was asked", error: "") { _, file in
            [.send(TestServer.response(200, ["Content-Encoding": "gzip"], file))]
        },
        onPack("a body that is really compressed", error: "is compressed") { _, file in
            [.send(TestServer.response(200, ["Content-Encoding": "gzip"], TestServer.gzip(file)))]
        },
        onPack("an endless body", error: "should") { _, _ in
            [
                .send(Array("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".utf8)),
                .repeatedly([UInt8](repeating: 7, count: 10_000), pause: 0),
            ]
        },
        onAll("an endless feed", error: "unusableAnswer") { _, _ in
            [
                .send(Array("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".utf8)),
                .repeatedly([UInt8](repeating: 7, count: 10_000), pause: 0),
            ]
        },
        onPack("an endless head", error: endlessHead) { _, _ in
            [
                .send(Array("HTTP/1.1 200 OK\r\n".utf8)),
                .repeatedly(Array("X-Filler: 0123456789012345678901234567890123456789\r\n".utf8), pause: 1),
            ]
        },
        onPack("silence", error: "too slowly") { _, _ in [.wait] },
        onPack("silence after the head", error: "too slowly") { _, _ in
            [.send(Array("HTTP/1.1 200 OK\r\nContent-Length: \(UpdateAttack.newPack.count)\r\n\r\n".utf8)), .wait]
        },
        onPack("a slow drip", error: "too slowly") { request, file in
            [
                .send(Array("HTTP/1.1 200 OK\r\nContent-Length: \(file.count)\r\n\r\n".utf8)),
                .repeatedly([7], pause: 30),
            ]
        },
        onPack("a redirect to itself", error: "") { request, _ in
            [.send(TestServer.response(302, ["Location": request.path], []))]
        },
        onPack("a redirect to another host without encryption", error: "answered 302") { _, _ in
            [.send(TestServer.response(302, ["Location": "http://example.invalid/x"], []))]
        },
        onPack("a redirect to a file", error: "") { _, _ in
            [.send(TestServer.response(302, ["Location": "file:///etc/hostname"], []))]
        },
        onPack("a longer body", error: "bytes") { _, file in [.send(TestServer.response(200, [:], file + [0]))] },
        onPack("a shorter body", error: "bytes") { _, file in
            [.send(TestServer.response(200, [:], Array(file.dropLast())))]
        },
        onPack("a shorter body than its head says", error: "") { _, file in
            [.send(TestServer.response(200, [:], Array(file.dropLast()), length: file.count))]
        },
        onPack("the right length and wrong bytes", error: "another SHA-256") { _, file in
            var wrong = file
            wrong[wrong.count / 2] ^= 1
            return [.send(TestServer.response(200, [:], wrong))]
        },
        onPack("an old pack in place of the new one", error: "") { _, file in
            let old = (try? UpdateSite.pack("year", "0.9.0")) ?? []
            return [.send(TestServer.response(200, [:], Array((old + file).prefix(file.count))))]
        },
        onAll("no signature", error: "answered 404") { request, file in
            [.send(request.path.hasSuffix(".sig") ? TestServer.response(404, [:], []) : TestServer.good(request, file))]
        },
        onAll("a signature that is none", error: "refused") { request, file in
            let text = Array("<html>Please log in</html>".utf8)
            return [
                .send(
                    request.path.hasSuffix(".sig")
                        ? TestServer.response(200, [:], text) : TestServer.good(request, file))
            ]
        },
        onAll("a changed feed", error: "refused") { request, file in
            var file = file
            if request.path.hasSuffix(".json") { file[file.count / 2] ^= 1 }
            return [.send(TestServer.good(request, file))]
        },
    ]

    /// An attack on the answer for the feed, which can be compressed.
    private static func onFeed(
        _ name: String, error: String?, coding: String = "gzip", version: String? = "1.0.0",
        endlessly piece: [UInt8] = [], _ body: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) -> UpdateAttack {
        UpdateAttack(
            testDescription: name, version: version, error: error,
            behavior: { request, file in
                guard request.path == "/app/feed.json", let file else { return nil }
                if piece.isEmpty { return [.send(TestServer.response(200, ["Content-Encoding": coding], body(file)))] }
                let head = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Encoding: \(coding)\r\n\r\n"
                return [.send(Array(head.utf8) + body(file)), .repeatedly(piece, pause: 0)]
            })
    }

    /// The head of a gzip file. https://www.rfc-editor.org/rfc/rfc1952
    private static func gzipHead(flags: UInt8 = 0) -> [UInt8] { [0x1F, 0x8B, 8, flags, 0, 0, 0, 0, 0, 3] }

    static let codings: [UpdateAttack] = [
        onFeed("gzip", error: nil, version: "1.1.0", TestServer.gzip),
        onFeed("as it is", error: nil, coding: "identity", version: "1.1.0") { $0 },
        onFeed("a bomb", error: "16777216 bytes") { _ in TestServer.bomb },
        onFeed("an endless bomb", error: "16777216 bytes", endlessly: Array(TestServer.bomb.suffix(1_300_000))) { _ in
            Array(TestServer.bomb.prefix(12))
        },
        onFeed("one byte too many", error: "16777216 bytes") { _ in
            TestServer.gzip([UInt8](repeating: 32, count: ThemeFeed.maximumByteCount + 1))
        },
        onFeed("a bomb in a bomb", error: "is compressed", coding: "gzip, gzip") {
            TestServer.gzip(TestServer.gzip($0))
        },
        onFeed("another coding", error: "is compressed", coding: "deflate") { $0 },
        onFeed("two codings", error: "is compressed", coding: "gzip, identity", TestServer.gzip),
        onFeed("brotli", error: "is compressed", coding: "br") { $0 },
        onFeed("not compressed", error: "unreachable") { $0 },
        onFeed("nothing", error: "") { _ in [] },
        onFeed("cut", error: "") { TestServer.gzip($0).dropLast($0.count / 2) },
        // The signature decides, where a version of libcurl does not.
        onFeed("without its end", error: nil, version: nil) { TestServer.gzip($0).dropLast(8) },
        onFeed("a wrong checksum", error: "") { TestServer.gzip($0).dropLast(8) + [UInt8](repeating: 7, count: 8) },
        onFeed("of another feed", error: "refused") { TestServer.gzip(Array($0.reversed())) },
        onFeed("empty blocks for ever", error: "too slowly", endlessly: [0, 0, 0, 0xFF, 0xFF]) { _ in gzipHead() },
        onFeed("a file name for ever", error: "too slowly", endlessly: [65]) { _ in gzipHead(flags: 8) },
    ]

    @Test(
        "TR11 No compression of a feed shows a wrong theme, takes more than 16 MB or stops updates", arguments: codings)
    func coding(_ attack: UpdateAttack) async throws {
        let site = try UpdateSite()
        try site.publish(["year": UpdateAttack.newPack])
        site.server.behavior = attack.behavior
        try await attack.run(on: site)
    }

    @Test("Only a feed is requested compressed")
    func asked() async throws {
        let site = try UpdateSite()
        try site.publish(["year": try UpdateSite.pack("year", "1.1.0", count: 40, side: 64)])
        let library = try site.library([UpdateSite.pack("default"), UpdateSite.pack(count: 40, side: 64)])
        try await site.updater(library).update()
        let requests = site.server.takeRequests()
        #expect(requests.contains { $0.fields["range"] != nil })
        for request in requests {
            let coding = request.path == "/app/feed.json" ? "gzip" : "identity"
            #expect(request.fields["accept-encoding"] == coding, "\(request)")
        }
    }

    @Test("TR11 No answer of a server makes an app show a wrong theme, or stops later updates", arguments: answers)
    func answer(_ attack: UpdateAttack) async throws {
        let site = try UpdateSite()
        try site.publish(["year": UpdateAttack.newPack])
        site.server.behavior = attack.behavior
        try await attack.run(on: site)
    }

    @Test("TR11 A connection that is cut at any byte leaves a whole theme, and the next update works")
    func cut() async throws {
        let length = TestServer.good(TestServer.Request(path: "", fields: [:]), UpdateAttack.newPack).count
        let cuts = Soak.isOn ? Array(stride(from: 0, to: length, by: 97)) : [0, 1, 20, 150, 300, 5000, length - 1]
        for cut in cuts {
            let site = try UpdateSite()
            try site.publish(["year": UpdateAttack.newPack])
            site.server.behavior = { request, file in
                request.path == Self.path ? [.send(Array(TestServer.good(request, file).prefix(cut)))] : nil
            }
            try await UpdateAttack(testDescription: "\(cut)", version: nil).run(on: site)
        }
    }

    @Test("TR11 A file that changes between two parts of a download is fetched anew")
    func changedFile() async throws {
        let site = try UpdateSite()
        try site.publish(["year": UpdateAttack.newPack])
        let isCut = Lock(false)
        site.server.behavior = { request, file in
            guard request.path == Self.path, let file else { return nil }
            let first = isCut.withLock { cut in
                defer { cut = true }
                return !cut
            }
            if first { return [.send(Array(TestServer.good(request, file, tag: "\"one\"").prefix(4000)))] }
            // It ignores If-Range and sends the rest of other bytes.
            let range = request.range(of: file.count) ?? 0..<file.count
            let fields = [
                "ETag": "\"two\"", "Content-Range": "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(file.count)",
            ]
            let zeros = [UInt8](repeating: 0, count: range.count)
            return [
                .send(
                    request.fields["range"] == nil
                        ? TestServer.good(request, file, tag: "\"two\"") : TestServer.response(206, fields, zeros))
            ]
        }
        try await UpdateAttack(testDescription: "changed", version: "1.1.0").run(on: site)
    }
}
