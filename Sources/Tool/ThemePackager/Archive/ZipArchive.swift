import CPNGShim
import CZip
import PackFormat

// See docs/decisions/07-pack-is-a-zip.md. The only file that calls libzip.
/// An archive that libzip writes.
///
/// libzip asks for the data of one entry after the other, and gives the bytes of the archive. Version 1.7 writes the
/// local header of an entry before its data, and once more after it, when it has computed the CRC-32. So a piece of the
/// archive stays in memory until its last header is written. The piece already contains the data of its entries: libzip
/// reads it there, and fills in the headers.
final class ZipArchive {
    typealias NextPiece = () throws(UserError) -> LoadedPiece?
    typealias Append = ([UInt8]) throws(UserError) -> Void

    private let fileName: String
    private let nextPiece: NextPiece
    private let append: Append

    /// Empty before the first piece and after the last one.
    private var piece = LoadedPiece.empty
    private var isPastPieces = false
    /// The offset of the piece in the archive.
    private var start = 0
    /// The offset at which libzip writes next.
    private var position = 0
    /// The number of the piece's first entry.
    private var firstEntry = 0
    /// The part of the piece that libzip has yet to read of an entry's data; `nil` if it reads none.
    private var unread: Range<Int>?
    /// The last bytes of the central directory, and the records after it.
    private var directory: [UInt8] = []
    /// Why libzip had to stop.
    private var failure: UserError?
    private var code = Code.missing

    private enum Code {
        /// There is no archive yet.
        static let missing = (ZIP_ER_READ, ENOENT)
        static let failed = (ZIP_ER_INTERNAL, EIO)
    }

    private init(fileName: String, nextPiece: @escaping NextPiece, append: @escaping Append) {
        self.fileName = fileName
        self.nextPiece = nextPiece
        self.append = append
    }

    /// An entry of the archive, as the callback of its source gets it.
    private struct Source {
        let archive: Unmanaged<ZipArchive>
        let number: Int
        let length: UInt64
    }

    /// Gives the bytes of a pack to `append`, in order.
    ///
    /// - Parameters:
    ///   - contents: the names and lengths of all entries but the index.
    ///   - fileName: for errors.
    ///   - nextPiece: returns the next entries with their data; `nil` at the end.
    /// - Returns: the length of the archive.
    /// - Throws: what the closures throw, or the reason of libzip.
    static func write(
        _ contents: PackContents, indexLength: Int, date: ArchiveDate, fileName: String,
        nextPiece: @escaping NextPiece, append: @escaping Append
    ) throws(UserError) -> Int {
        let writer = ZipArchive(fileName: fileName, nextPiece: nextPiece, append: append)
        // libzip keeps pointers to the writer and to the sources until the archive is discarded.
        let sources = UnsafeMutablePointer<Source>.allocate(capacity: contents.entryCount + 1)
        defer { sources.deallocate() }
        return try withExtendedLifetime(writer) { () throws(UserError) in
            let owner = Unmanaged.passUnretained(writer)
            let archive = try writer.open(owner)
            var number = 0
            func add(_ path: [UInt8], _ length: UInt64) throws(UserError) {
                let source = sources + number
                source.initialize(to: Source(archive: owner, number: number, length: length))
                number += 1
                if !Self.add(path, source, to: archive, date) { throw writer.error(zip_get_error(archive)) }
            }
            do throws(UserError) {
                var path = Self.indexPath
                try add(path, UInt64(indexLength))
                for entry in contents.entries {
                    path.setPath(of: entry)
                    try add(path, entry.stored.length)
                }
                // libzip discards the archive if it succeeds.
                if zip_close(archive) != 0 { throw writer.failure ?? writer.error(zip_get_error(archive)) }
            } catch {
                zip_discard(archive)
                throw error
            }
            return writer.position
        }
    }

    private func open(_ owner: Unmanaged<ZipArchive>) throws(UserError) -> OpaquePointer {
        var error = zip_error_t()
        zip_error_init(&error)
        defer { zip_error_fini(&error) }
        guard let output = zip_source_function_create(Self.archiveCommand, owner.toOpaque(), &error) else {
            throw self.error(&error)
        }
        guard let archive = zip_open_from_source(output, ZIP_CREATE | ZIP_TRUNCATE, &error) else {
            zip_source_free(output)
            throw self.error(&error)
        }
        return archive
    }

    /// - Parameter path: with the zero that C expects.
    private static func add(
        _ path: [UInt8], _ source: UnsafeMutablePointer<Source>, to archive: OpaquePointer, _ date: ArchiveDate
    ) -> Bool {
        guard let data = zip_source_function(archive, entryCommand, source) else { return false }
        let number = zip_file_add(archive, path, data, zip_flags_t(ZIP_FL_ENC_UTF_8))
        guard number >= 0 else {
            zip_source_free(data)
            return false
        }
        let entry = zip_uint64_t(number)
        return zip_set_file_compression(archive, entry, ZIP_CM_STORE, 0) == 0
            && zip_file_set_dostime(archive, entry, date.time, date.date, 0) == 0
            && zip_file_set_external_attributes(
                archive, entry, 0, zip_uint8_t(ZIP_OPSYS_UNIX), ZipCentralHeader.fileMode0644) == 0
    }

    private func error(_ error: UnsafeMutablePointer<zip_error_t>?) -> UserError {
        UserError(path: fileName, error.map { Self.text(zip_error_strerror($0)) } ?? "libzip failed")
    }

    /// An answer of libzip, which ends with a zero.
    private static func text(_ answer: UnsafePointer<CChar>) -> String {
        String(repairing: UnsafeRawBufferPointer(start: answer, count: strlen(answer)))
    }

    /// Returns the CRC-32 of bytes that follow those with the CRC-32 `start`.
    static func checksum(_ data: UnsafeRawBufferPointer, after start: UInt32 = 0) -> UInt32 {
        data.withMemoryRebound(to: UInt8.self) { png_shim_crc32(start, $0.baseAddress, $0.count) }
    }

    /// - Returns: -1 after an error, which is in `failure` then.
    private func attempt(_ body: () throws(UserError) -> zip_int64_t) -> zip_int64_t {
        do throws(UserError) {
            guard failure == nil else { return -1 }
            return try body()
        } catch {
            failure = error
            code = Code.failed
            return -1
        }
    }

    /// Returns the error of a libzip that writes in another order, or at another place, than this file expects.
    private func unexpected(_ what: String) -> UserError {
        UserError(path: fileName, "libzip \(Self.text(zip_libzip_version())) \(what)", hint: "report this")
    }

    /// With the zero that C expects.
    private static let indexPath = Array("\(PackContents.indexPath)\0".utf8)

    private static func bits(_ commands: zip_source_cmd_t...) -> zip_int64_t {
        commands.reduce(0) { $0 | 1 << zip_int64_t($1.rawValue) }
    }

    private static func put(_ code: (Int32, Int32), in data: UnsafeMutableRawPointer?) -> zip_int64_t {
        data?.storeBytes(of: code.0, as: Int32.self)
        data?.storeBytes(of: code.1, toByteOffset: MemoryLayout<Int32>.size, as: Int32.self)
        return zip_int64_t(2 * MemoryLayout<Int32>.size)
    }

    private static func put(length: UInt64, checksum: UInt32?, in data: UnsafeMutableRawPointer?) -> zip_int64_t {
        guard let status = data?.assumingMemoryBound(to: zip_stat_t.self) else { return -1 }
        zip_stat_init(status)
        status.pointee.size = length
        status.pointee.valid = zip_uint64_t(ZIP_STAT_SIZE)
        if let checksum {
            status.pointee.crc = checksum
            status.pointee.valid |= zip_uint64_t(ZIP_STAT_CRC)
        }
        return zip_int64_t(MemoryLayout<zip_stat_t>.size)
    }
}

extension [UInt8] {
    /// Replaces the bytes by the path of an entry and the zero that C expects.
    fileprivate mutating func setPath(of entry: PackEntry) {
        removeAll(keepingCapacity: true)
        entry.addPath(to: &self)
        append(0)
    }
}

// MARK: - The data of entries

extension ZipArchive {
    private static let entryCommand: zip_source_callback = { source, data, length, command in
        guard let source = source?.load(as: Source.self) else { return -1 }
        let archive = source.archive.takeUnretainedValue()
        switch command {
        case ZIP_SOURCE_SUPPORTS:
            return bits(
                ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE, ZIP_SOURCE_STAT, ZIP_SOURCE_ERROR, ZIP_SOURCE_FREE)
        case ZIP_SOURCE_STAT: return archive.describe(source, in: data)
        case ZIP_SOURCE_OPEN: return archive.open(source)
        case ZIP_SOURCE_READ: return archive.read(UnsafeMutableRawBufferPointer(start: data, count: Int(length)))
        case ZIP_SOURCE_CLOSE:
            archive.unread = nil
            return 0
        case ZIP_SOURCE_ERROR: return put(archive.code, in: data)
        case ZIP_SOURCE_FREE: return 0
        default: return -1
        }
    }

    /// States length and CRC-32. libzip asks for them first when it comes to an entry, so this loads its piece.
    private func describe(_ source: Source, in status: UnsafeMutableRawPointer?) -> zip_int64_t {
        attempt { () throws(UserError) in
            if source.number == firstEntry + piece.data.count { try loadNext() }
            let entry = source.number - firstEntry
            guard piece.data.indices.contains(entry), UInt64(piece.data[entry].count) == source.length
            else { throw unexpected("asks for entries in another order than that in which they were added") }
            return Self.put(length: source.length, checksum: piece.checksums[entry], in: status)
        }
    }

    private func open(_ source: Source) -> zip_int64_t {
        attempt { () throws(UserError) in
            let entry = source.number - firstEntry
            guard piece.data.indices.contains(entry), piece.data[entry].lowerBound == position - start else {
                throw unexpected("reads an entry elsewhere than FORMAT.md says")
            }
            unread = piece.data[entry]
            return 0
        }
    }

    private func read(_ buffer: UnsafeMutableRawBufferPointer) -> zip_int64_t {
        guard let range = unread else { return -1 }
        let part = range.prefix(buffer.count)
        piece.copy(part, to: buffer)
        unread = part.upperBound..<range.upperBound
        return zip_int64_t(part.count)
    }
}

// MARK: - The bytes of the archive

extension ZipArchive {
    private static let archiveCommand: zip_source_callback = { archive, data, length, command in
        guard let archive else { return -1 }
        let writer = Unmanaged<ZipArchive>.fromOpaque(archive).takeUnretainedValue()
        switch command {
        case ZIP_SOURCE_SUPPORTS:
            // It cannot be read, but libzip opens nothing without the commands for that.
            return bits(
                ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE, ZIP_SOURCE_STAT, ZIP_SOURCE_ERROR, ZIP_SOURCE_FREE,
                ZIP_SOURCE_SEEK, ZIP_SOURCE_TELL, ZIP_SOURCE_SUPPORTS, ZIP_SOURCE_BEGIN_WRITE, ZIP_SOURCE_COMMIT_WRITE,
                ZIP_SOURCE_ROLLBACK_WRITE, ZIP_SOURCE_WRITE, ZIP_SOURCE_SEEK_WRITE, ZIP_SOURCE_TELL_WRITE,
                ZIP_SOURCE_REMOVE)
        case ZIP_SOURCE_WRITE: return writer.write(UnsafeRawBufferPointer(start: data, count: Int(length)))
        case ZIP_SOURCE_SEEK_WRITE: return writer.seek(data, length)
        case ZIP_SOURCE_TELL_WRITE: return zip_int64_t(writer.position)
        case ZIP_SOURCE_COMMIT_WRITE: return writer.commit()
        case ZIP_SOURCE_BEGIN_WRITE, ZIP_SOURCE_ROLLBACK_WRITE, ZIP_SOURCE_REMOVE, ZIP_SOURCE_FREE: return 0
        case ZIP_SOURCE_ERROR: return put(writer.code, in: data)
        default: return -1
        }
    }

    private func write(_ bytes: UnsafeRawBufferPointer) -> zip_int64_t {
        attempt { () throws(UserError) in
            // After the last entry, libzip writes the directory without asking for more.
            if !isPastPieces, position == start + piece.length, unread == nil { try loadNext() }
            if isPastPieces {
                directory += bytes
                if directory.count >= LoadedPiece.lengthMax { try flushDirectory() }
            } else if let unread {
                // The data is in the piece already.
                guard position - start + bytes.count == unread.lowerBound else {
                    throw unexpected("changes the data of an entry")
                }
            } else if !piece.put(bytes, at: position - start) {
                throw unexpected("writes a header at another place than FORMAT.md says")
            }
            position += bytes.count
            return zip_int64_t(bytes.count)
        }
    }

    private func loadNext() throws(UserError) {
        start += piece.length
        firstEntry += piece.data.count
        let written = piece
        piece = .empty
        try written.forEachPart(append)
        let next = try nextPiece()
        isPastPieces = next == nil
        piece = next ?? .empty
    }

    private func seek(_ data: UnsafeMutableRawPointer?, _ length: zip_uint64_t) -> zip_int64_t {
        attempt { () throws(UserError) in
            let offset = zip_source_seek_compute_offset(
                zip_uint64_t(position), zip_uint64_t.max >> 1, data, length, nil)
            guard !isPastPieces, start...start + piece.length ~= Int(offset) else {
                throw unexpected("goes back to bytes that are written")
            }
            position = Int(offset)
            return 0
        }
    }

    private func flushDirectory() throws(UserError) {
        let bytes = directory
        directory = []
        try append(bytes)
    }

    private func commit() -> zip_int64_t {
        attempt { () throws(UserError) in
            guard isPastPieces else { throw unexpected("leaves out entries") }
            try flushDirectory()
            return 0
        }
    }
}

// MARK: - What libzip says of an archive

extension ZipArchive {
    struct Defect {
        /// `nil` if it is one of the archive.
        var entry: String?
        let message: String
    }

    /// Asks libzip whether a pack is sound: its structure, and the name, length, method and CRC-32 of every entry.
    ///
    /// - Parameters:
    ///   - checksums: of the data of the index and of all other entries, in the order of the archive.
    ///   - newEntries: the numbers of the entries whose data libzip also reads. It compares local headers with the
    ///     directory only if this is `nil`.
    ///   - release: called at intervals with the number of bytes at the start that are not read again soon.
    static func defects(
        of bytes: UnsafeRawBufferPointer, expecting contents: PackContents, indexLength: Int, checksums: [UInt32],
        newEntries: Set<Int>? = nil, release: @escaping (_ byteCount: Int) -> Void = { _ in }
    ) -> [Defect] {
        let reader = Reader(bytes, release)
        return withExtendedLifetime(reader) {
            defects(of: reader, expecting: contents, indexLength, checksums, newEntries)
        }
    }

    /// The bytes of an archive, as libzip reads them: first the directory, then the local headers in their order.
    private final class Reader {
        private let bytes: UnsafeRawBufferPointer
        private let release: (Int) -> Void
        private var position = 0
        private var released = 0
        private static let releaseInterval = 2 << 20

        init(_ bytes: UnsafeRawBufferPointer, _ release: @escaping (Int) -> Void) {
            self.bytes = bytes
            self.release = release
        }

        static let command: zip_source_callback = { reader, data, length, command in
            guard let reader else { return -1 }
            let source = Unmanaged<Reader>.fromOpaque(reader).takeUnretainedValue()
            switch command {
            case ZIP_SOURCE_SUPPORTS:
                return bits(
                    ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE, ZIP_SOURCE_STAT, ZIP_SOURCE_ERROR,
                    ZIP_SOURCE_FREE, ZIP_SOURCE_SEEK, ZIP_SOURCE_TELL, ZIP_SOURCE_SUPPORTS)
            case ZIP_SOURCE_STAT: return put(length: UInt64(source.bytes.count), checksum: nil, in: data)
            case ZIP_SOURCE_READ: return source.read(UnsafeMutableRawBufferPointer(start: data, count: Int(length)))
            case ZIP_SOURCE_SEEK:
                let offset = zip_source_seek_compute_offset(
                    zip_uint64_t(source.position), zip_uint64_t(source.bytes.count), data, length, nil)
                if offset >= 0 { source.position = Int(offset) }
                return offset < 0 ? -1 : 0
            case ZIP_SOURCE_TELL: return zip_int64_t(source.position)
            case ZIP_SOURCE_OPEN, ZIP_SOURCE_CLOSE, ZIP_SOURCE_FREE: return 0
            case ZIP_SOURCE_ERROR: return put(Code.failed, in: data)
            default: return -1
            }
        }

        private func read(_ buffer: UnsafeMutableRawBufferPointer) -> zip_int64_t {
            let part = UnsafeRawBufferPointer(rebasing: bytes[position...].prefix(buffer.count))
            buffer.copyMemory(from: part)
            position += part.count
            if !(released..<released + Self.releaseInterval ~= position) {
                release(position)
                released = position
            }
            return zip_int64_t(part.count)
        }
    }

    private static func defects(
        of reader: Reader, expecting contents: PackContents, _ indexLength: Int, _ checksums: [UInt32],
        _ newEntries: Set<Int>?
    ) -> [Defect] {
        var error = zip_error_t()
        zip_error_init(&error)
        defer { zip_error_fini(&error) }
        let source = zip_source_function_create(
            Reader.command, Unmanaged.passUnretained(reader).toOpaque(), &error)
        let flags = newEntries == nil ? ZIP_RDONLY | ZIP_CHECKCONS : ZIP_RDONLY
        guard let source, let archive = zip_open_from_source(source, flags, &error) else {
            zip_source_free(source)
            return [Defect(message: "libzip cannot open it: \(text(zip_error_strerror(&error)))")]
        }
        defer { zip_discard(archive) }
        let count = zip_get_num_entries(archive, 0)
        guard count == contents.entryCount + 1, count == checksums.count else {
            let expected = contents.entryCount + 1
            return [Defect(message: "libzip finds \(count) entries, its index lists \(expected)")]
        }
        var defects: [Defect] = []
        var number = 0
        func check(_ path: [UInt8], _ length: UInt64) {
            let found =
                defect(of: number, in: archive, path, length, checksums[number])
                ?? (newEntries?.contains(number) == true ? dataDefect(of: number, in: archive) : nil)
            if let found { defects.append(Defect(entry: String(repairing: path.dropLast()), message: found)) }
            number += 1
        }
        var path = indexPath
        check(path, UInt64(indexLength))
        for entry in contents.entries {
            path.setPath(of: entry)
            check(path, entry.stored.length)
        }
        return defects
    }

    private static func defect(
        of number: Int, in archive: OpaquePointer, _ path: [UInt8], _ length: UInt64, _ checksum: UInt32
    ) -> String? {
        var status = zip_stat_t()
        guard zip_stat_index(archive, zip_uint64_t(number), zip_flags_t(ZIP_FL_ENC_RAW), &status) == 0 else {
            return "libzip cannot read it: \(text(zip_strerror(archive)))"
        }
        guard isEqual(status.name, path), status.size == length, status.comp_size == length,
            status.comp_method == ZIP_CM_STORE, status.encryption_method == ZIP_EM_NONE
        else { return "libzip reads another name, length or method than its index lists" }
        return status.crc == checksum ? nil : "has a CRC-32 that differs from its headers"
    }

    /// Whether a C string has the bytes of a path, which ends with a zero as well.
    private static func isEqual(_ name: UnsafePointer<CChar>, _ path: [UInt8]) -> Bool {
        strncmp(name, path, path.count) == 0
    }

    /// Reads the data of an entry. libzip compares it with the CRC-32 of the directory.
    private static func dataDefect(of number: Int, in archive: OpaquePointer) -> String? {
        guard let file = zip_fopen_index(archive, zip_uint64_t(number), 0) else {
            return "libzip cannot read it: \(text(zip_strerror(archive)))"
        }
        defer { zip_fclose(file) }
        return withUnsafeTemporaryAllocation(byteCount: 1 << 15, alignment: 1) { buffer in
            while true {
                let count = zip_fread(file, buffer.baseAddress, zip_uint64_t(buffer.count))
                guard count >= 0 else { return "libzip cannot read it: \(text(zip_file_strerror(file)))" }
                if count == 0 { return nil }
            }
        }
    }
}

/// A part of an archive in memory, whose headers libzip fills in.
struct LoadedPiece: Sendable {
    /// Bytes that are read and written at a time.
    static let lengthMax = 1 << 19

    /// The offsets of the entries' data in the piece.
    let data: [Range<Int>]
    /// Headers, and the data between them.
    private var bytes: [UInt8]
    /// The data of the only entry, instead.
    private let large: EntryBytes?
    /// The CRC-32 of each entry.
    let checksums: [UInt32]

    static let empty = LoadedPiece(data: [], bytes: [], large: nil, checksums: [])

    init(data: [Range<Int>], bytes: [UInt8], large: EntryBytes?, checksums: [UInt32]) {
        self.data = data
        self.checksums = checksums
        self.bytes = bytes
        self.large = large
    }

    var length: Int { bytes.count + (large?.count ?? 0) }

    /// Gives all bytes to `body`, in order.
    func forEachPart(_ body: ([UInt8]) throws(UserError) -> Void) throws(UserError) {
        if !bytes.isEmpty { try body(bytes) }
        guard let large else { return }
        for start in stride(from: 0, to: large.count, by: Self.lengthMax) {
            try body(large.bytes(at: start, countMax: Self.lengthMax))
        }
    }

    /// Copies data.
    func copy(_ range: Range<Int>, to buffer: UnsafeMutableRawBufferPointer) {
        if let large {
            let buffer = UnsafeMutableRawBufferPointer(rebasing: buffer[..<range.count])
            large.read(at: range.lowerBound - bytes.count, into: buffer)
        } else {
            buffer.copyBytes(from: bytes[range])
        }
    }

    /// Writes a part of a header. Returns `false` if it would not be among the ``bytes``.
    mutating func put(_ header: UnsafeRawBufferPointer, at offset: Int) -> Bool {
        guard offset >= 0, offset + header.count <= bytes.count else { return false }
        bytes.withUnsafeMutableBytes { bytes in
            UnsafeMutableRawBufferPointer(rebasing: bytes[offset...]).copyBytes(from: header)
        }
        return true
    }
}
