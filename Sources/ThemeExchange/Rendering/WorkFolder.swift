#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

import ThemeSystem
import ThemeProject

/// A temporary folder that is deleted when this is freed.
final class WorkFolder: Sendable {
    let path: String
    private let running: RunningConversions

    init(in parent: String, _ running: RunningConversions) throws(UserError) {
        guard let path = running.createFolder(in: parent) else {
            throw UserError(
                path: parent, "no temporary folder can be created: \(systemReason())",
                hint: "TMPDIR names the folder for temporary files")
        }
        self.path = path
        self.running = running
    }

    deinit { running.delete(path) }

    func write(_ name: String, _ bytes: [UInt8]) -> Bool {
        let descriptor = open("\(path)/\(name)", O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return bytes.withUnsafeBytes { writeFully($0, to: descriptor) }
    }
}
