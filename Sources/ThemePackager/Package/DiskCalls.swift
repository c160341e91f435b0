import Foundation

/// The calls by which packs get onto the disk, each as POSIX has it. Tests bring a disk that fails or dies at any of them.
struct DiskCalls: Sendable {
    /// Nothing may be there yet.
    var create: @Sendable (_ path: String) -> Int32 = {
        open($0, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    }
    var write: @Sendable (Int32, UnsafeRawPointer?, Int) -> Int = { Foundation.write($0, $1, $2) }
    var synchronize: @Sendable (Int32) -> Int32 = { fsync($0) }
    var rename: @Sendable (String, String) -> Int32 = { Foundation.rename($0, $1) }
    var link: @Sendable (String, String) -> Int32 = { Foundation.link($0, $1) }
    var unlink: @Sendable (String) -> Int32 = { Foundation.unlink($0) }
    var rmdir: @Sendable (String) -> Int32 = { Foundation.rmdir($0) }

    func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }
}

extension SinkProblem {
    /// What the last system call complained of.
    static func system() -> SinkProblem { SinkProblem(message: String(cString: strerror(errno))) }
}
