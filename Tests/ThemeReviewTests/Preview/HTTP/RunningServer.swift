import Foundation
import ThemeReview
import ThemeSystem
import ThemeModel

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
