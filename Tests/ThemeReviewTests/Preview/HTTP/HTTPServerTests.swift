import Foundation
@testable import ThemeReview
import ThemeSystem
import TestSupport
import Testing
import ThemeProject

/// The server over real sockets.
@Suite struct HTTPServerTests {
    private static let large = [UInt8](repeating: 7, count: 3_000_000)

    private static func server(_ change: (inout HTTPTimeouts) -> Void = { _ in }) throws -> RunningServer {
        var timeouts = HTTPTimeouts()
        change(&timeouts)
        return try RunningServer(timeouts: timeouts) { request in
            switch request.path {
            case "/large": HTTPResponse(type: "image/png", body: large)
            case "/events": .events(first: ServerSentEvent(name: "hello", data: "1").text)
            default: HTTPResponse(type: "text/plain", body: "\(request.method) \(request.path)".utf8)
            }
        }
    }

    @Test("Responses have a length, a type and the fields that keep other sites out")
    func fields() throws {
        let server = try Self.server()
        let client = try HTTPClient(port: server.port)
        client.get("/page?x=1", host: "localhost:1")
        let response = try #require(client.response())
        #expect(response.status == 200)
        #expect(response.text == "GET /page")
        #expect(response.fields["x-content-type-options"] == "nosniff")
        #expect(response.fields["cross-origin-resource-policy"] == "same-origin")
        #expect(response.fields["referrer-policy"] == "no-referrer")
        #expect(response.fields["cache-control"] == "no-store")
        #expect(response.fields["access-control-allow-origin"] == nil)
        client.get("/large", host: "localhost:1", method: "HEAD")
        #expect(client.response(toHead: true)?.fields["content-length"] == "3000000")
        client.get("/large", host: "localhost:1")
        #expect(client.response()?.body == Self.large)
    }

    @Test(
        "A request that is not HTTP is refused, and the connection ends",
        arguments: [
            ("GET /\r\n\r\n", 400), ("GET / HTTP/1.1\nHost: x\n\n\r\n\r\n", 400), ("GET  / HTTP/1.1\r\n\r\n", 400),
            ("GET / HTTP/2.0\r\n\r\n", 505), ("GET / SMTP/1.1\r\n\r\n", 400), ("GET http://x/ HTTP/1.1\r\n\r\n", 400),
            ("* * *\r\n\r\n", 400), ("GET * HTTP/1.1\r\n\r\n", 400), ("\r\n\r\n\r\n", 400),
            ("G\u{0}T / HTTP/1.1\r\n\r\n", 400),
            ("GET /\u{0} HTTP/1.1\r\n\r\n", 400), ("GET /é HTTP/1.1\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost : x\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost x\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nA: b\r\n folded\r\n\r\n", 400), ("GET / HTTP/1.1\r\n: x\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nA: \u{0}\r\n\r\n", 400), ("GET / HTTP/1.1\r\nA: b\rc\r\n\r\n", 400),
            ("POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello", 413),
            ("GET / HTTP/1.1\r\nContent-Length: 0\r\nContent-Length: 3\r\n\r\n", 413),
            ("GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 413),
            ("GET / HTTP/1.1\r\nA: " + String(repeating: "a", count: 40_000) + "\r\n\r\n", 431),
            (String(repeating: "A", count: 200_000), 431),
            ("\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\r\n\r\n", 400), ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400),
        ])
    func malformed(request: String, status: Int) throws {
        let server = try Self.server()
        let client = try HTTPClient(port: server.port)
        client.send(request)
        #expect(client.response()?.status == status)
        #expect(client.isEnded)
    }

    @Test("Pipelined requests are answered in order")
    func pipelining() throws {
        let server = try Self.server()
        let client = try HTTPClient(port: server.port)
        client.send((0..<200).map { "GET /\($0) HTTP/1.1\r\nHost: x\r\n\r\n" }.joined())
        for number in 0..<200 { #expect(client.response()?.text == "GET /\(number)") }
    }

    @Test("A client that does not read its pipelined answers costs bounded memory, and gets them later")
    func unreadAnswers() throws {
        let server = try Self.server()
        let client = try HTTPClient(port: server.port)
        client.send(String(repeating: "GET /large HTTP/1.1\r\nHost: x\r\n\r\n", count: 100))
        let other = try HTTPClient(port: server.port)
        other.get("/", host: "x")
        #expect(other.response()?.status == 200)
        for _ in 0..<100 { #expect(client.response()?.body.count == 3_000_000) }
    }

    @Test("A request in single bytes is answered")
    func singleBytes() throws {
        let server = try Self.server()
        let client = try HTTPClient(port: server.port)
        for byte in "GET /slow HTTP/1.1\r\nHost: x\r\n\r\n" { client.send(String(byte)) }
        #expect(client.response()?.text == "GET /slow")
    }

    @Test("A request that never ends is refused after a while")
    func endlessRequest() throws {
        let server = try Self.server { $0.head = .milliseconds(150) }
        let client = try HTTPClient(port: server.port)
        var sent = 0
        while sent < 100, client.send("G") {
            sent += 1
            pause(for: .milliseconds(10))
        }
        #expect(client.response()?.status == 408)
        #expect(client.isEnded)
    }

    @Test("An idle connection ends after a while, an event stream does not")
    func idle() throws {
        let server = try Self.server { $0.idle = .milliseconds(150) }
        let (idle, stream) = (try HTTPClient(port: server.port), try HTTPClient(port: server.port))
        stream.get("/events", host: "x")
        #expect(stream.response(toHead: true)?.status == 200)
        #expect(stream.event() == "event: hello\ndata: 1\n\n")
        #expect(idle.isEnded)
        pause(for: .milliseconds(200))
        server.server.send(ServerSentEvent(name: "still", data: "here"))
        #expect(stream.event() == "event: still\ndata: here\n\n")
    }

    @Test("A client that has sent all still gets its answer")
    func halfClosed() throws {
        let server = try Self.server()
        let client = try HTTPClient(port: server.port)
        client.get("/large", host: "x")
        client.endSending()
        #expect(client.response()?.body.count == 3_000_000)
        #expect(client.isEnded)
    }

    @Test(
        "A connection ends when the client asks for it",
        arguments: ["Connection: close", "connection: Keep-Alive, Close"])
    func closing(line: String) throws {
        let server = try Self.server()
        let client = try HTTPClient(port: server.port)
        client.get("/", host: "x", line)
        #expect(client.response()?.status == 200)
        #expect(client.isEnded)
    }

    @Test("200 silent connections do not keep others from their answers")
    func silentConnections() throws {
        let server = try Self.server()
        let silent = try (0..<200).map { _ in try HTTPClient(port: server.port) }
        for client in silent { client.send("GET / HT") }
        let client = try HTTPClient(port: server.port)
        client.get("/", host: "x")
        #expect(client.response()?.status == 200)
        #expect(silent.count == 200)
    }

    @Test("Every stream gets every event, in order")
    func events() throws {
        let server = try Self.server()
        let clients = try (0..<20).map { _ in try HTTPClient(port: server.port) }
        for client in clients {
            client.get("/events", host: "x")
            #expect(client.response(toHead: true)?.fields["content-type"] == "text/event-stream")
            #expect(client.event() == "event: hello\ndata: 1\n\n")
        }
        for number in 0..<50 { server.server.send(ServerSentEvent(name: "change", data: "\(number)")) }
        for client in clients {
            for number in 0..<50 { #expect(client.event() == "event: change\ndata: \(number)\n\n") }
        }
    }

    @Test("Streams that go away, or are not read, do not stop the others")
    func deafStreams() throws {
        let server = try Self.server()
        let (reader, deaf) = (try HTTPClient(port: server.port), try HTTPClient(port: server.port))
        for client in [reader, deaf] {
            client.get("/events", host: "x")
            #expect(client.response(toHead: true)?.status == 200)
        }
        #expect(reader.event() != nil)
        let data = String(repeating: "x", count: 1_000_000)
        for _ in 0..<60 {
            let passing = try HTTPClient(port: server.port)
            passing.get("/events", host: "x")
            server.server.send(ServerSentEvent(name: "change", data: data))
            #expect(reader.event()?.utf8.count == data.utf8.count + 22)
        }
        #expect(deaf.countToEnd() < 50_000_000)
    }

    @Test("A client that goes away during a response does not stop the server")
    func vanishedClient() throws {
        let server = try Self.server()
        for _ in 0..<50 {
            let client = try HTTPClient(port: server.port)
            client.send(String(repeating: "GET /large HTTP/1.1\r\nHost: x\r\n\r\n", count: 3))
        }
        let client = try HTTPClient(port: server.port)
        client.get("/", host: "x")
        #expect(client.response()?.status == 200)
    }

    @Test("The oldest idle connection gives way to a new one, a busy connection never")
    func idleConnections() throws {
        let server = try Self.server()
        let half = try HTTPClient(port: server.port)
        let stream = try HTTPClient(port: server.port)
        half.send("GET /half HTTP/1.1\r\n")
        stream.get("/events", host: "x")
        #expect(stream.response(toHead: true)?.status == 200)
        var idle: [Int32] = []
        defer { for descriptor in idle { close(descriptor) } }
        for _ in 0..<300 { idle.append(try LoopbackSocket.connected(to: server.port)) }
        let client = try HTTPClient(port: server.port)
        client.get("/new", host: "x")
        #expect(client.response()?.text == "GET /new")
        half.send("Host: x\r\n\r\n")
        #expect(half.response()?.text == "GET /half")
        #expect(stream.event() != nil)
        // The server has closed the first one, and kept the last one.
        var byte: UInt8 = 0
        #expect(recv(idle[0], &byte, 1, 0) == 0)
        #expect(recv(idle[299], &byte, 1, Int32(MSG_DONTWAIT)) == -1)
    }

    @Test("A stopped server closes its connections and frees its port")
    func stopping() throws {
        let server = try Self.server()
        let client = try HTTPClient(port: server.port)
        client.get("/events", host: "x")
        #expect(client.response(toHead: true)?.status == 200)
        server.stop()
        _ = client.event()
        #expect(client.isEnded)
        _ = try ListeningSocket(port: server.port)
    }

    @Test("A port in use is an error for people")
    func portInUse() throws {
        let socket = try ListeningSocket(port: 0)
        let port = socket.port
        let error = #expect(throws: UserError.self) { _ = try ListeningSocket(port: port) }
        #expect(error?.message.contains(" \(port) ") == true && error?.hint?.contains("--port") == true)
        let sentence = error?.sentence.replacing("\(port)", with: "PORT")
        #expect(try Sentences.mismatch(sentence, of: "a port in use", in: "reviews") == nil)
        withExtendedLifetime(socket.port) {}
    }
}
