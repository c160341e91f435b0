import SystemCalls
import ThemeModel
package import ThemeProject

/// A file that is written in pieces under a temporary name. It gets its name, or replaces an older file, when it is
/// complete. It is deleted if it is freed unfinished.
package final class NewFile {
    private let path: String
    private let unfinished: UnfinishedFiles
    private let disk: DiskCalls
    private let sink: FileSink

    package convenience init(at path: String, unfinished: UnfinishedFiles) throws(UserError) {
        try self.init(at: path, unfinished: unfinished, on: DiskCalls())
    }

    init(at path: String, unfinished: UnfinishedFiles, on disk: DiskCalls) throws(UserError) {
        (self.path, self.unfinished, self.disk) = (path, unfinished, disk)
        var status = stat()
        // A rename would replace a device such as /dev/null by the file.
        guard lstat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
            throw UserError(path: path, "is not a regular file, and is not replaced", hint: "name another file")
        }
        do throws(SinkError) {
            sink = try FileSink(creating: Self.temporaryPath(beside: path), unfinished, on: disk)
        } catch {
            throw NewFiles.failure(path, error)
        }
    }

    package func append(_ bytes: [UInt8]) throws(UserError) {
        do throws(SinkError) { try sink.append(bytes) } catch { throw NewFiles.failure(path, error) }
    }

    /// Waits until the bytes are on the disk, then renames the file.
    package func finish() throws(UserError) {
        if let error = sink.synchronize() { throw NewFiles.failure(path, error) }
        sink.close()
        let rename = UnfinishedFiles.Rename(
            temporary: sink.path, final: path, backup: Self.temporaryPath(beside: path))
        do throws(RenameError) {
            try unfinished.finish([rename], on: disk)
        } catch {
            throw NewFiles.failure(error.path, error.cause)
        }
    }

    private static func temporaryPath(beside path: String) -> String {
        "\(path.parentFolder)/\(TemporaryName.random())"
    }
}
