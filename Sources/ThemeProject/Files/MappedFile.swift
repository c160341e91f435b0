package import ThemeSystem

package final class MappedFile: Sendable {
    // `unsafe` is safe here: the mapping is read-only, and the buffer never changes.
    private nonisolated(unsafe) let bytes: UnsafeRawBufferPointer

    /// Returns `nil` if the file cannot be mapped, or is not a regular file.
    package init?(at path: String, links: LinkPolicy = .refuse) {
        guard let file = try? RegularFile(path, links: links) else { return nil }
        let length = file.length
        // mmap rejects length 0.
        guard length > 0 else {
            bytes = UnsafeRawBufferPointer(start: nil, count: 0)
            return
        }
        guard let start = mmap(nil, length, PROT_READ, MAP_SHARED, file.descriptor, 0), start != MAP_FAILED else {
            return nil
        }
        bytes = UnsafeRawBufferPointer(start: start, count: length)
    }

    deinit { if !bytes.isEmpty { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) } }

    package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        withExtendedLifetime(self) { body(bytes) }
    }

    /// Releases the memory of the first `count` bytes, or of all. The system reads them again when they are used.
    package func release(first count: Int? = nil) {
        let count = count ?? bytes.count
        let wholePages = count - count % Int(getpagesize())
        madvise(UnsafeMutableRawPointer(mutating: bytes.baseAddress), wholePages, MADV_DONTNEED)
    }
}
