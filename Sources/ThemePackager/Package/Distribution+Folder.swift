import SystemCalls
import ThemeProject

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Distribution {
    /// Checks that packs in the folder are not taken for files of the project.
    func checkFolder(of project: Project) throws(UserError) {
        guard let obstacle = project.obstacle(toWritingAt: folder) else { return }
        throw UserError(path: folder, "\(obstacle); packs cannot be written there", hint: "name another folder with -o")
    }

    /// Creates and locks the folder, because concurrent builds change `SHA256SUMS`.
    func lockedFolder() throws(UserError) -> LockedFolder {
        let locked = try LockedFolder(folder, unfinished: unfinished, on: disk)
        // Without a lock, temporary files can belong to a running build.
        if locked.isLocked { removeLeftovers() }
        return locked
    }

    private func removeLeftovers() {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        where TemporaryName.matches(name) {
            _ = disk.unlink("\(folder)/\(name)")
        }
    }

    static func missingFolders(of folder: String) -> [String] {
        var missing: [String] = []
        var url = URL(fileURLWithPath: folder).standardizedFileURL
        while url.pathComponents.count > 1, !FileManager.default.fileExists(atPath: url.path) {
            missing.append(url.path)
            url.deleteLastPathComponent()
        }
        return missing
    }

    func sink(for final: String) throws(UserError) -> FileSink {
        let obstacle: String? =
            switch DiskFileSystem().kind(of: final) {
            case .folder: "a folder"
            case .other(let words): words
            case .file, .link, nil: nil
            }
        if let obstacle {
            throw UserError(
                path: final, "is \(obstacle), where a file is to be written", hint: "move it away")
        }
        do {
            return try FileSink(creating: temporaryPath(), unfinished, on: disk)
        } catch {
            throw notWritable(error)
        }
    }

    func temporaryPath() -> String { "\(folder)/\(TemporaryName.random())" }

    private func notWritable(_ error: SinkError) -> UserError {
        UserError(
            path: folder, "cannot be written to: \(error.message)", hint: "name another folder with -o")
    }
}
