import Foundation
import TestSupport

/// A server that counts connections.
final class Listener {
    private let socket: Int32
    let port: UInt16

    init() throws {
        (socket, port) = try LoopbackSocket.listening()
        _ = fcntl(socket, F_SETFL, O_NONBLOCK)
    }

    deinit { close(socket) }

    var connectionCount: Int {
        var count = 0
        while true {
            let connection = accept(socket, nil, nil)
            guard connection >= 0 else { return count }
            close(connection)
            count += 1
        }
    }
}
