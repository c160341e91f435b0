import CZip
import Foundation

/// What other tools will find in a pack: its entries as libzip lists and extracts them.
struct ZipExtraction {
    struct Entry {
        let path: String
        let bytes: [UInt8]
    }

    struct Failure: Error {
        let reason: String
    }

    /// Calls `body` with every entry in the order of the directory, one at a time.
    ///
    /// - Parameter limit: bytes of one entry; beyond it nothing is allocated.
    /// - Throws: ``Failure`` with libzip's words if the archive is inconsistent or an entry's CRC is wrong.
    static func forEach(
        in bytes: UnsafeRawBufferPointer, limit: UInt64, _ body: (Int, Entry) -> Void
    ) throws(Failure) {
        var error = zip_error_t()
        zip_error_init(&error)
        defer { zip_error_fini(&error) }
        func reason() -> Failure { Failure(reason: String(cString: zip_error_strerror(&error))) }
        guard let source = zip_source_buffer_create(bytes.baseAddress, zip_uint64_t(bytes.count), 0, &error) else {
            throw reason()
        }
        guard let archive = zip_open_from_source(source, ZIP_RDONLY | ZIP_CHECKCONS, &error) else {
            zip_source_free(source)
            throw reason()
        }
        defer { zip_discard(archive) }
        for index in 0..<zip_get_num_entries(archive, 0) {
            body(Int(index), try entry(zip_uint64_t(index), of: archive, limit: limit))
        }
    }

    private static func entry(
        _ index: zip_uint64_t, of archive: OpaquePointer, limit: UInt64
    ) throws(Failure) -> Entry {
        func reason() -> Failure { Failure(reason: String(cString: zip_strerror(archive))) }
        var status = zip_stat_t()
        guard zip_stat_index(archive, index, 0, &status) == 0, let name = status.name else { throw reason() }
        let path = String(cString: name)
        guard status.size <= limit else { throw Failure(reason: "'\(path)' would unpack to \(status.size) bytes") }
        guard let file = zip_fopen_index(archive, index, 0) else { throw reason() }
        defer { zip_fclose(file) }
        var got: zip_int64_t = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(status.size)) { buffer, count in
            got = zip_fread(file, buffer.baseAddress, status.size)
            count = max(0, Int(got))
        }
        // One read more reaches the end, where libzip compares the CRC.
        var rest: UInt8 = 0
        guard got == zip_int64_t(status.size), zip_fread(file, &rest, 1) == 0 else {
            throw Failure(reason: "'\(path)' cannot be unpacked: \(String(cString: zip_file_strerror(file)))")
        }
        return Entry(path: path, bytes: bytes)
    }
}
