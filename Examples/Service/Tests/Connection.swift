import Foundation

/// A connection to the service. It blocks its thread. `URLSession` hides what is sent.
final class Connection: Sendable {
    private let socket: Int32

    /// - Parameter buffer: the size of the receive buffer. With a small one, a server cannot send a long answer at
    ///   once.
    init(port: Int, buffer: Int32? = nil) throws {
        #if canImport(Darwin)
            socket = Darwin.socket(AF_INET, SOCK_STREAM, 0)
        #else
            socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        #if canImport(Darwin)
            var noSignal: Int32 = 1
            setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &noSignal, socklen_t(MemoryLayout<Int32>.size))
        #endif
        if var buffer { setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &buffer, socklen_t(MemoryLayout<Int32>.size)) }
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let result = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw CocoaError(.fileReadUnknown) }
    }

    deinit { close(socket) }

    func send(_ text: String) throws {
        #if canImport(Darwin)
            let count = Darwin.send(socket, text, text.utf8.count, 0)
        #else
            let count = Glibc.send(socket, text, text.utf8.count, Int32(MSG_NOSIGNAL))
        #endif
        guard count == text.utf8.count else { throw CocoaError(.fileWriteUnknown) }
    }

    /// Ends the connection in one direction.
    func endRequests() { shutdown(socket, Int32(SHUT_WR)) }

    /// Sends a request, and reads its answer.
    func request(_ method: String, _ path: String, _ headers: [String: String] = [:]) throws -> Answer {
        let lines = ["\(method) \(path) HTTP/1.1", "Host: localhost"] + headers.map { "\($0): \($1)" }
        try send(lines.joined(separator: "\r\n") + "\r\n\r\n")
        return try readAnswer(hasBody: method != "HEAD")
    }

    func readAnswer(hasBody: Bool = true) throws -> Answer {
        var head: [UInt8] = []
        while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) { head += try read(1) }
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
        guard let status = lines[0].split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
            throw CocoaError(.fileReadCorruptFile)
        }
        let fields = lines.dropFirst().map { $0.split(separator: ":", maxSplits: 1) }
        let headers = Dictionary(
            fields.map { ($0[0].lowercased(), $0[1].trimmingCharacters(in: .whitespaces)) }, uniquingKeysWith: { $1 })
        let count = hasBody ? Int(headers["content-length"] ?? "0") ?? 0 : 0
        return Answer(status: status, headers: headers, body: Data(try read(count)))
    }

    private func read(_ count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let part = bytes.withUnsafeMutableBytes {
                recv(socket, $0.baseAddress?.advanced(by: filled), count - filled, 0)
            }
            // The time limit, or a connection that the other side has reset.
            guard part >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
            guard part > 0 else { throw CocoaError(.fileReadCorruptFile) }
            filled += part
        }
        return bytes
    }
}

struct Answer {
    let status: Int
    let headers: [String: String]
    let body: Data

    subscript(header: String) -> String? { headers[header.lowercased()] }
    var text: String { String(decoding: body, as: UTF8.self) }
}
