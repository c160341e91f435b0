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
