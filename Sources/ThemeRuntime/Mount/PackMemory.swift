import Foundation
import ThemeModel

/// The bytes of a pack, for as long as anybody holds this: a mapping of its file, or a copy of it.
///
/// `@unchecked Sendable`: the buffer is made in `init` and released in `deinit`; in between nobody writes to it through
/// this process, and any number of threads may read what nobody writes.
final class PackMemory: @unchecked Sendable {
    let bytes: UnsafeRawBufferPointer
    private let isMapped: Bool
    /// The file that this came from; `nil` if there was none.
    let identity: FileIdentity?

    /// Maps a file, read-only. The file may be closed then; its name may vanish.
    init(mapping file: borrowing PackFile, path: String) throws(ThemeError) {
        guard file.length > 0 else { throw .damaged(path: path, entry: nil, reason: "the file is empty") }
        guard let start = mmap(nil, file.length, PROT_READ, MAP_SHARED, file.descriptor, 0), start != MAP_FAILED else {
            throw .unreadable(path: path, reason: PackFile.systemReason)
        }
        bytes = UnsafeRawBufferPointer(start: start, count: file.length)
        isMapped = true
        identity = file.identity
    }

    /// Copies a file.
    init(reading path: String, limit: Int = ReadingLimits().packBytes) throws(ThemeError) {
        let file = try PackFile(path, limit: limit)
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: file.length, alignment: 16)
        bytes = UnsafeRawBufferPointer(copy)
        isMapped = false
        identity = file.identity
        var done = 0
        while done < copy.count {
            let count = read(file.descriptor, copy.baseAddress.map { $0 + done }, copy.count - done)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                throw .unreadable(path: path, reason: count == 0 ? "the file became shorter" : PackFile.systemReason)
            }
            done += count
        }
    }

    /// Copies bytes that are in memory already.
    init(copying source: UnsafeRawBufferPointer) {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: source.count, alignment: 16)
        copy.copyMemory(from: source)
        bytes = UnsafeRawBufferPointer(copy)
        isMapped = false
        identity = nil
    }

    deinit {
        if isMapped {
            munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
        } else {
            bytes.deallocate()
        }
    }
}
