import ThemeSystem

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
    init(mapping file: borrowing RegularFile, path: String) throws(ThemeError) {
        guard file.length > 0 else { throw .damaged(path: path, entry: nil, reason: "the file is empty") }
        guard let start = mmap(nil, file.length, PROT_READ, MAP_SHARED, file.descriptor, 0), start != MAP_FAILED else {
            throw .unreadable(path: path, reason: systemReason())
        }
        bytes = UnsafeRawBufferPointer(start: start, count: file.length)
        identity = FileIdentity(file.status)
    }

    /// - Parameter receive: is called with each part as soon as it is in memory, and with `nil` at the end, also of a
    ///   failed reading. The parts are valid and do not change until that last call returns.
    package init(
        reading path: String, limit: Int = ReadingLimits().packBytes,
        _ receive: (UnsafeRawBufferPointer?) -> Void = { _ in }
    ) throws(ThemeError) {
        let file = try RegularFile.pack(path, limit: limit)
        identity = FileIdentity(file.status)
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

/// The way in which a pack's bytes are stored and checked. Every mode checks the index: its header at mount, and each
/// block at the first look-up in it.
public enum MountMode: Hashable, Sendable, CaseIterable {
    /// The file is mapped. The SHA-256 of an entry is checked at its first read.
    ///
    /// Cost of mounting: some system calls, whatever the number of images. The file can be deleted, or replaced by a
    /// rename. It must not be truncated or overwritten in place: a read beyond its new end raises `SIGBUS`, and checked
    /// bytes may change. If others can write to it, use ``resident``.
    case checkedWhenRead
    /// As ``checkedWhenRead``, but the whole index and all entries are checked at mount. Cost: SHA-256 over the file.
    case checkedAtMount
    /// The file is mapped, and no digest is checked. Use it for a pack that was verified at installation, in a folder
    /// that only the installer can write to.
    case trusted
    /// The file is copied into memory that no other process shares, and the copy is checked at mount. Later changes on
    /// disk have no effect.
    case resident

    var isMapped: Bool { self != .resident }
    package var checksAtMount: Bool { self == .checkedAtMount || self == .resident }
}

/// The limits for reading packs. A pack that was built with larger limits in `themepack.json` needs larger ones here.
public struct ReadingLimits: Hashable, Sendable {
    /// Bytes of a pack. The default is the largest size of the format.
    public var packBytes = Int(clamping: FormatLimits.packBytes)
    /// Bytes of a settings file.
    public var settingsBytes = 4_194_304
    /// Levels of objects and lists in a settings file, at most 128.
    public var settingsDepth = 32
    /// Bytes of all key paths of a settings file. Each member repeats the path of its parents.
    public var keyPathBytes = 16_777_216

    /// The default limits, which are those of a project.
    public init() {}
}
