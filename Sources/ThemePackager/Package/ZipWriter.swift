import CZip
import Foundation
import ThemeModel

/// Writes a planned pack through libzip. The one place that writes archives.
struct ZipWriter {
    let plan: PackPlan
    let fileSystem: any FileSystem
    let date: ArchiveDate

    /// - Throws: ``PackagingProblem`` if a source changed since it was verified, the sink takes no more, or libzip puts an
    ///   entry elsewhere than planned.
    func write(to sink: any ByteSink) throws(PackagingProblem) {
        let output = OutputSource(sink)
        let inputs = plan.entries.map { InputSource($0, fileSystem, output) }
        do throws(ZipFailure) {
            try withExtendedLifetime((output, inputs)) { () throws(ZipFailure) in try write(inputs, to: output) }
            guard output.length == Int(plan.length) else {
                throw ZipFailure(reason: "libzip wrote \(output.length) bytes, planned were \(plan.length)")
            }
            try output.finish()
        } catch {
            if let problem = inputs.lazy.compactMap(\.problem).first { throw problem }
            throw PackagingProblem(path: plan.fileName, message: output.problem?.message ?? error.reason)
        }
    }

    private func write(_ inputs: [InputSource], to output: OutputSource) throws(ZipFailure) {
        var error = zip_error_t()
        zip_error_init(&error)
        defer { zip_error_fini(&error) }
        guard let target = zip_source_function_create(OutputSource.callback, output.pointer, &error) else {
            throw ZipFailure(&error)
        }
        guard let archive = zip_open_from_source(target, ZIP_CREATE | ZIP_TRUNCATE, &error) else {
            zip_source_free(target)
            throw ZipFailure(&error)
        }
        do throws(ZipFailure) {
            for input in inputs { try add(input, to: archive) }
            guard zip_close(archive) == 0 else { throw ZipFailure(archive) }
        } catch {
            zip_discard(archive)
            throw error
        }
    }

    private func add(_ input: InputSource, to archive: OpaquePointer) throws(ZipFailure) {
        guard let source = zip_source_function(archive, InputSource.callback, input.pointer) else {
            throw ZipFailure(archive)
        }
        let index = zip_file_add(archive, input.entry.path, source, zip_flags_t(ZIP_FL_ENC_UTF_8))
        guard index >= 0 else {
            zip_source_free(source)
            throw ZipFailure(archive)
        }
        let entry = zip_uint64_t(index)
        // What would tell the machine, the user or the clock is set: mode, host system, time. `zip_file_set_mtime` would
        // convert to local time.
        guard zip_set_file_compression(archive, entry, Int32(ZIP_CM_STORE), 0) == 0,
            zip_file_set_dostime(archive, entry, date.time, date.date, 0) == 0,
            zip_file_set_external_attributes(archive, entry, 0, zip_uint8_t(ZIP_OPSYS_UNIX), 0o100644 << 16) == 0
        else { throw ZipFailure(archive) }
    }
}

/// libzip's own words.
struct ZipFailure: Error {
    let reason: String

    init(reason: String) { self.reason = reason }

    init(_ error: UnsafeMutablePointer<zip_error_t>) { reason = String(cString: zip_error_strerror(error)) }

    init(_ archive: OpaquePointer) { reason = String(cString: zip_strerror(archive)) }
}

/// What libzip reads an entry from.
private final class InputSource {
    let entry: PackPlan.Entry
    private(set) var problem: PackagingProblem?
    private let fileSystem: any FileSystem
    private let output: OutputSource
    private var bytes: [UInt8] = []
    private var position = 0

    init(_ entry: PackPlan.Entry, _ fileSystem: any FileSystem, _ output: OutputSource) {
        (self.entry, self.fileSystem, self.output) = (entry, fileSystem, output)
    }

    var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    private func open() -> Bool {
        position = 0
        // libzip is done with all entries in front of this one.
        guard output.settle(upTo: entry.headerOffset) else { return false }
        switch entry.content {
        case .bytes(let content): bytes = content
        case .verified(let content):
            do throws(FileProblem) {
                bytes = try content.bytes(from: fileSystem)
            } catch {
                problem = PackagingProblem(
                    path: entry.path,
                    message: error == .changed
                        ? "its source changed after it was verified" : "its source \(error.explanation)",
                    hint: "build again")
                return false
            }
        }
        return true
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

    init(_ sink: any ByteSink) { buffer = SettlingBuffer(sink) }

    var length: Int { buffer.end }

    var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    func finish() throws(ZipFailure) {
        guard attempt({ () throws(SinkProblem) in try buffer.finish() }) else {
            throw ZipFailure(reason: problem?.message ?? "the archive cannot be written")
        }
    }

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
