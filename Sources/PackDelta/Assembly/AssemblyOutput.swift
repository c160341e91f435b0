import ContentHashing
import PackFormat
import ThemeModel

/// Writes entries with their headers, then the central directory. Another thread computes the SHA-256 of everything.
struct AssemblyOutput {
    private static let pieceLength = 1 << 18
    private static let pieceCount = 10

    private let write: ([UInt8]) throws -> Void
    private let date: ArchiveDate
    private let hasher = BackgroundHasher()
    /// Buffers that are filled in turns. If the other thread still reads one, it is copied.
    private var pieces = [[UInt8]](repeating: [UInt8](repeating: 0, count: pieceLength), count: pieceCount)
    private var current = 0
    /// The bytes in the current buffer.
    private var used = 0
    private var flushed = 0
    private var directory: ByteWriter

    init(directoryLength: Int, date: ArchiveDate, _ write: @escaping ([UInt8]) throws -> Void) {
        (self.write, self.date) = (write, date)
        directory = ByteWriter(reserving: directoryLength)
    }

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
            if used == Self.pieceLength { try flush() }
            let range = used..<min(used + count - done, Self.pieceLength)
            try pieces[current].withUnsafeMutableBytes { piece in
                try source.read(at: part.offset + done, into: UnsafeMutableRawBufferPointer(rebasing: piece[range]))
            }
            used = range.upperBound
            done += range.count
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
        var rest = bytes[...]
        while !rest.isEmpty {
            if used == Self.pieceLength { try flush() }
            let part = rest.prefix(Self.pieceLength - used)
            pieces[current].withUnsafeMutableBytes { piece in
                UnsafeMutableRawBufferPointer(rebasing: piece[used..<used + part.count]).copyBytes(from: part)
            }
            used += part.count
            rest = rest.dropFirst(part.count)
        }
    }

    private mutating func flush() throws {
        let bytes = used == Self.pieceLength ? pieces[current] : Array(pieces[current][..<used])
        hasher.update(bytes)
        try write(bytes)
        flushed += used
        used = 0
        current = (current + 1) % Self.pieceCount
    }
}
