/// Constants of sockets, whose types and values differ between systems.
package enum SocketConstants {
    #if canImport(Glibc)
        package static let stream = Int32(SOCK_STREAM.rawValue)
        package static let sendingEnd = Int32(SHUT_WR)
    #else
        package static let stream = SOCK_STREAM
        package static let sendingEnd = SHUT_WR
    #endif

    /// The flags of `send`, so that a closed connection causes no signal. On Apple's systems, an option of the socket
    /// does that.
    #if canImport(Darwin)
        package static let sendFlags: Int32 = 0
    #else
        package static let sendFlags = Int32(MSG_NOSIGNAL)
    #endif
}
