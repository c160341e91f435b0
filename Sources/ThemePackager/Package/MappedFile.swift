import Foundation

/// A file's bytes where the system keeps them anyway.
final class MappedFile: Sendable {
    // Nobody writes to it.
    private nonisolated(unsafe) let bytes: UnsafeRawBufferPointer

    /// `nil` if it is no file that can be mapped.
    init?(at path: String, followsLinks: Bool = false) {
        let descriptor = open(path, O_RDONLY | (followsLinks ? 0 : O_NOFOLLOW) | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        let length = Int(status.st_size)
        // Nothing cannot be mapped.
        guard length > 0 else {
            bytes = UnsafeRawBufferPointer(start: nil, count: 0)
            return
        }
        guard let start = mmap(nil, length, PROT_READ, MAP_SHARED, descriptor, 0), start != MAP_FAILED else {
            return nil
        }
        bytes = UnsafeRawBufferPointer(start: start, count: length)
    }

    deinit { if !bytes.isEmpty { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) } }

    /// The bytes are there as long as `body` runs.
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        withExtendedLifetime(self) { body(bytes) }
    }

    /// Counts the first bytes, or all, as this process's memory no more. They can still be read.
    func letGo(first count: Int? = nil) {
        let count = count ?? bytes.count
        let whole = count - count % Int(getpagesize())
        madvise(UnsafeMutableRawPointer(mutating: bytes.baseAddress), whole, MADV_DONTNEED)
    }
}
