#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

import SystemCalls
import ThemeProject

/// A temporary folder that is deleted when this is freed.
final class WorkFolder: Sendable {
    let path: String

    init(in parent: String) throws(UserError) {
        var template = Array("\(parent)/themepack-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw UserError(
                path: parent, "no temporary folder can be created: \(String(cString: strerror(errno)))",
                hint: "TMPDIR names the folder for temporary files")
        }
        path = template.withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: UInt8.self) { String(decoding: $0.dropLast(), as: UTF8.self) }
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ name: String, _ bytes: [UInt8]) -> Bool {
        let descriptor = open("\(path)/\(name)", O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return bytes.withUnsafeBytes { writeFully($0, to: descriptor) }
    }
}
