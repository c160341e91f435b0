import ContentHashing
import PackFormat
import ThemeModel

/// Writes entries with their headers, then the central directory, and computes the SHA-256 of everything.
struct AssemblyOutput {
    private static let capacity = 1 << 19

    private let write: (UnsafeRawBufferPointer) throws -> Void
    private let date: ArchiveDate
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 16)
    private var used = 0
    private var flushed = 0
    private var directory: ByteWriter
    private var hasher = ContentHasher()

    init(directoryLength: Int, date: ArchiveDate, _ write: @escaping (UnsafeRawBufferPointer) throws -> Void) {
        (self.write, self.date) = (write, date)
        directory = ByteWriter(reserving: directoryLength)
    }

    func deallocate() { buffer.deallocate() }

    mutating func add(_ path: String, _ data: [UInt8]) throws {
        try addHeader(ZipEntryDescription(path: path, length: data.count, crc: CRC32.value(of: data), date: date))
        try append(data)
    }

    mutating func add(
        _ path: String, _ part: PackAssembly.Part, count: Int, from source: any ReadableBytes
    ) throws {
        try addHeader(ZipEntryDescription(path: path, length: count, crc: part.checksum, date: date))
        guard part.offset >= 0, part.offset <= source.count, count <= source.count - part.offset else {
            throw DeltaError(source.path, "ends too early: it was cut")
        }
        var done = 0
        while done < count {
            if used == buffer.count { try flush() }
            let piece = min(count - done, buffer.count - used)
            try source.read(
                at: part.offset + done, into: UnsafeMutableRawBufferPointer(rebasing: buffer[used..<used + piece]))
            used += piece
            done += piece
        }
    }

    /// Writes the central directory and the end records. Returns the SHA-256 of all bytes.
    mutating func finish(entryCount: Int) throws -> ContentDigest {
        let start = flushed + used
        directory.addArchiveEnd(count: entryCount, directory: start..<start + directory.bytes.count)
        try append(directory.bytes)
        try flush()
        return hasher.digest
    }

    private mutating func addHeader(_ entry: ZipEntryDescription) throws {
        directory.addCentralHeader(of: entry, offset: flushed + used)
        var header = ByteWriter(reserving: ArchiveLayout.localHeaderLength + entry.path.utf8.count)
        header.addLocalHeader(of: entry)
        try append(header.bytes)
    }

    private mutating func append(_ bytes: [UInt8]) throws {
        try bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                if used == buffer.count { try flush() }
                let piece = rest.prefix(buffer.count - used)
                UnsafeMutableRawBufferPointer(rebasing: buffer[used..<used + piece.count])
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: piece))
                used += piece.count
                rest = rest.dropFirst(piece.count)
            }
        }
    }

    private mutating func flush() throws {
        let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<used])
        hasher.update(bytes)
        try write(bytes)
        flushed += used
        used = 0
    }
}
