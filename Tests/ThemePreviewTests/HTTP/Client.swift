import Foundation
import LoopbackServer
import SystemCalls
import TestSupport
import ThemeModel
import ThemeProject

/// A server on a thread of its own, which ends when this is freed.
final class RunningServer: Sendable {
    let server: HTTPServer
    let port: UInt16
    private let hasEnded = DispatchSemaphore(value: 0)

    init(timeouts: HTTPTimeouts = HTTPTimeouts(), _ handler: @escaping @Sendable (HTTPRequest) -> HTTPResponse) throws {
        let socket = try ListeningSocket(port: 0)
        let server = try HTTPServer(timeouts: timeouts)
        (self.server, port) = (server, socket.port)
        let hasEnded = hasEnded
        // The thread frees the socket, and with it the port, before the server counts as ended.
        let sockets = Lock<ListeningSocket?>(socket)
        Thread.detachNewThread {
            if let socket = sockets.withLock({ $0 }) { server.run(on: socket, handler) }
            sockets.withLock { $0 = nil }
            hasEnded.signal()
        }
    }

    func stop() {
        server.stop()
        hasEnded.wait()
    }

    deinit { server.stop() }
}

/// A client that sends any bytes.
final class Client {
    struct Response {
        var status = 0
        var fields: [String: String] = [:]
        var body: [UInt8] = []

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    private let descriptor: Int32
    private var received: [UInt8] = []

    init(port: UInt16, timeout: Int = 10) throws {
        descriptor = try LoopbackSocket.connected(to: port)
        var time = timeval(tv_sec: timeout, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    @discardableResult
    func send(_ text: String) -> Bool {
        Array(text.utf8).withUnsafeBytes { bytes in
            SystemCalls.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
        }
    }

    func get(_ path: String, host: String, method: String = "GET", _ lines: String...) {
        send("\(method) \(path) HTTP/1.1\r\nHost: \(host)\r\n" + lines.map { $0 + "\r\n" }.joined() + "\r\n")
    }

    func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Returns false at the end of the connection, and after the timeout.
    private func receive() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count > 0 { received += buffer[..<count] }
        return count > 0
    }

    /// `nil` if the server ends the connection without a response.
    func response(toHead: Bool = false) -> Response? {
        guard let head = receive(upTo: "\r\n\r\n") else { return nil }
        var response = Response()
        let lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
        response.status = Int(lines[0].split(separator: " ")[1]) ?? 0
        for line in lines.dropFirst() where !line.isEmpty {
            let parts = line.split(separator: ":", maxSplits: 1)
            response.fields[parts[0].lowercased()] = String(parts[1].dropFirst())
        }
        guard !toHead, let length = response.fields["content-length"].flatMap(Int.init) else { return response }
        while received.count < length { guard receive() else { return nil } }
        response.body = Array(received[..<length])
        received.removeFirst(length)
        return response
    }

    /// The next server-sent event, as its lines.
    func event() -> String? { receive(upTo: "\n\n").map { String(decoding: $0, as: UTF8.self) } }

    /// Whether the server ends the connection without sending more.
    var isEnded: Bool { countToEnd() == 0 }

    /// Reads until the connection ends.
    func countToEnd() -> Int {
        var count = 0
        repeat {
            count += received.count
            received = []
        } while receive()
        return count
    }

    private func receive(upTo mark: String) -> [UInt8]? {
        while true {
            if let range = Data(received).range(of: Data(mark.utf8)) {
                defer { received.removeFirst(range.upperBound) }
                return Array(received[..<range.upperBound])
            }
            guard receive() else { return nil }
        }
    }
}
