import ThemeSystem
import ThemeModel

/// The bytes of a pack: a read-only mapping of its file, or a read-only copy. Writing to either ends the process.
///
/// `@unchecked Sendable`: between `init` and `deinit` this process only reads the memory.
package final class PackMemory: @unchecked Sendable {
    /// The bytes that are read at once.
    package static let partLength = 1 << 20

    let bytes: UnsafeRawBufferPointer
    /// `nil` if the bytes are not those of a file.
    package let identity: FileIdentity?

    /// The file may be closed or deleted afterwards.
    init(mapping file: borrowing PackFile, path: String) throws(ThemeError) {
        guard file.length > 0 else { throw .damaged(path: path, entry: nil, reason: "the file is empty") }
        guard let start = mmap(nil, file.length, PROT_READ, MAP_SHARED, file.descriptor, 0), start != MAP_FAILED else {
            throw .unreadable(path: path, reason: systemReason())
        }
        bytes = UnsafeRawBufferPointer(start: start, count: file.length)
        identity = file.identity
    }

    /// - Parameter receive: is called with each part as soon as it is in memory, and with `nil` at the end, also of a
    ///   failed reading. The parts are valid and do not change until that last call returns.
    package init(
        reading path: String, limit: Int = ReadingLimits().packBytes,
        _ receive: (UnsafeRawBufferPointer?) -> Void = { _ in }
    ) throws(ThemeError) {
        let file = try PackFile(path, limit: limit)
        identity = file.identity
        bytes = try Self.filled(count: file.length, path: path) { copy throws(ThemeError) in
            defer { receive(nil) }
            do throws(IncompleteRead) {
                for start in stride(from: 0, to: copy.count, by: Self.partLength) {
                    let range = start..<min(start + Self.partLength, copy.count)
                    let part = UnsafeMutableRawBufferPointer(rebasing: copy[range])
                    try readFully(file.descriptor, into: part)
                    receive(UnsafeRawBufferPointer(part))
                }
            } catch {
                let reason = error == .endOfFile ? "the file became shorter" : systemReason()
                throw .unreadable(path: path, reason: reason)
            }
        }
    }

    package init(copying source: some Collection<UInt8>, path: String) throws(ThemeError) {
        identity = nil
        bytes = try Self.filled(count: source.count, path: path) { copy in copy.copyBytes(from: source) }
    }

    /// Passes the bytes to a closure. The pointer is only valid during the call.
    package func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(self) {} }
        return try body(bytes)
    }

    deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), max(bytes.count, 1)) }

    private static func filled(
        count: Int, path: String, by fill: (UnsafeMutableRawBufferPointer) throws(ThemeError) -> Void
    ) throws(ThemeError) -> UnsafeRawBufferPointer {
        // mmap rejects length 0.
        let length = max(count, 1)
        guard let start = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0), start != MAP_FAILED
        else { throw .unreadable(path: path, reason: systemReason()) }
        #if os(Linux)
            // Large pages save most of the page faults, which take as long as reading the file.
            madvise(start, length, MADV_HUGEPAGE)
        #endif
        do throws(ThemeError) {
            try fill(UnsafeMutableRawBufferPointer(start: start, count: count))
        } catch {
            munmap(start, length)
            throw error
        }
        mprotect(start, length, PROT_READ)
        return UnsafeRawBufferPointer(start: start, count: count)
    }
}
