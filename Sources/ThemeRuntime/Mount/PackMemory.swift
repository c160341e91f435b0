import Foundation
import ThemeModel

/// The bytes of a pack, for as long as anybody holds this: a mapping of its file, or a copy of it. Neither can be written to
/// through this process: an attempt ends it, rather than changing bytes that were checked.
///
/// `@unchecked Sendable`: the buffer is made in `init` and released in `deinit`; in between nobody writes to it through
/// this process, and any number of threads may read what nobody writes.
final class PackMemory: @unchecked Sendable {
    let bytes: UnsafeRawBufferPointer
    /// The file that this came from; `nil` if there was none.
    let identity: FileIdentity?

    /// Maps a file, read-only. The file may be closed then; its name may vanish.
    init(mapping file: borrowing PackFile, path: String) throws(ThemeError) {
        guard file.length > 0 else { throw .damaged(path: path, entry: nil, reason: "the file is empty") }
        guard let start = mmap(nil, file.length, PROT_READ, MAP_SHARED, file.descriptor, 0), start != MAP_FAILED else {
            throw .unreadable(path: path, reason: PackFile.systemReason)
        }
        bytes = UnsafeRawBufferPointer(start: start, count: file.length)
        identity = file.identity
    }

    /// Copies a file.
    init(reading path: String, limit: Int = ReadingLimits().packBytes) throws(ThemeError) {
        let file = try PackFile(path, limit: limit)
        identity = file.identity
        bytes = try Self.filled(count: file.length, path: path) { copy throws(ThemeError) in
            var done = 0
            while done < copy.count {
                let count = read(file.descriptor, copy.baseAddress.map { $0 + done }, copy.count - done)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else {
                    let reason = count == 0 ? "the file became shorter" : PackFile.systemReason
                    throw .unreadable(path: path, reason: reason)
                }
                done += count
            }
        }
    }

    /// Copies bytes that are in memory already.
    init(copying source: UnsafeRawBufferPointer, path: String) throws(ThemeError) {
        identity = nil
        bytes = try Self.filled(count: source.count, path: path) { copy in copy.copyMemory(from: source) }
    }

    deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), max(bytes.count, 1)) }

    /// Memory that can be read alone, once it is filled.
    private static func filled(
        count: Int, path: String, by fill: (UnsafeMutableRawBufferPointer) throws(ThemeError) -> Void
    ) throws(ThemeError) -> UnsafeRawBufferPointer {
        // There are no mappings of no bytes.
        let length = max(count, 1)
        guard let start = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0), start != MAP_FAILED
        else { throw .unreadable(path: path, reason: PackFile.systemReason) }
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
