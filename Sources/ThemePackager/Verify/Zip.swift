import CZip
import Foundation

/// Archives as other tools read them: through libzip. The one file that calls it.
enum Zip {
    /// Why libzip gave up, in its own words or those of what it was given.
    struct Failure: Error {
        let reason: String
    }

    /// Extracts every entry and holds it against what it should be. Memory: one piece, whatever the entries say.
    ///
    /// - Parameter expected: path and bytes of each entry, in the order of the directory.
    /// - Returns: the paths of those that are something else or not there, and `nil` for each entry that there is too many.
    /// - Throws: ``Failure`` with libzip's words if the archive is inconsistent or an entry's CRC is wrong.
    static func differences(
        in bytes: UnsafeRawBufferPointer, from expected: some Sequence<(path: String, bytes: UnsafeRawBufferPointer)>
    ) throws(Failure) -> [String?] {
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
        var number = 0
        var differences: [String?] = []
        for entry in expected {
            let isRight = number < count ? try isSame(zip_uint64_t(number), of: archive, as: entry) : false
            if !isRight { differences.append(entry.path) }
            number += 1
        }
        return differences + Array(repeating: nil, count: max(0, count - number))
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
