import Foundation
import ThemeModel

/// `.themepack/` beside `themepack.json`. What lies in it may be lost, damaged or written by anybody: a file is read only if
/// it is whole, and a folder that cannot be used is as good as none.
struct CacheFolder: Sendable {
    static let name = ".themepack"

    /// What a file starts with, before the XXH64 of all that follows. The number goes up with every change of the form.
    private static let mark = Array("themepack cache 3\n".utf8)
    /// Holds a million images.
    private static let sizeMax = 1 << 28

    let path: String

    /// The contents of a file; `nil` if it is not there or not as it was written.
    func read(_ name: String) -> ByteReader? {
        let folder = open(path, Self.folderFlags)
        guard folder >= 0 else { return nil }
        defer { close(folder) }
        let file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.sizeMax else {
            return nil
        }
        let size = Int(status.st_size)
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
            while filled < size {
                let count = Foundation.read(file, buffer.baseAddress.map { $0 + filled }, size - filled)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return }
                filled += count
            }
        }
        guard bytes.starts(with: Self.mark) else { return nil }
        var reader = ByteReader(bytes, from: Self.mark.count)
        guard let checksum = try? reader.number(UInt64.self), checksum == Self.checksum(of: bytes[reader.offset...])
        else { return nil }
        return reader
    }

    /// Puts a file into the folder in one step, and makes the folder if need be.
    func write(_ name: String, _ contents: [UInt8]) throws(CacheProblem) {
        if mkdir(path, 0o777) != 0, errno != EEXIST { throw .system("cannot be made") }
        // Not through a link: it could lead anywhere.
        let folder = open(path, Self.folderFlags)
        guard folder >= 0 else { throw .system("cannot be used") }
        defer { close(folder) }
        var status = stat()
        if fstatat(folder, Self.ignoreName, &status, AT_SYMLINK_NOFOLLOW) != 0 {
            try Self.place(Self.ignoreName, [Array("*\n".utf8)], in: folder)
        }
        var head = ByteWriter(Self.mark)
        head.add(Self.checksum(of: contents[...]))
        try Self.place(name, [head.bytes, contents], in: folder)
        // What was killed half-way leaves one behind.
        prune(Self.unfinishedPrefix, to: Self.unfinishedMax)
    }

    private static let ignoreName = ".gitignore"
    private static let unfinishedPrefix = "unfinished-"
    /// More runs than that are never at it at once.
    private static let unfinishedMax = 8

    /// Writes a file under another name, and gives it its own when it is whole.
    private static func place(_ name: String, _ parts: [[UInt8]], in folder: Int32) throws(CacheProblem) {
        let temporary = unfinishedPrefix + String(UInt64.random(in: .min ... .max), radix: 16)
        let file = openat(folder, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
        guard file >= 0 else { throw .system("cannot be written to") }
        defer { close(file) }
        do throws(CacheProblem) {
            for part in parts { try write(part, to: file) }
            guard renameat(folder, temporary, folder, name) == 0 else { throw .system("cannot be written to") }
        } catch {
            unlinkat(folder, temporary, 0)
            throw error
        }
    }

    /// Has a file be as good as none.
    func remove(_ name: String) { unlink("\(path)/\(name)") }

    /// Removes the oldest files whose names start with `prefix`, until at most `count` are left.
    func prune(_ prefix: String, to count: Int) {
        let disk = DiskFileSystem()
        let names = ((try? disk.entries(of: path)) ?? []).compactMap { String(validating: $0.name, as: UTF8.self) }
        let files = names.filter { $0.hasPrefix(prefix) }
            .map { (path: "\(path)/\($0)", time: disk.stamp(of: "\(path)/\($0)")?.modified ?? 0) }
        for file in files.sorted(by: { $0.time > $1.time }).dropFirst(count) { unlink(file.path) }
    }

    private static let folderFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC

    private static func checksum(of bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.withUnsafeBytes { XXHash64.hash($0) }
    }

    private static func write(_ bytes: [UInt8], to file: Int32) throws(CacheProblem) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                Foundation.write(file, $0.baseAddress.map { $0 + done }, $0.count - done)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .system("cannot be written to") }
            done += count
        }
    }
}

/// Why nothing is remembered. The work itself is not concerned.
public struct CacheProblem: Error, Sendable {
    public let message: String

    /// What the last system call complained of.
    fileprivate static func system(_ what: String) -> CacheProblem {
        CacheProblem(message: "\(CacheFolder.name) \(what): \(String(cString: strerror(errno)))")
    }
}
