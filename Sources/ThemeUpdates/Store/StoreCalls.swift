import SystemCalls

/// The calls that write to a store. Tests replace them to make any call fail.
struct StoreCalls: Sendable {
    /// Opens a file, with a position at its end if it is not cut.
    var create: @Sendable (_ path: String, _ cuts: Bool) -> Int32 = { path, cuts in
        open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | (cuts ? O_TRUNC : O_APPEND), 0o644)
    }
    var write: @Sendable (Int32, UnsafeRawPointer?, Int) -> Int = { SystemCalls.write($0, $1, $2) }
    var synchronize: @Sendable (Int32) -> Int32 = { fsync($0) }
    var rename: @Sendable (String, String) -> Int32 = { SystemCalls.rename($0, $1) }
}
