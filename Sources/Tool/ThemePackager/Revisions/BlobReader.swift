/// Reads files of a repository through one `git cat-file --batch`, which starts with the first file. Thread-safe.
final class BlobReader: Sendable {
    private let git: GitCommand
    private let folder: String
    private let batch = Lock<ChildProcess?>(nil)

    init(_ git: GitCommand, in folder: String) {
        self.git = git
        self.folder = folder
    }

    func read(_ blob: RevisionTree.Blob) throws(FileError) -> [UInt8] {
        try batch.withLock { batch throws(FileError) in
            if batch == nil {
                batch = try rethrow(as: { FileError.system($0.message) }) { () throws(UserError) in
                    try git.start(["cat-file", "--batch"], in: folder, readsRequests: true)
                }
            }
            guard let bytes = batch?.read(blob) else {
                // The next answer could be that of an earlier request.
                batch = nil
                throw .system("git does not have it; the clone may be incomplete")
            }
            return bytes
        }
    }
}

extension ChildProcess {
    /// Returns `nil` if git lacks the file or has ended.
    fileprivate func read(_ blob: RevisionTree.Blob) -> [UInt8]? {
        let isSent = Array("\(blob.id)\n".utf8).withUnsafeBytes { request in
            writeFully(request, to: input) { send($0, $1, $2, SocketConstants.sendFlags) }
        }
        // `<id> blob <size>` and a line feed, the content, and another line feed. Reads the header byte by byte, so
        // that nothing after its line is lost.
        let header = Array("\(blob.id) blob \(blob.size)\n".utf8)
        guard isSent, header.allSatisfy({ readBytes(1) == [$0] }) else { return nil }
        guard let bytes = readBytes(blob.size + 1), bytes.last == UInt8(ascii: "\n") else { return nil }
        return bytes.dropLast()
    }

    private func readBytes(_ count: Int) -> [UInt8]? {
        try? [UInt8](count: count) { bytes throws(IncompleteRead) in try readFully(output, into: bytes) }
    }
}
