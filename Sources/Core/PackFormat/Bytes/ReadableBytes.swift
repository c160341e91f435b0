package import ThemeModel
package import ThemeSystem

/// Bytes that are read in parts, so that a large file needs little memory.
package protocol ReadableBytes: Sendable {
    /// The path, for errors.
    var path: String { get }
    var count: Int { get }
    /// Fills the buffer. The range must lie within the bytes.
    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(DeltaError)
}

extension ReadableBytes {
    /// - Throws: ``DeltaError`` if the range does not lie within the bytes, or cannot be read.
    package func bytes(at offset: Int, count: Int) throws(DeltaError) -> [UInt8] {
        guard offset >= 0, count >= 0, offset <= self.count, count <= self.count - offset else {
            throw DeltaError(path, "ends too early: it was cut")
        }
        return try [UInt8](count: count) { bytes throws(DeltaError) in try read(at: offset, into: bytes) }
    }

    /// Calls `body` with consecutive parts of a range, which must lie within the bytes.
    package func forEachPiece(of range: Range<Int>, _ body: ([UInt8]) throws -> Void) throws {
        var offset = range.lowerBound
        while offset < range.upperBound {
            let piece = try bytes(at: offset, count: min(1 << 18, range.upperBound - offset))
            try body(piece)
            offset += piece.count
        }
    }

    /// Computes the SHA-256 of a range; `nil` means all bytes.
    package func digest(of range: Range<Int>? = nil) throws -> ContentDigest {
        var hasher = ContentHasher()
        try forEachPiece(of: range ?? 0..<count) { hasher.update($0) }
        return hasher.digest
    }
}

/// The bytes of an open file. It is not mapped, because access to a mapped file that was cut would end the process.
package final class BytesInFile: ReadableBytes {
    package let path: String
    package let count: Int
    private let file: OwnedDescriptor

    /// - Throws: ``DeltaError`` if it is not a regular file, or cannot be read.
    package convenience init(_ path: String) throws(DeltaError) {
        do throws(RegularFile.Failure) {
            self.init(try RegularFile(path), path: path)
        } catch {
            switch error {
            case .system(let code): throw DeltaError(path, "cannot be read: \(systemReason(of: code))")
            case .otherKind: throw DeltaError(path, "is not a regular file")
            }
        }
    }

    package init(_ file: consuming RegularFile, path: String) {
        self.path = path
        count = file.length
        self.file = file.shared()
    }

    /// The file's properties now.
    package var status: stat? {
        var status = stat()
        return fstat(file.number, &status) == 0 ? status : nil
    }

    package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(DeltaError) {
        do throws(IncompleteRead) {
            try readFully(file.number, at: offset, into: buffer)
        } catch {
            switch error {
            case .endOfFile: throw DeltaError(path, "was cut while it was read")
            case .failed: throw DeltaError(path, "cannot be read: \(systemReason())")
            }
        }
    }
}

/// The reason why a delta cannot be made or applied.
package struct DeltaError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file at fault.
    package let path: String
    /// A predicate whose subject is the file.
    package let reason: String

    package init(_ path: String, _ reason: String) {
        self.path = path
        self.reason = reason
    }

    package var description: String { "\(path): \(reason)" }
}
