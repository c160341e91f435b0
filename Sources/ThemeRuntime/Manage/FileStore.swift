import Foundation
import Synchronization

/// A choice in a text file of one line, which is replaced as a whole: written beside it, synced, renamed.
///
/// Whoever reads the file, at any moment and also after a crash, finds the old choice or the new one. The file's folder is
/// made if it is missing. Where a link stands, the file that it leads to is meant; the link stays.
public final class FileStore: ThemeStore {
    /// More than any id needs; a file that is longer is not ours.
    static let lengthMax = 4096
    /// As many links in a row as Linux follows.
    private static let linksMax = 40

    /// The file.
    public let path: String
    /// Two threads that save at the same time would write to the same file beside it.
    private let writing = Mutex<Void>(())

    /// A choice in the file of that path, which need not be there yet.
    public init(_ path: String) { self.path = path }

    /// The file's line, however it ends; `nil` if there is no file.
    ///
    /// - Throws: ``StoreProblem`` if the file cannot be read, or holds anything but a line of text.
    public func load() throws -> String? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        let file = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        // Opening a FIFO would wait for a writer.
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
        guard attributes?[.type] as? FileAttributeType == .typeRegular, let size = attributes?[.size] as? Int,
            size <= Self.lengthMax
        else { throw problem("is no saved choice") }
        guard let data = try? Data(contentsOf: file) else { throw problem("cannot be read") }
        guard let text = String(validating: data, as: UTF8.self) else { throw problem("is not UTF-8") }
        // Of CR LF, too, which is one character.
        let line = text.last?.isNewline == true ? String(text.dropLast()) : text
        guard !line.isEmpty, !line.contains(where: \.isNewline) else { throw problem("is no line of text") }
        return line
    }

    /// Replaces the file; `nil` removes it.
    ///
    /// - Throws: ``StoreProblem`` if the file cannot be written. Then it is as it was.
    public func save(_ text: String?) throws {
        try writing.withLock { _ in
            let file = try destination()
            guard let text else { return try remove(file) }
            guard !text.isEmpty, text.utf8.count < Self.lengthMax, !text.contains(where: \.isNewline) else {
                throw problem("takes one line of text of at most \(Self.lengthMax) bytes")
            }
            let beside = "\(file).\(UUID().uuidString).tmp"
            do {
                let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                try Self.write(text + "\n", to: beside)
            } catch {
                unlink(beside)
                throw problem("cannot be written: \(error.localizedDescription)")
            }
            guard rename(beside, file) == 0 else {
                let reason = String(cString: strerror(errno))
                unlink(beside)
                throw problem("cannot be replaced: \(reason)")
            }
        }
    }

    /// Where links lead from the path; the file itself need not be there yet.
    private func destination() throws -> String {
        var file = path
        for _ in 0..<Self.linksMax {
            guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: file) else { return file }
            let folder = URL(fileURLWithPath: file).deletingLastPathComponent().path
            file = next.hasPrefix("/") ? next : "\(folder)/\(next)"
        }
        throw problem("is a link that leads back to itself")
    }

    private static func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .withoutOverwriting)
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try file.synchronize()
        try file.close()
    }

    private func remove(_ file: String) throws {
        guard unlink(file) != 0, errno != ENOENT else { return }
        throw problem("cannot be removed: \(String(cString: strerror(errno)))")
    }

    private func problem(_ reason: String) -> StoreProblem { StoreProblem(place: path, reason: reason) }
}
