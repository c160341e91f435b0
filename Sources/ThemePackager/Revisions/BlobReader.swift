/// Reads files of a repository through one `git cat-file --batch`, which starts with the first file. Thread-safe.
final class BlobReader: Sendable {
    private let git: GitCommand
    private let folder: String
    private let batch = Lock<Batch?>(nil)

    init(_ git: GitCommand, in folder: String) {
        self.git = git
        self.folder = folder
    }

    func read(_ blob: RevisionTree.Blob) throws(FileError) -> [UInt8] {
        try batch.withLock { batch throws(FileError) in
            if batch == nil { batch = try Self.start(git, in: folder) }
            guard let bytes = batch?.read(blob) else {
                // The next answer could be that of an earlier request.
                batch = nil
                throw .system("git does not have it; the clone may be incomplete")
            }
            return bytes
        }
    }

    private static func start(_ git: GitCommand, in folder: String) throws(FileError) -> Batch {
        return try rethrow(as: { FileError.system($0.message) }) { () throws(UserError) in
            Batch(process: try git.start(["cat-file", "--batch"], in: folder, readsRequests: true))
        }
    }

    private struct Batch {
        let process: ChildProcess

        /// Returns `nil` if git lacks the file or has ended.
        func read(_ blob: RevisionTree.Blob) -> [UInt8]? {
            let isSent = Array("\(blob.id)\n".utf8).withUnsafeBytes { request in
                writeFully(request, to: process.input) { send($0, $1, $2, Self.sendFlags) }
            }
            // `<id> blob <size>` and a line feed, the content, and another line feed.
            guard isSent, let header = readLine(), header == "\(blob.id) blob \(blob.size)" else { return nil }
            guard let bytes = readBytes(blob.size + 1), bytes.last == UInt8(ascii: "\n") else { return nil }
            return bytes.dropLast()
        }

        /// Reads byte by byte, so that nothing after the line is lost. A header has about 50 bytes.
        private func readLine() -> String? {
            var line: [UInt8] = []
            while line.count < 200 {
                guard let byte = readBytes(1)?[0] else { return nil }
                if byte == UInt8(ascii: "\n") { return String(repairing: line) }
                line.append(byte)
            }
            return nil
        }

        private func readBytes(_ count: Int) -> [UInt8]? {
            try? [UInt8](count: count) { bytes throws(IncompleteRead) in try readFully(process.output, into: bytes) }
        }

        #if canImport(Darwin)
            private static let sendFlags: Int32 = 0
        #else
            private static let sendFlags = Int32(MSG_NOSIGNAL)
        #endif
    }
}
