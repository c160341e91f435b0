/// Constants of sockets, whose types and values differ between systems.
package enum SocketConstants {
    #if canImport(Glibc)
        package static let stream = Int32(SOCK_STREAM.rawValue)
    #else
        package static let stream = SOCK_STREAM
    #endif

    /// The flags of `send`, so that a closed connection causes no signal. On Apple's systems, an option of the socket
    /// does that.
    #if canImport(Darwin)
        package static let sendFlags: Int32 = 0
    #else
        package static let sendFlags = Int32(MSG_NOSIGNAL)
    #endif
}
