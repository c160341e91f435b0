import Foundation
import Synchronization
import Testing

@Suite("The service", .serialized)
struct ServiceTests {
    private static let image = "/themes/year/images/common/buttonImage?scale=2"
    private static let textPath = "/themes/year/settings/text"
    /// The answer for the text, which does not fit into the buffers of both sides.
    private static let text = "\"" + String(repeating: "0123456789abcdef", count: 240_000) + "\""
    private let packs: TestPacks

    init() throws {
        packs = try TestPacks()
        try packs.put(packs.build(0))
    }

    private func serviceWithText() async throws -> RunningService {
        try packs.put(packs.build(1, text: String(Self.text.dropFirst().dropLast())))
        return try await RunningService(packs.folder)
    }

    @Test("Images have their digest as strong entity tag; with it, a GET is answered by 304 and a HEAD has no body")
    func images() async throws {
        let service = try await RunningService(packs.folder)
        let answer = try service.get(Self.image)
        let expected = try TestPacks.image(0)
        #expect(answer.status == 200 && answer.body == expected && answer["Content-Type"] == "image/png")
        #expect(answer["Cache-Control"] == "no-cache" && answer["Accept-Ranges"] == "bytes")
        let tag = try #require(answer["ETag"])
        #expect(tag.wholeMatch(of: #/"[0-9a-f]{64}"/#) != nil)
        for condition in [tag, "\"other\", \(tag)", "W/\(tag)", "*"] {
            let unchanged = try service.get(Self.image, ["If-None-Match": condition])
            #expect(unchanged.status == 304 && unchanged.body.isEmpty && unchanged["ETag"] == tag)
        }
        for condition in ["\"other\"", "\"a,*,b\"", "\"other\", *"] {
            #expect(try service.get(Self.image, ["If-None-Match": condition]).status == 200, "\(condition)")
        }
        for (condition, status) in [(tag, 200), ("*", 200), ("W/\(tag)", 412), ("\"other\"", 412)] {
            #expect(try service.get(Self.image, ["If-Match": condition]).status == status, "\(condition)")
        }
        let head = try service.get(Self.image, method: "HEAD", ["Range": "bytes=0-1"])
        #expect(head.status == 200 && head.body.isEmpty && head["Content-Length"] == "\(expected.count)")
        let digest = tag.trimmingCharacters(in: ["\""])
        let immutable = try service.get("\(Self.image)&digest=\(digest)")
        #expect(immutable["Cache-Control"] == "public, max-age=31536000, immutable" && immutable.body == expected)
        #expect(try service.get("\(Self.image)&digest=\(digest.dropLast())0").status == 404)
    }

    @Test(
        "Ranges",
        arguments: [
            ("bytes=0-3", 206, 0..<4), ("bytes=850-", 206, 850..<853), ("bytes=-2", 206, 851..<853),
            ("bytes=853-", 416, nil), ("bytes=-0", 416, nil), ("bytes=0-1,4-5", 200, 0..<853),
            ("lines=1", 200, 0..<853),
        ])
    func ranges(_ header: String, _ status: Int, _ range: Range<Int>?) async throws {
        let service = try await RunningService(packs.folder)
        let answer = try service.get(Self.image, ["Range": header])
        let whole = try TestPacks.image(0)
        try #require(whole.count == 853)
        #expect(answer.status == status && answer.body == (range.map { whole[$0] } ?? Data()))
        switch status {
        case 206: #expect(answer["Content-Range"] == range.map { "bytes \($0.lowerBound)-\($0.upperBound - 1)/853" })
        case 416: #expect(answer["Content-Range"] == "bytes */853")
        default: #expect(answer["Content-Range"] == nil)
        }
        let tag = try #require(answer["ETag"])
        let same = try service.get(Self.image, ["Range": header, "If-Range": tag])
        #expect(same.status == status && same.body == answer.body)
        let other = try service.get(Self.image, ["Range": header, "If-Range": "\"other\""])
        #expect(other.status == 200 && other.body == whole)
    }

    @Test("Settings are JSON; what does not exist is 404 with a suggestion; health and version answer")
    func others() async throws {
        let service = try await RunningService(packs.folder)
        let color = try service.get("/themes/year/settings/Color.title")
        #expect(color.status == 200 && color.text == "\"FF0000\"" && color["ETag"]?.count == 66)
        #expect(try service.get("/themes/year/settings/Color").text == #"{"title":"FF0000"}"#)
        let rows = [
            ("/themes/year/images/comon/buttonImage", 404, "did you mean 'common/buttonImage'?"),
            ("/themes/yaer/images/common/buttonImage", 404, "there are [\"default\", \"year\"]"),
            ("/themes/year/images/common/buttonImage?scale=0", 400, "scales are 1 to 9"),
            ("/themes/year/images/common/buttonImage?scale=abc", 400, "scales are 1 to 9"),
            ("/themes/year/images/..%2F..%2Fetc/passwd", 404, ""), ("/themes/year/images/%00", 404, ""),
            ("/themes/year/settings/Color.tilte", 404, "did you mean 'Color.title'?"),
            ("/themes/year/images/%FF", 400, "not UTF-8"), ("/themes/%2e%2e/images/a", 404, "no theme '..'"),
            ("/themes/year/images//common/buttonImage", 404, "no such address"),
            ("/themes/year/images/common//buttonImage", 404, "no such address"),
            ("/themes/year/images/common/buttonImage/", 404, "no such address"),
            ("//themes/year/images/common/buttonImage", 404, "no such address"),
            ("/themes/year/settings/", 404, "no such address"), ("/", 404, "no such address"),
            ("/other", 404, ""), ("/health", 200, "ok"), ("/health/", 404, ""), ("//health", 404, ""),
            ("/themes/default/images/common/%62uttonImage", 200, "PNG"),
        ]
        for (path, status, text) in rows {
            let answer = try service.get(path)
            let body = String(decoding: answer.body.prefix(1000), as: UTF8.self)
            #expect(
                answer.status == status && (text.isEmpty || body.contains(text)), "\(path): \(answer.status) \(body)")
        }
        let long = try service.get("/themes/year/images/" + String(repeating: "x", count: 7000))
        #expect(long.status == 404 && long.text == "no such address\n" && long["X-Content-Type-Options"] == "nosniff")
        for path in ["/health", Self.image] {
            let connection = try Connection(port: service.port)
            try connection.send("GET \(path) HTTP/1.1\r\n\r\n")
            #expect(try connection.readAnswer().status == 400, "\(path) without Host")
        }
        let version = try service.get("/version").text
        #expect(version.contains(#""id":"default","version":"1.0.0"}"#))
        #expect(version.contains(#""id":"year","version":"1.0.0"}"#))
    }

    @Test("The answers of Examples/README.md are those of the service with the sample's packs")
    func transcript() async throws {
        let packs = try #require(ProcessInfo.processInfo.environment["THEMEPACK_PACKS"])
        let service = try await RunningService(packs)
        let page = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../README.md")
        let blocks = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n    $ curl ").dropFirst()
        #expect(blocks.count > 3)
        for block in blocks {
            let lines = block.components(separatedBy: "\n")
            let expected = lines.dropFirst().prefix { $0.hasPrefix("    ") }.map { String($0.dropFirst(4)) }
            let (curl, output) = (Process(), Pipe())
            curl.executableURL = URL(filePath: "/bin/sh")
            curl.arguments = ["-c", "curl " + lines[0].replacingOccurrences(of: ":8080/", with: ":\(service.port)/")]
            curl.standardOutput = output
            try curl.run()
            let found = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            #expect(found.split(separator: "\n").map(String.init) == expected, "curl \(lines[0])")
        }
    }

    @Test("Another method than GET and HEAD is 405 with the allowed ones, where the address exists")
    func methods() async throws {
        let service = try await RunningService(packs.folder)
        for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"] {
            for path in [Self.image, "/themes/year/settings/Color.title", "/health", "/version"] {
                let answer = try service.get(path, method: method)
                #expect(answer.status == 405 && answer["Allow"] == "GET, HEAD", "\(method) \(path): \(answer)")
                #expect(answer["ETag"] == nil && answer.text == "only GET and HEAD are allowed\n")
            }
            #expect(try service.get("/themes/year/images/other", method: method).status == 404)
        }
        // The connection still works.
        let connection = try Connection(port: service.port)
        let body = "POST \(Self.image) HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc"
        try connection.send(body)
        #expect(try connection.readAnswer().status == 405)
        #expect(try connection.request("GET", Self.image).status == 200)
    }

    @Test("Packs are replaced when the folder changes, and on SIGHUP; a damaged one is not", .timeLimit(.minutes(10)))
    func replacing() async throws {
        let service = try await RunningService(packs.folder)
        try packs.put(packs.build(1))
        try await service.wait(for: "/themes/year/settings/number") { $0.text == "1" }
        #expect(try service.get(Self.image).body == TestPacks.image(1))
        let next = try packs.build(2)
        try Data(contentsOf: URL(fileURLWithPath: next[1])).prefix(300)
            .write(to: URL(fileURLWithPath: "\(packs.folder)/year-1.2.0.themepack.zip"))
        service.signal(SIGHUP)
        try await Task.sleep(for: .milliseconds(1500))
        #expect(try service.get("/themes/year/settings/number").text == "1")
        try packs.put(next)
        service.signal(SIGHUP)
        try await service.wait(for: "/themes/year/settings/number") { $0.text == "2" }
        try packs.remove(2)
        try await service.wait(for: "/themes/year/settings/number") { $0.text == "1" }
    }

    @Test("No request fails or gets wrong bytes while packs are replaced", .timeLimit(.minutes(10)))
    func replacingUnderLoad() async throws {
        let service = try await RunningService(packs.folder)
        let versions = try (1...3).map { try packs.build($0) }
        let images = try Set((0..<3).map { try TestPacks.image($0) })
        let done = Done()
        let readers = DispatchGroup()
        // Half of the connections are kept, half of them are new for each request.
        for isKept in [true, true, false, false] {
            readers.enter()
            Thread.detachNewThread { [port = service.port] in
                defer { readers.leave() }
                do {
                    var connection = try Connection(port: port)
                    repeat {
                        if !isKept { connection = try Connection(port: port) }
                        let answer = try connection.request("GET", Self.image)
                        #expect(answer.status == 200 && images.contains(answer.body))
                    } while !done.flag.load(ordering: .relaxed)
                } catch {
                    Issue.record(error)
                }
            }
        }
        for round in 0..<60 {
            // Either the highest version appears, or it vanishes.
            if round % 2 == 0 { try packs.put(versions[round / 2 % 3]) } else { try packs.remove(round / 2 % 3 + 1) }
            service.signal(SIGHUP)
            try await Task.sleep(for: .milliseconds(10))
        }
        done.flag.store(true, ordering: .relaxed)
        readers.wait()
    }

    @Test("A request in progress is answered completely after SIGTERM; then the process ends", .timeLimit(.minutes(10)))
    func stopping() async throws {
        let service = try await serviceWithText()
        let connection = try Connection(port: service.port, buffer: 4096)
        try connection.send("GET \(Self.textPath) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        try await Task.sleep(for: .milliseconds(300))
        service.signal(SIGTERM)
        try await Task.sleep(for: .milliseconds(300))
        #expect(service.isRunning)
        let answer = try connection.readAnswer()
        #expect(answer.status == 200 && answer.text == Self.text)
        #expect(try await service.exitStatus() == 0)
    }

    @Test("Pipelined requests are answered in order", .timeLimit(.minutes(10)))
    func pipelined() async throws {
        let service = try await RunningService(packs.folder)
        let connection = try Connection(port: service.port)
        let paths = ["/version", Self.image, "/health", Self.image, "/themes/year/settings/number", Self.image]
        try connection.send(paths.map { "GET \($0) HTTP/1.1\r\nHost: localhost\r\n\r\n" }.joined())
        let types = try paths.map { _ in try connection.readAnswer()["Content-Type"] ?? "" }
        #expect(types.map { $0.prefix(5) } == ["appli", "image", "text/", "image", "appli", "image"])
    }

    @Test("The connection ends after `Connection: close`, after HTTP/1.0, and after what is not HTTP")
    func closing() async throws {
        let service = try await RunningService(packs.folder)
        let rows = [
            ("GET \(Self.image) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", 200),
            ("GET \(Self.image) HTTP/1.0\r\n\r\n", 200), ("GET http://localhost\(Self.image) HTTP/1.0\r\n\r\n", 200),
            ("GET \(Self.image) HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n", 200),
            ("GET \(Self.image) HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n", 400),
            ("GET http://localhost?/health HTTP/1.0\r\n\r\n", 404), ("hello\r\n\r\n", 400),
        ]
        for (request, status) in rows {
            let connection = try Connection(port: service.port)
            // A second request has no answer.
            try connection.send(request + request)
            let answer = try connection.readAnswer()
            #expect(answer.status == status && answer["Connection"] == "close", "\(request)")
            #expect(throws: CocoaError.self, "\(request)") { try connection.readAnswer() }
        }
    }

    @Test("Answers that a client does not read take no memory; it gets all of them", .timeLimit(.minutes(10)))
    func unread() async throws {
        let service = try await serviceWithText()
        let connection = try Connection(port: service.port, buffer: 65536)
        let count = 60
        let request = "GET \(Self.textPath) HTTP/1.1\r\nHost: localhost\r\n\r\n"
        try connection.send(String(repeating: request, count: count))
        // Nothing more is sent, but all is answered.
        connection.endRequests()
        // A service that does not wait would have made all answers by then.
        try await Task.sleep(for: .seconds(3))
        if let memory = service.memory { #expect(memory < 100 << 20) }
        for _ in 0..<count { #expect(try connection.readAnswer().text == Self.text) }
        if let memory = service.memory { #expect(memory < 100 << 20) }
    }

    @Test("Answers before what is not HTTP are complete, also when nobody reads them at once", .timeLimit(.minutes(10)))
    func answersBeforeErrors() async throws {
        let service = try await serviceWithText()
        let request = "GET \(Self.textPath) HTTP/1.1\r\nHost: localhost\r\n\r\n"
        for end in ["hello\r\n\r\n", "GET / HTTP/2.0\r\n\r\n", "GET /unfinished HTTP/1.1\r\nHost"] {
            for count in 1...2 {
                let connection = try Connection(port: service.port, buffer: 4096)
                try connection.send(String(repeating: request, count: count))
                try await Task.sleep(for: .milliseconds(50))
                try connection.send(end)
                try await Task.sleep(for: .milliseconds(50))
                try connection.send(String(repeating: "more", count: 10_000))
                connection.endRequests()
                for _ in 0..<count {
                    #expect(try connection.readAnswer().text == Self.text, "\(count) before \(end)")
                }
            }
        }
    }

    @Test("A client that still sends gets the whole answer before the connection ends", .timeLimit(.minutes(10)))
    func sendingClient() async throws {
        let service = try await serviceWithText()
        let connection = try Connection(port: service.port, buffer: 4096)
        try connection.send(
            "GET \(Self.textPath) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        let done = Done()
        let sender = DispatchGroup()
        sender.enter()
        Thread.detachNewThread {
            while !done.flag.load(ordering: .relaxed), (try? connection.send("more")) != nil { usleep(500) }
            sender.leave()
        }
        // Nearly all of the answer waits until it is read.
        try await Task.sleep(for: .milliseconds(100))
        let answer = Result { try connection.readAnswer() }
        done.flag.store(true, ordering: .relaxed)
        sender.wait()
        #expect(try answer.get().text == Self.text)
    }

    @Test("A client that waits for 100 gets it, and one that never reads does not keep the service")
    func waitingClients() async throws {
        let service = try await serviceWithText()
        let connection = try Connection(port: service.port, buffer: 4096)
        try connection.send(
            "PUT /health HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n")
        #expect(try connection.readAnswer().status == 100)
        try connection.send("abc")
        #expect(try connection.readAnswer().status == 405)
        try connection.send("GET \(Self.textPath) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        try await Task.sleep(for: .milliseconds(300))
        service.signal(SIGTERM)
        #expect(try await service.exitStatus() == 0)
        withExtendedLifetime(connection) {}
    }

    @Test("A port that is in use is an error with its reason")
    func usedPort() async throws {
        let service = try await RunningService(packs.folder)
        let (second, output) = (Process(), Pipe())
        second.executableURL = RunningService.program
        second.arguments = ["--port", "\(service.port)", packs.folder]
        second.standardOutput = FileHandle.nullDevice
        second.standardError = output
        try second.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        second.waitUntilExit()
        #expect(second.terminationStatus == 1 && text.contains("ThemeService: "), "\(text)")
        #expect(text.contains("Address already in use") && !text.contains("Fatal"), "\(text)")
    }

    @Test("SIGTERM ends the service while connections are open", .timeLimit(.minutes(10)))
    func idle() async throws {
        let service = try await RunningService(packs.folder)
        let connection = try Connection(port: service.port)
        #expect(try connection.request("GET", Self.image).status == 200)
        service.signal(SIGTERM)
        #expect(try await service.exitStatus() == 0)
        withExtendedLifetime(connection) {}
    }
}

/// Ends the readers.
private final class Done: Sendable {
    let flag = Atomic(false)
}
