import SystemCalls
import ThemeModel

/// A new file with a temporary name. When the sink is freed, the file is deleted unless it was renamed.
final class FileSink: ByteSink {
    let path: String
    private let unfinished: UnfinishedFiles
    private let disk: DiskCalls
    private var descriptor: Int32
    private var writeback = EarlyWriteback()

    init(creating path: String, _ unfinished: UnfinishedFiles, on disk: DiskCalls) throws(SinkError) {
        (self.path, self.unfinished, self.disk) = (path, unfinished, disk)
        descriptor = unfinished.create(path, on: disk)
        guard descriptor >= 0 else { throw .system() }
    }

    deinit {
        close()
        unfinished.remove(path, on: disk)
    }

    /// Closes the file, because the number of open files is limited.
    func close() {
        if descriptor >= 0 { SystemCalls.close(descriptor) }
        descriptor = -1
    }

    func append(_ bytes: [UInt8]) throws(SinkError) {
        let isWritten = bytes.withUnsafeBytes { writeFully($0, to: descriptor, with: disk.write) }
        if !isWritten { throw .system() }
        writeback.continueAfter(bytes.count, to: descriptor)
    }

    /// Waits until all bytes are on the disk, so that a power failure does not lose them. Thread-safe.
    var synchronize: @Sendable () -> SinkError? {
        { [descriptor, disk] in disk.synchronize(descriptor) == 0 ? nil : .system() }
    }
}
