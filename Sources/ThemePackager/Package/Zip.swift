import CZip
import Foundation

/// Archives through libzip. The one file that calls it.
enum Zip {
    /// Why libzip gave up, in its own words or those of what it was given.
    struct Failure: Error {
        let reason: String
    }

    /// An entry that is to be written, stored as it is.
    struct NewEntry {
        let path: String
        let length: Int
        /// Where its header will start: everything in front is settled when the entry's bytes are asked for.
        let offset: Int
        /// `nil` if they cannot be had; then writing fails.
        let bytes: () -> [UInt8]?
    }

    // MARK: Writing

    static func write(_ entries: [NewEntry], date: ArchiveDate, to buffer: SettlingBuffer) throws(Failure) {
        let output = OutputSource(buffer)
        let inputs = entries.map { InputSource($0, output) }
        do throws(Failure) {
            // libzip holds pointers to both until it closes the archive.
            try withExtendedLifetime((output, inputs)) { () throws(Failure) in try write(inputs, date, to: output) }
            guard output.finish() else { throw Failure(reason: "the archive cannot be completed") }
        } catch {
            throw output.problem.map { Failure(reason: $0.message) } ?? error
        }
    }

    private static func write(_ inputs: [InputSource], _ date: ArchiveDate, to output: OutputSource) throws(Failure) {
        var error = zip_error_t()
        zip_error_init(&error)
        defer { zip_error_fini(&error) }
        guard let target = zip_source_function_create(OutputSource.callback, output.pointer, &error) else {
            throw Failure(&error)
        }
        guard let archive = zip_open_from_source(target, ZIP_CREATE | ZIP_TRUNCATE, &error) else {
            zip_source_free(target)
            throw Failure(&error)
        }
        do throws(Failure) {
            for input in inputs { try add(input, date, to: archive) }
            guard zip_close(archive) == 0 else { throw Failure(archive) }
        } catch {
            zip_discard(archive)
            throw error
        }
    }

    private static func add(_ input: InputSource, _ date: ArchiveDate, to archive: OpaquePointer) throws(Failure) {
        guard let source = zip_source_function(archive, InputSource.callback, input.pointer) else {
            throw Failure(archive)
        }
        let index = zip_file_add(archive, input.entry.path, source, zip_flags_t(ZIP_FL_ENC_UTF_8))
        guard index >= 0 else {
            zip_source_free(source)
            throw Failure(archive)
        }
        let entry = zip_uint64_t(index)
        // What would tell the machine, the user or the clock is set: mode, host system, time.
        guard zip_set_file_compression(archive, entry, Int32(ZIP_CM_STORE), 0) == 0,
            zip_file_set_dostime(archive, entry, date.time, date.date, 0) == 0,
            zip_file_set_external_attributes(archive, entry, 0, zip_uint8_t(ZIP_OPSYS_UNIX), 0o100644 << 16) == 0
        else { throw Failure(archive) }
    }

    // MARK: Reading

    /// Extracts every entry and holds it against what it should be. Memory: one piece, whatever the entries say.
    ///
    /// - Parameter expected: path and bytes of each entry, in the order of the directory.
    /// - Returns: the numbers of entries that are something else, those that there are too many or too few of included.
    /// - Throws: ``Failure`` with libzip's words if the archive is inconsistent or an entry's CRC is wrong.
    static func differences(
        in bytes: UnsafeRawBufferPointer, from expected: [(path: String, bytes: UnsafeRawBufferPointer)]
    ) throws(Failure) -> [Int] {
        var error = zip_error_t()
        zip_error_init(&error)
        defer { zip_error_fini(&error) }
        guard let source = zip_source_buffer_create(bytes.baseAddress, zip_uint64_t(bytes.count), 0, &error) else {
            throw Failure(&error)
        }
        guard let archive = zip_open_from_source(source, ZIP_RDONLY | ZIP_CHECKCONS, &error) else {
            zip_source_free(source)
            throw Failure(&error)
        }
        defer { zip_discard(archive) }
        let count = Int(zip_get_num_entries(archive, 0))
        var differences = Array(min(count, expected.count)..<max(count, expected.count))
        for (number, entry) in expected.prefix(count).enumerated()
        where try !isSame(zip_uint64_t(number), of: archive, as: entry) {
            differences.append(number)
        }
        return differences
    }

    private static func isSame(
        _ number: zip_uint64_t, of archive: OpaquePointer, as expected: (path: String, bytes: UnsafeRawBufferPointer)
    ) throws(Failure) -> Bool {
        guard let name = zip_get_name(archive, number, zip_flags_t(ZIP_FL_ENC_RAW)) else { throw Failure(archive) }
        guard let file = zip_fopen_index(archive, number, 0) else { throw Failure(archive) }
        defer { zip_fclose(file) }
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        var rest = expected.bytes[...]
        while true {
            let got = zip_fread(file, &piece, zip_uint64_t(piece.count))
            // The CRC is compared where the entry ends.
            guard got >= 0 else {
                throw Failure(
                    reason: "'\(expected.path)' cannot be unpacked: \(String(cString: zip_file_strerror(file)))")
            }
            if got == 0 { break }
            guard rest.prefix(Int(got)).elementsEqual(piece[..<Int(got)]) else { return false }
            rest = rest.dropFirst(Int(got))
        }
        return rest.isEmpty && strcmp(name, expected.path) == 0
    }
}

extension Zip.Failure {
    fileprivate init(_ error: UnsafeMutablePointer<zip_error_t>) { reason = String(cString: zip_error_strerror(error)) }

    fileprivate init(_ archive: OpaquePointer) { reason = String(cString: zip_strerror(archive)) }
}

/// What libzip reads an entry from.
private final class InputSource {
    let entry: Zip.NewEntry
    private let output: OutputSource
    private var bytes: [UInt8] = []
    private var position = 0

    init(_ entry: Zip.NewEntry, _ output: OutputSource) { (self.entry, self.output) = (entry, output) }

    var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    private func open() -> Bool {
        position = 0
        // libzip is done with all entries in front of this one.
        guard output.settle(upTo: entry.offset), let bytes = entry.bytes() else { return false }
        self.bytes = bytes
        return bytes.count == entry.length
    }

    private func read(into target: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(target.count, bytes.count - position)
        bytes.withUnsafeBytes {
            target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[position..<position + count]))
        }
        position += count
        return count
    }

    /// https://libzip.org/documentation/zip_source_function.html
    static let callback: zip_source_callback = { state, data, length, command in
        guard let state else { return -1 }
        let source = Unmanaged<InputSource>.fromOpaque(state).takeUnretainedValue()
        switch command {
        case ZIP_SOURCE_OPEN: return source.open() ? 0 : -1
        case ZIP_SOURCE_READ:
            return zip_int64_t(source.read(into: UnsafeMutableRawBufferPointer(start: data, count: Int(length))))
        case ZIP_SOURCE_CLOSE:
            source.bytes = []
            return 0
        case ZIP_SOURCE_STAT:
            guard let status = data?.assumingMemoryBound(to: zip_stat_t.self) else { return -1 }
            zip_stat_init(status)
            status.pointee.valid = zip_uint64_t(ZIP_STAT_SIZE)
            status.pointee.size = zip_uint64_t(source.entry.length)
            return zip_int64_t(MemoryLayout<zip_stat_t>.size)
        case ZIP_SOURCE_ERROR: return zipError(ZIP_ER_READ, 0, data, length)
        case ZIP_SOURCE_FREE: return 0
        case ZIP_SOURCE_SUPPORTS:
            return mask(
                ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE, ZIP_SOURCE_STAT, ZIP_SOURCE_ERROR, ZIP_SOURCE_FREE)
        default: return -1
        }
    }
}

/// What libzip writes the archive to.
private final class OutputSource {
    private(set) var problem: SinkProblem?
    private let buffer: SettlingBuffer
    private var position = 0
    private var length: Int { buffer.end }

    init(_ buffer: SettlingBuffer) { self.buffer = buffer }

    var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    func finish() -> Bool { attempt { () throws(SinkProblem) in try buffer.finish() } }

    fileprivate func settle(upTo offset: Int) -> Bool {
        attempt { () throws(SinkProblem) in try buffer.settle(upTo: offset) }
    }

    private func attempt(_ body: () throws(SinkProblem) -> Void) -> Bool {
        do throws(SinkProblem) { try body() } catch {
            problem = error
            return false
        }
        return true
    }

    private func write(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard attempt({ () throws(SinkProblem) in try buffer.write(bytes, at: position) }) else { return -1 }
        position += bytes.count
        return bytes.count
    }

    private func seek(_ data: UnsafeMutableRawPointer?, _ size: zip_uint64_t) -> zip_int64_t {
        let offset = zip_source_seek_compute_offset(zip_uint64_t(position), zip_uint64_t(length), data, size, nil)
        guard offset >= 0 else { return -1 }
        position = Int(offset)
        return 0
    }

    /// An archive that does not exist yet and is only written.
    static let callback: zip_source_callback = { state, data, length, command in
        guard let state else { return -1 }
        let source = Unmanaged<OutputSource>.fromOpaque(state).takeUnretainedValue()
        switch command {
        case ZIP_SOURCE_WRITE:
            return zip_int64_t(source.write(UnsafeRawBufferPointer(start: data, count: Int(length))))
        case ZIP_SOURCE_SEEK_WRITE: return source.seek(data, length)
        case ZIP_SOURCE_TELL_WRITE: return zip_int64_t(source.position)
        case ZIP_SOURCE_BEGIN_WRITE, ZIP_SOURCE_COMMIT_WRITE, ZIP_SOURCE_ROLLBACK_WRITE, ZIP_SOURCE_REMOVE,
            ZIP_SOURCE_FREE, ZIP_SOURCE_CLOSE:
            return 0
        case ZIP_SOURCE_ERROR:
            return source.problem == nil
                ? zipError(ZIP_ER_READ, ENOENT, data, length) : zipError(ZIP_ER_WRITE, EIO, data, length)
        case ZIP_SOURCE_SUPPORTS:
            return mask(
                ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE, ZIP_SOURCE_STAT, ZIP_SOURCE_ERROR, ZIP_SOURCE_FREE,
                ZIP_SOURCE_SEEK, ZIP_SOURCE_TELL, ZIP_SOURCE_SUPPORTS, ZIP_SOURCE_BEGIN_WRITE, ZIP_SOURCE_WRITE,
                ZIP_SOURCE_COMMIT_WRITE, ZIP_SOURCE_ROLLBACK_WRITE, ZIP_SOURCE_SEEK_WRITE, ZIP_SOURCE_TELL_WRITE,
                ZIP_SOURCE_REMOVE)
        // There is nothing to read: STAT fails with ENOENT, by which libzip knows a new archive.
        default: return -1
        }
    }
}

/// `ZIP_SOURCE_MAKE_COMMAND_BITMASK`, a macro that Swift does not see.
private func mask(_ commands: zip_source_cmd_t...) -> zip_int64_t {
    commands.reduce(0) { $0 | 1 << zip_int64_t($1.rawValue) }
}

private func zipError(
    _ code: Int32, _ system: Int32, _ data: UnsafeMutableRawPointer?, _ length: zip_uint64_t
) -> zip_int64_t {
    guard let data, length >= 2 * MemoryLayout<Int32>.size else { return -1 }
    data.storeBytes(of: code, as: Int32.self)
    data.storeBytes(of: system, toByteOffset: MemoryLayout<Int32>.size, as: Int32.self)
    return zip_int64_t(2 * MemoryLayout<Int32>.size)
}
