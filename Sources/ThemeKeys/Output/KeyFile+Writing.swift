import SystemCalls
import ThemeModel
package import ThemeProject

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension KeyFile {
    /// Returns whether a file has exactly this text.
    package func isCurrent(at path: String) -> Bool {
        (try? Data(contentsOf: URL(fileURLWithPath: path)))?.elementsEqual(text.utf8) ?? false
    }

    /// Writes the file in one step, unless it has this text already. An unchanged file is not compiled again.
    ///
    /// - Returns: whether the file was written.
    @discardableResult
    package func write(to path: String) throws(UserError) -> Bool {
        // A link stays a link, and a write-protected file stays as it is, although its folder allows replacing both.
        let target = (try? DiskFileSystem().destination(of: path)) ?? path
        guard [.file, nil].contains(DiskFileSystem().kind(of: target)) else {
            throw UserError(path: path, "cannot be written: it is not a regular file", hint: "name another file")
        }
        if isCurrent(at: path) { return false }
        guard access(target, F_OK) != 0 || access(target, W_OK) == 0 else { throw Self.failure(path, errno) }
        do {
            try Data(text.utf8).write(to: URL(fileURLWithPath: target), options: .atomic)
        } catch {
            throw Self.failure(path, ((error as? CocoaError)?.underlying as? POSIXError)?.code.rawValue)
        }
        return true
    }

    private static func failure(_ path: String, _ code: Int32?) -> UserError {
        let reason = code.map { ": " + systemReason(of: $0) } ?? ""
        return UserError(
            path: path, "cannot be written\(reason)", hint: "expected a writable file in an existing folder")
    }
}
