package import ThemeSystem
import ThemeModel

/// A result that is written in pieces. It gets its name, or replaces an older file, when it is complete. It is deleted
/// if it is freed unfinished.
package final class OutputFile {
    package let place: OutputPlace
    private let file: AtomicFile

    package init(
        at place: OutputPlace, unfinished: UnfinishedFiles, on disk: DiskCalls = DiskCalls()
    ) throws(UserError) {
        self.place = place
        do throws(SystemError) {
            file = try AtomicFile(resolved: place.target, unfinished: unfinished, on: disk)
        } catch {
            throw UserError(error, writing: place)
        }
    }

    package func append(_ bytes: [UInt8]) throws(UserError) {
        do throws(SystemError) { try file.append(bytes) } catch { throw UserError(error, writing: place) }
    }

    /// Waits until the bytes are on the disk, then renames the file.
    package func finish() throws(UserError) {
        do throws(SystemError) { try file.finish() } catch { throw UserError(error, writing: place) }
    }
}

extension OutputPlace {
    /// Replaces the file, or sends the bytes to the device or pipe.
    package func write(
        _ bytes: [UInt8], unfinished: UnfinishedFiles = UnfinishedFiles()
    ) throws(UserError) {
        guard isStream else {
            let file = try OutputFile(at: self, unfinished: unfinished)
            try file.append(bytes)
            return try file.finish()
        }
        let descriptor = open(target, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw UserError(.last(), writing: self) }
        defer { close(descriptor) }
        guard bytes.withUnsafeBytes({ writeFully($0, to: descriptor) }) else {
            throw UserError(.last(), writing: self)
        }
    }

    /// Throws if the file cannot be written. Writes nothing.
    package func checkIsWritable() throws(UserError) {
        guard isStream else {
            _ = try OutputFile(at: self, unfinished: UnfinishedFiles())
            return
        }
        if access(target, W_OK) != 0 { throw UserError(.last(), writing: self) }
    }
}

extension UserError {
    package init(_ error: SystemError, writing place: OutputPlace) {
        self.init(
            path: place.path, "cannot be written: \(error.reason)",
            hint: "this file was not changed; does its folder exist, is it writable, and is there room on the disk?")
    }
}
