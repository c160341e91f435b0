import SystemCalls

/// The two ends of a pipe or socket: this process's own, and the program's; -1 where there is none.
///
/// Programs that start later inherit neither.
struct Channel {
    private(set) var own: Int32 = -1
    private(set) var other: Int32 = -1

    /// Returns `false` if there are too many open files; `errno` has the reason.
    mutating func openPipe() -> Bool { open { pipe(&$0) } }

    mutating func openSocket() -> Bool {
        #if canImport(Darwin)
            let type = SOCK_STREAM
        #else
            let type = Int32(SOCK_STREAM.rawValue)
        #endif
        guard open({ socketpair(AF_UNIX, type, 0, &$0) }) else { return false }
        #if canImport(Darwin)
            var on: Int32 = 1
            setsockopt(own, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        #endif
        return true
    }

    func closeOwn() { if own >= 0 { close(own) } }

    func closeOther() { if other >= 0 { close(other) } }

    private mutating func open(_ create: (inout [Int32]) -> Int32) -> Bool {
        var ends: [Int32] = [-1, -1]
        guard create(&ends) == 0 else { return false }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (own, other) = (ends[0], ends[1])
        return true
    }
}
