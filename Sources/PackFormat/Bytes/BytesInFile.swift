import ThemeSystem

/// The bytes of an open file. It is not mapped, because access to a mapped file that was cut would end the process.
package final class BytesInFile: ReadableBytes {
    package let path: String
    package let count: Int
    private let descriptor: Int32

    /// - Throws: ``DeltaError`` if it is not a regular file, or cannot be read.
    package init(_ path: String) throws(DeltaError) {
        let file: RegularFile
        do throws(RegularFile.Failure) {
            file = try RegularFile(path)
        } catch {
            switch error {
            case .system(let code): throw DeltaError(path, "cannot be read: \(systemReason(of: code))")
            case .otherKind: throw DeltaError(path, "is not a regular file")
            }
        }
        self.path = path
        count = file.length
        descriptor = file.release()
    }

    deinit { close(descriptor) }

    package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(DeltaError) {
        do throws(IncompleteRead) {
            try readFully(descriptor, at: offset, into: buffer)
        } catch {
            switch error {
            case .endOfFile: throw DeltaError(path, "was cut while it was read")
            case .failed: throw .system(path, "cannot be read")
            }
        }
    }
}

extension DeltaError {
    static func system(_ path: String, _ what: String) -> DeltaError {
        DeltaError(path, "\(what): \(systemReason())")
    }
}
