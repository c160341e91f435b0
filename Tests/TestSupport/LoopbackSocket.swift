import Foundation

/// TCP sockets of this machine. The caller closes them.
public enum LoopbackSocket {
    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    /// Returns a socket that listens at a free port.
    public static func listening() throws -> (descriptor: Int32, port: UInt16) {
        let descriptor = socket(AF_INET, streamType, 0)
        guard let port = bound(descriptor), listen(descriptor, 64) == 0 else {
            close(descriptor)
            throw Failure(description: "no port is free")
        }
        return (descriptor, port)
    }

    /// Returns a port at which no program listens. Another program can take it meanwhile.
    public static func freePort() throws -> UInt16 {
        let descriptor = socket(AF_INET, streamType, 0)
        defer { close(descriptor) }
        guard let port = bound(descriptor) else { throw Failure(description: "no port is free") }
        return port
    }

    /// Returns a connected socket.
    public static func connected(to port: UInt16) throws -> Int32 {
        let descriptor = socket(AF_INET, streamType, 0)
        var address = address(port)
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, length) }
        }
        guard status == 0 else {
            close(descriptor)
            throw Failure(description: "nothing listens at port \(port)")
        }
        return descriptor
    }

    /// Waits until a program listens at a port.
    public static func waitUntilListening(_ port: UInt16) throws {
        let listens = blockUntil {
            guard let socket = try? connected(to: port) else { return false }
            close(socket)
            return true
        }
        guard listens else { throw Failure(description: "no program listens at port \(port)") }
    }

    private static func bound(_ descriptor: Int32) -> UInt16? {
        var (address, length) = (address(0), length)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) == 0 ? getsockname(descriptor, address, &length) : -1
            }
        }
        return status == 0 ? UInt16(bigEndian: address.sin_port) : nil
    }

    private static func address(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    private static let length = socklen_t(MemoryLayout<sockaddr_in>.size)

    #if canImport(Darwin)
        private static let streamType = SOCK_STREAM
    #else
        private static let streamType = Int32(SOCK_STREAM.rawValue)
    #endif
}
