import PackFormat
import ThemeSystem
import ThemeModel

struct PackFile: ~Copyable {
    private let file: RegularFile

    var descriptor: Int32 { file.descriptor }
    var length: Int { file.length }
    var identity: FileIdentity { FileIdentity(file.status) }

    init(_ path: String, limit: Int) throws(ThemeError) {
        file = try Self.opened(path, limit: limit)
    }

    private static func opened(_ path: String, limit: Int) throws(ThemeError) -> RegularFile {
        let file: RegularFile
        do throws(RegularFile.Failure) {
            file = try RegularFile(path)
        } catch {
            switch error {
            case .system(let code): throw .unreadable(path: path, reason: systemReason(of: code))
            case .otherKind: throw .unreadable(path: path, reason: "is not a regular file")
            }
        }
        guard file.length <= limit else {
            throw .damaged(path: path, entry: nil, reason: "has \(file.length) bytes, at most \(limit) are read")
        }
        return file
    }

    /// Reads the index's header from the file. The first access to the mapping would double the time of mounting.
    func index(path: String) throws(ThemeError) -> PackIndex {
        let result = withUnsafeTemporaryAllocation(byteCount: PackIndex.headerEndMax, alignment: 8) { buffer in
            let count = pread(descriptor, buffer.baseAddress, buffer.count, 0)
            return Result { () throws(ThemeError) in
                guard count >= 0 else { throw .unreadable(path: path, reason: systemReason()) }
                do throws(PackError) {
                    return try PackIndex(
                        startingWith: UnsafeRawBufferPointer(rebasing: buffer[..<count]), packLength: length)
                } catch {
                    throw ThemeError(error, path: path)
                }
            }
        }
        return try result.get()
    }
}
