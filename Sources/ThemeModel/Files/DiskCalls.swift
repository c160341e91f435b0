import SystemCalls

/// The POSIX calls that write files. Tests replace them to make any call fail.
package struct DiskCalls: Sendable {
    package var create: @Sendable (_ path: String) -> Int32 = {
        open($0, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    }
    package var write: @Sendable (Int32, UnsafeRawPointer?, Int) -> Int = { SystemCalls.write($0, $1, $2) }
    package var synchronize: @Sendable (Int32) -> Int32 = { fsync($0) }
    package var synchronizeNames: @Sendable (_ folder: String) -> Void = { SystemCalls.synchronizeNames(in: $0) }
    package var rename: @Sendable (String, String) -> Int32 = { SystemCalls.rename($0, $1) }
    package var link: @Sendable (String, String) -> Int32 = { SystemCalls.link($0, $1) }
    package var unlink: @Sendable (String) -> Int32 = { SystemCalls.unlink($0) }
    package var rmdir: @Sendable (String) -> Int32 = { SystemCalls.rmdir($0) }

    package init() {}

    package func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }
}
