import Foundation
import ThemeSystem
import ThemeModel

/// A temporary folder that is deleted when this is freed.
public final class Sandbox: Sendable {
    /// Without symbolic links, as the file system returns paths.
    public let path: String

    public init() throws {
        var folder: String
        repeat {
            // Letters could be a word that an import understands: `g10` in the name of a folder is one for a look.
            let number = Int.random(in: 100_000...999_999)
            folder = FileManager.default.temporaryDirectory.path + "/themepack-test-\(number)"
        } while mkdir(folder, 0o700) != 0 && errno == EEXIST
        guard let real = realpath(folder, nil) else { throw CocoaError(.fileWriteUnknown) }
        path = String(cString: real)
        free(real)
    }

    deinit { Self.remove(path) }

    private static func remove(_ path: String) {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            _ = try? Tool.run("/bin/rm", ["-rf", path])
        }
    }

    public func write(_ path: String, _ bytes: [UInt8]) throws {
        let url = URL(fileURLWithPath: "\(self.path)/\(path)")
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
    }

    public func write(_ path: String, _ text: String) throws { try write(path, Array(text.utf8)) }

    /// Writes a script that can be run.
    ///
    /// Another process writes the file itself. A program that a test starts at the same time has the open files of this
    /// process for a moment, and the system runs no file that a process has open for writing.
    public func writeProgram(_ path: String, _ script: String) throws {
        try write("\(path).text", script)
        let program = "\(self.path)/\(path)"
        let result = try Tool.run("/usr/bin/install", ["-m", "755", "\(program).text", program])
        guard result.status == 0 else { throw CocoaError(.fileWriteUnknown) }
        try FileManager.default.removeItem(atPath: "\(program).text")
    }

    public func read(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: "\(self.path)/\(path)")))
    }

    public func text(_ path: String) throws -> String { String(decoding: try read(path), as: UTF8.self) }

    /// All files and folders with the files' contents. Skips `.themepack/`, where a run keeps its cache.
    public func listing(of folder: String = "") throws -> [String: [UInt8]] {
        let root = folder.isEmpty ? path : "\(path)/\(folder)"
        var listing: [String: [UInt8]] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: root)
        where !"/\(name)".contains("/.themepack/") {
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: "\(root)/\(name)", isDirectory: &isFolder)
            if isFolder.boolValue, "/\(name)".hasSuffix("/.themepack") { continue }
            listing[name] =
                isFolder.boolValue ? [] : Array(try Data(contentsOf: URL(fileURLWithPath: "\(root)/\(name)")))
        }
        return listing
    }
}

extension Sandbox {
    private static let kept: Lock<[Sandbox]> = {
        atexit { Sandbox.kept.withLock { $0 = [] } }
        return Lock([])
    }()

    /// A temporary folder that lasts until the process exits.
    public static func untilExit() throws -> Sandbox {
        let folder = try Sandbox()
        kept.withLock { $0.append(folder) }
        return folder
    }
}
