import CLibZip

final class LibZipArchive {
    private let archive: OpaquePointer

    init(_ path: String) throws {
        var code: Int32 = 0
        guard let archive = zip_open(path, ZIP_RDONLY, &code) else {
            throw BenchmarkFailure("libzip cannot open \(path): error \(code)")
        }
        self.archive = archive
    }

    deinit { zip_discard(archive) }

    /// Returns the entry's number, or -1 if there is none.
    func locate(_ name: UnsafePointer<CChar>) -> Int { Int(zip_name_locate(archive, name, 0)) }
}
