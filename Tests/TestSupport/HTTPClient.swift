import Foundation

/// A connection to a server of this machine. It sends any bytes.
public final class HTTPClient {
    public struct Response {
        public var status = 0
        /// The names are in lower case.
        public var fields: [String: String] = [:]
        public var body: [UInt8] = []

        public var text: String { String(decoding: body, as: UTF8.self) }
    }

    private let descriptor: Int32
    private var received: [UInt8] = []

    /// - Parameter timeout: in seconds, of each wait for bytes.
    public init(port: UInt16, timeout: Int = 300) throws {
        descriptor = try LoopbackSocket.connected(to: port)
        var time = timeval(tv_sec: timeout, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    @discardableResult
    public func send(_ text: String) -> Bool {
        Array(text.utf8).withUnsafeBytes { bytes in
            sendto(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL), nil, 0) == bytes.count
        }
    }

    public func get(_ path: String, host: String, method: String = "GET", _ lines: String...) {
        get(path, host: host, method: method, lines)
    }

    public func get(_ path: String, host: String, method: String = "GET", _ lines: [String]) {
        send("\(method) \(path) HTTP/1.1\r\nHost: \(host)\r\n" + lines.map { $0 + "\r\n" }.joined() + "\r\n")
    }

    public func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Returns false at the end of the connection, and after the timeout.
    private func receive() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count > 0 { received += buffer[..<count] }
        return count > 0
    }

    /// Returns the next response; `nil` if the server ends the connection before its end.
    ///
    /// - Parameter isHead: whether the response has no body though it has a length.
    public func response(toHead isHead: Bool = false) -> Response? {
        guard let head = receive(upTo: "\r\n\r\n") else { return nil }
        var response = Response()
        let lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
        response.status = Int(lines[0].split(separator: " ")[1]) ?? 0
        for line in lines.dropFirst() where !line.isEmpty {
            let parts = line.split(separator: ":", maxSplits: 1)
            response.fields[parts[0].lowercased()] = String(parts[1].dropFirst())
        }
        guard !isHead, let length = response.fields["content-length"].flatMap(Int.init) else { return response }
        while received.count < length { guard receive() else { return nil } }
        response.body = Array(received[..<length])
        received.removeFirst(length)
        return response
    }

    /// Returns the lines of the next server-sent event.
    public func event() -> String? { receive(upTo: "\n\n").map { String(decoding: $0, as: UTF8.self) } }

    /// Whether the server ends the connection without sending more.
    public var isEnded: Bool { countToEnd() == 0 }

    /// Reads until the connection ends.
    public func countToEnd() -> Int {
        var count = 0
        repeat {
            count += received.count
            received = []
        } while receive()
        return count
    }

    private func receive(upTo mark: String) -> [UInt8]? {
        var searched = 0
        while true {
            if let range = Data(received[searched...]).range(of: Data(mark.utf8)) {
                let end = searched + range.upperBound
                defer { received.removeFirst(end) }
                return Array(received[..<end])
            }
            // The next bytes may complete the mark.
            searched = max(0, received.count - mark.utf8.count)
            guard receive() else { return nil }
        }
    }
}
