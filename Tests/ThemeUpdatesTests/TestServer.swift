import ThemeModel
import Foundation
import PackFormat
import ThemeSystem
import TestSupport

/// A server of files in memory, which misbehaves as a test wants.
final class TestServer: Sendable {
    struct Request: Sendable {
        /// Without the query.
        var path: String
        var query = ""
        /// By names in lower case.
        var fields: [String: String]

        var acceptsGzip: Bool { fields["accept-encoding"] == "gzip" }

        /// The requested bytes of a file.
        func range(of count: Int) -> Range<Int>? {
            guard let value = fields["range"], value.hasPrefix("bytes=") else { return nil }
            let ends = value.dropFirst(6).split(separator: "-").compactMap { Int($0) }
            guard ends.count == 2, ends[0] < count, ends[0] <= ends[1] else { return nil }
            return ends[0]..<min(ends[1], count - 1) + 1
        }
    }

    enum Action: Sendable {
        case send([UInt8])
        /// Sends these bytes again and again, with a pause in milliseconds, until the client ends the connection.
        case repeatedly([UInt8], pause: Int)
        /// Says nothing until the client ends the connection.
        case wait
        /// Ends the connection with a reset.
        case reset
    }

    /// Returns `nil` to answer as a good server does.
    typealias Behavior = @Sendable (Request, _ file: [UInt8]?) -> [Action]?

    private struct State {
        var files: [String: [UInt8]] = [:]
        var behavior: Behavior?
        var requests: [Request] = []
        var endedFloods = 0
        var isStopped = false
    }

    let port: UInt16
    private let listener: Int32
    private let state = Lock(State())

    init() throws {
        let (descriptor, port) = try LoopbackSocket.listening()
        (listener, self.port) = (descriptor, port)
        let handle: @Sendable (Int32) -> Void = { [weak self] socket in self?.answer(socket) }
        Thread.detachNewThread {
            while true {
                let socket = accept(descriptor, nil, nil)
                guard socket >= 0 else {
                    close(descriptor)
                    return
                }
                Thread.detachNewThread {
                    handle(socket)
                    close(socket)
                }
            }
        }
    }

    deinit {
        state.withLock { $0.isStopped = true }
        // Its thread closes it. Before that, another server could get the same number.
        shutdown(listener, Int32(SHUT_RDWR))
    }

    var files: [String: [UInt8]] {
        get { state.withLock { $0.files } }
        set { state.withLock { $0.files = newValue } }
    }

    var behavior: Behavior? {
        get { state.withLock { $0.behavior } }
        set { state.withLock { $0.behavior = newValue } }
    }

    /// The times that a client has ended ``Action/repeatedly(_:pause:)``.
    var endedFloods: Int { state.withLock { $0.endedFloods } }

    /// The requests since the last call.
    func takeRequests() -> [Request] {
        state.withLock { state in
            defer { state.requests = [] }
            return state.requests
        }
    }

    private func answer(_ socket: Int32) {
        var (received, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 4096))
        while !String(decoding: received, as: UTF8.self).contains("\r\n\r\n") {
            let count = recv(socket, &buffer, buffer.count, 0)
            guard count > 0 else { return }
            received += buffer[..<count]
        }
        let lines = String(decoding: received, as: UTF8.self).components(separatedBy: "\r\n")
        let words = lines[0].split(separator: " ")
        guard words.count == 3 else { return }
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2 {
                fields[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
            }
        }
        let parts = words[1].split(separator: "?", maxSplits: 1).map(String.init) + [""]
        let request = Request(path: parts[0], query: parts[1], fields: fields)
        let (file, behavior) = state.withLock { state in
            state.requests.append(request)
            return (state.files[request.path], state.behavior)
        }
        for action in behavior?(request, file) ?? [.send(Self.good(request, file))] where !perform(action, socket) {
            return
        }
        // Linux resets a connection that was closed before its client reads for some time: a zero window is probed
        // only eight times then.
        shutdown(socket, Int32(SHUT_WR))
        while recv(socket, &buffer, buffer.count, 0) > 0 {}
    }

    /// Returns `false` if the connection has ended.
    private func perform(_ action: Action, _ socket: Int32) -> Bool {
        switch action {
        case .send(let bytes): return send(bytes, socket)
        case .repeatedly(let bytes, let pause):
            while send(bytes, socket), !state.withLock({ $0.isStopped }) {
                if pause > 0 { ThemeSystem.pause(for: .milliseconds(pause)) }
            }
            state.withLock { $0.endedFloods += 1 }
            return false
        case .wait:
            var byte: UInt8 = 0
            _ = recv(socket, &byte, 1, 0)
            return false
        case .reset:
            var option = linger(l_onoff: 1, l_linger: 0)
            setsockopt(socket, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
            return false
        }
    }

    private func send(_ bytes: [UInt8], _ socket: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                ThemeSystem.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    static func tag(_ file: [UInt8]) -> String { "\"\(ContentDigest(of: file).description.prefix(16))\"" }

    /// The answer of a server that follows RFC 9110, and compresses for a client that asks for it.
    static func good(_ request: Request, _ file: [UInt8]?, tag: String? = nil) -> [UInt8] {
        guard let file else { return response(404, [:], Array("nothing\n".utf8)) }
        let tag = tag ?? Self.tag(file)
        let fields = ["ETag": tag, "Accept-Ranges": "bytes"]
        if request.acceptsGzip { return response(200, ["Content-Encoding": "gzip"], gzip(file)) }
        guard let range = request.range(of: file.count), request.fields["if-range"].map({ $0 == tag }) ?? true else {
            return response(200, fields, file)
        }
        let contentRange = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(file.count)"
        return response(206, fields.merging(["Content-Range": contentRange]) { $1 }, Array(file[range]))
    }

    /// A gzip file of stored blocks. https://www.rfc-editor.org/rfc/rfc1952
    static func gzip(_ bytes: [UInt8]) -> [UInt8] {
        func little(_ number: UInt32, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> UInt32(8 * $0)) }
        }
        var file: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(block.count)
            file += [rest.isEmpty ? 1 : 0] + little(UInt32(block.count), 2) + little(~UInt32(block.count), 2) + block
        } while !rest.isEmpty
        return file + little(CRC32.value(of: bytes), 4) + little(UInt32(bytes.count), 4)
    }

    /// The start of a gzip stream of zeros, of which 2.6 MB inflate to 413 MB.
    /// https://www.rfc-editor.org/rfc/rfc1951
    static let bomb: [UInt8] = {
        // A match of 258 bytes at the distance 1 has 13 bits: 11000101 for the length, 00000 for the distance. Eight
        // matches have whole bytes, so the bytes repeat, also with an offset of 11 bits.
        var bits: [UInt8] = [1, 1, 0] + [0, 0, 1, 1, 0, 0, 0, 0]
        for _ in 0..<16 { bits += [1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0] }
        let bytes = stride(from: 0, to: bits.count / 8 * 8, by: 8).map { start in
            (0..<8).reduce(UInt8(0)) { $0 | bits[start + $1] << $1 }
        }
        let period = Array(bytes[2..<15])
        return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + bytes[..<2] + (0..<200_000).flatMap { _ in period }
    }()

    /// - Parameter length: the `Content-Length`; `nil` for the right one.
    static func response(_ status: Int, _ fields: [String: String], _ body: [UInt8], length: Int? = nil) -> [UInt8] {
        var head = "HTTP/1.1 \(status) Status\r\nConnection: close\r\nContent-Length: \(length ?? body.count)\r\n"
        for (name, value) in fields { head += "\(name): \(value)\r\n" }
        return Array((head + "\r\n").utf8) + body
    }
}
