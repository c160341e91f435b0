import SystemCalls
import ThemeProject

/// Wakes a thread that waits in `poll`, through a pipe.
final class Alarm: Sendable {
    /// Readable after ``ring()``.
    let descriptor: Int32
    private let writer: Int32

    init() throws(UserError) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else {
            throw UserError("a pipe cannot be created: \(systemReason())")
        }
        (descriptor, writer) = (ends[0], ends[1])
        setNonblocking(descriptor)
        setNonblocking(writer)
    }

    deinit {
        close(descriptor)
        close(writer)
    }

    /// A full pipe has rung already.
    func ring() {
        var byte: UInt8 = 1
        _ = retryingOnInterrupt { write(writer, &byte, 1) }
    }

    func reset() {
        var bytes: (UInt64, UInt64) = (0, 0)
        while retryingOnInterrupt({ read(descriptor, &bytes, 16) }) > 0 {}
    }
}
