/// The reason why fewer bytes were read than requested.
package enum IncompleteRead: Error {
    case endOfFile
    /// `errno` has the reason.
    case failed
}

/// Reads until `buffer` is full: from `offset`, or from the descriptor's position, which changes only then.
package func readFully(
    _ descriptor: Int32, at offset: Int? = nil, into buffer: UnsafeMutableRawBufferPointer
) throws(IncompleteRead) {
    var rest = buffer
    while !rest.isEmpty {
        let position = offset.map { off_t($0 + buffer.count - rest.count) }
        let count = retryingOnInterrupt {
            position.map { pread(descriptor, rest.baseAddress, rest.count, $0) }
                ?? read(descriptor, rest.baseAddress, rest.count)
        }
        guard count > 0 else { throw count == 0 ? .endOfFile : .failed }
        rest = UnsafeMutableRawBufferPointer(rebasing: rest[count...])
    }
}

/// Writes all bytes. Returns `false` if that failed; `errno` then has the reason. Tests replace `write`.
package func writeFully(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32,
    with write: (Int32, UnsafeRawPointer?, Int) -> Int = { write($0, $1, $2) }
) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
        let count = retryingOnInterrupt { write(descriptor, rest.baseAddress, rest.count) }
        guard count > 0 else { return false }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
    return true
}

/// Repeats a system call while signals interrupt it. If the result is negative, `errno` has the reason.
@inlinable
package func retryingOnInterrupt<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
        let result = call()
        if result >= 0 || errno != EINTR { return result }
    }
}

package func pause(for duration: Duration) {
    let (seconds, attoseconds) = duration.components
    var rest = timespec(tv_sec: time_t(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    // An interrupted nanosleep stores the rest of the time.
    _ = retryingOnInterrupt { withUnsafeMutablePointer(to: &rest) { nanosleep($0, $0) } }
}
