public import ThemeSystem

/// Saves the choice in a text file of one line, and replaces the file atomically.
///
/// Several threads may save at once: a reader gets the whole text of one of them, also after a crash. The file's folder
/// is created if it is missing. If the path is a link, the file that it points to is replaced.
public struct FileStore: ThemeStore {
    /// The most bytes of the file, far more than an id needs.
    static let lengthMax = 4096
    /// The most links in a row that are followed, as on Linux.
    private static let linksMax = 40

    private let path: String

    /// Creates a store for the file at a path. The file need not exist yet.
    public init(_ path: String) { self.path = path }

    /// Creates a store for a file URL.
    public init(_ file: URL) { self.init(file.path) }

    /// Throws ``StoreError`` if the file exists and cannot be read, or is not one line of text.
    public func load() throws -> String? {
        let file: RegularFile
        do throws(RegularFile.Failure) {
            file = try RegularFile(path)
        } catch {
            switch error {
            case .system(ENOENT), .system(ENOTDIR): return nil
            case .system(let code): throw failure("cannot be read: \(systemReason(of: code))")
            case .otherKind: throw failure("is not a file with a saved choice")
            }
        }
        guard file.length <= Self.lengthMax else { throw failure("is not a file with a saved choice") }
        guard let bytes = file.bytes() else { throw failure("cannot be read") }
        let text: String
        do throws(InvalidText) { text = try String(checking: bytes) } catch { throw failure(error.description) }
        // CR LF is one character.
        let line = text.last?.isNewline == true ? String(text.dropLast()) : text
        guard !line.isEmpty, !line.contains(where: \.isNewline) else { throw failure("is not one line of text") }
        return line
    }

    /// Throws ``StoreError`` if the file cannot be written. Then it has not changed.
    public func save(_ text: String?) throws {
        let file = try destination()
        guard let text else { return try remove(file) }
        guard !text.isEmpty, text.utf8.count < Self.lengthMax, !text.contains(where: \.isNewline) else {
            throw failure("stores only one line of text of at most \(Self.lengthMax - 1) bytes")
        }
        do {
            let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw failure("cannot be written: \(Self.reason(for: error))")
        }
        try rethrow(as: { failure("cannot be written: \($0.reason)") }) { () throws(SystemError) in
            try AtomicFile.replace(file, with: Array((text + "\n").utf8))
        }
    }

    /// The path after following links. The file need not exist.
    private func destination() throws -> String {
        var file = path
        for _ in 0..<Self.linksMax {
            guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: file) else { return file }
            let folder = URL(fileURLWithPath: file).deletingLastPathComponent().path
            file = next.hasPrefix("/") ? next : "\(folder)/\(next)"
        }
        throw failure("is a link that leads back to itself")
    }

    /// The system's message for an error. Foundation's errors contain it as an underlying error.
    private static func reason(for error: any Error) -> String {
        let cause = error as? POSIXError ?? (error as? CocoaError)?.underlying as? POSIXError
        return cause.map { systemReason(of: $0.code.rawValue) } ?? "\(error)"
    }

    private func remove(_ file: String) throws {
        guard unlink(file) != 0, errno != ENOENT else { return }
        throw failure("cannot be removed: \(systemReason())")
    }

    private func failure(_ reason: String) -> StoreError { StoreError(place: path, reason: reason) }
}
