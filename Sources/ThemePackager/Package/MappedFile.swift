import Foundation

/// A file's bytes where the system keeps them anyway.
final class MappedFile: Sendable {
    // Nobody writes to it.
    private nonisolated(unsafe) let bytes: UnsafeRawBufferPointer

    /// `nil` if the file cannot be mapped, as one that is empty.
    init?(at path: String) {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_size > 0,
            let start = mmap(nil, Int(status.st_size), PROT_READ, MAP_SHARED, descriptor, 0), start != MAP_FAILED
        else { return nil }
        bytes = UnsafeRawBufferPointer(start: start, count: Int(status.st_size))
    }

    deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }

    /// The bytes are there as long as `body` runs.
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        withExtendedLifetime(self) { body(bytes) }
    }

    /// Counts the first bytes as this process's memory no more. They can still be read.
    func letGo(first count: Int) {
        let whole = count - count % Int(getpagesize())
        madvise(UnsafeMutableRawPointer(mutating: bytes.baseAddress), whole, MADV_DONTNEED)
    }
}
