package import ThemeModel
import ThemeSystem

/// A pack that is put together from the data of an earlier pack and new data. The index, the manifest, all headers and
/// offsets are computed from the contents.
package struct PackAssembly: Sendable {
    package struct Part: Sendable {
        package enum Source: Sendable { case base, addition }

        let source: Source
        let range: Range<Int>
        let checksum: UInt32
    }

    private let contents: PackContents
    private let index: [UInt8]
    private let manifest: [UInt8]
    private let manifestChecksum: UInt32
    private let parts: [Part]
    private let date: ArchiveDate
    private let layout: ArchiveLayout

    /// - Parameters:
    ///   - contents: the reference to the manifest, and all offsets, are computed.
    ///   - manifest: the manifest of these contents.
    ///   - parts: of the settings, if there are any, and of all items.
    ///   - length: the length that the pack must have.
    /// - Throws: ``PackError`` if the pack breaks a limit of the format, or has another length.
    package init(
        _ contents: PackContents, manifest: [UInt8], parts: [Part], date: ArchiveDate, length: Int
    ) throws(PackError) {
        var contents = contents
        let digest: ContentDigest
        (digest, manifestChecksum) = Workers.both(
            jobs: 2, { ContentDigest(of: manifest) }, { CRC32.value(of: manifest) })
        contents.manifest = DataReference(length: UInt64(manifest.count), digest: digest)
        let layout = contents.setOffsets()
        guard layout.length <= FormatLimits.packBytes else {
            throw PackError("describes a pack of \(layout.length) bytes, more than a pack can have")
        }
        guard Int(exactly: layout.length) == length else {
            throw PackError("describes a pack of \(layout.length) bytes, and says that it has \(length)")
        }
        index = try IndexEncoder(contents).bytes(packLength: layout.length)
        self.contents = contents
        self.manifest = manifest
        self.parts = parts
        self.date = date
        self.layout = layout
    }

    /// Gives the bytes of the pack to `write`, in order. Returns their SHA-256.
    ///
    /// - Parameter pieceLength: with longer pieces, the system takes longer to provide their memory.
    package func write(
        base: any ReadableBytes, addition: any ReadableBytes, pieceLength: Int = 1 << 17,
        _ write: @escaping ([UInt8]) throws -> Void
    ) throws -> ContentDigest {
        var headers = ArchiveHeaders(date: date, directoryLength: Int(layout.directoryLength))
        var output = AssemblyOutput(pieceLength: pieceLength, write)
        var base = ReadAhead(of: base)
        var addition = ReadAhead(of: addition)
        let indexData = PackIndex.start..<PackIndex.start + index.count
        try output.append(headers.add(PackContents.indexPath, data: indexData, checksum: CRC32.value(of: index))[...])
        try output.append(index[...])
        let manifestData = contents.manifest.range
        try output.append(headers.add(PackContents.manifestPath, data: manifestData, checksum: manifestChecksum)[...])
        try output.append(manifest[...])
        for (entry, part) in zip(contents.entries.dropFirst(), parts) {
            try output.append(headers.add(entry.path, data: entry.stored.range, checksum: part.checksum)[...])
            switch part.source {
            case .base: try base.forEachPiece(of: part.range) { try output.append($0) }
            case .addition: try addition.forEachPiece(of: part.range) { try output.append($0) }
            }
        }
        try output.append(headers.centralDirectory[...])
        try output.append(headers.endRecords(directoryOffset: Int(layout.directoryOffset))[...])
        return try output.finish()
    }
}

/// Reads ranges of a file, most of which follow each other with only a header between them, with few calls.
private struct ReadAhead {
    private static let length = 1 << 17

    private let source: any ReadableBytes
    private var bytes: [UInt8] = []
    private var start = 0

    init(of source: any ReadableBytes) { self.source = source }

    mutating func forEachPiece(of range: Range<Int>, _ body: (ArraySlice<UInt8>) throws -> Void) throws {
        var position = range.lowerBound
        while position < range.upperBound {
            if position < start || position >= start + bytes.count {
                let wanted = max(min(Self.length, source.count - position), 1)
                bytes = try source.bytes(at: position, count: wanted)
                start = position
            }
            let end = min(range.upperBound, start + bytes.count)
            try body(bytes[position - start..<end - start])
            position = end
        }
    }
}

/// Gives bytes to `write` in pieces. Another thread computes the SHA-256 of everything.
private struct AssemblyOutput {
    private let write: ([UInt8]) throws -> Void
    private let hasher = BackgroundHasher(piecesMax: 4)
    private let pieceLength: Int
    private var piece: [UInt8] = []

    init(pieceLength: Int, _ write: @escaping ([UInt8]) throws -> Void) {
        self.write = write
        self.pieceLength = pieceLength
        piece.reserveCapacity(pieceLength)
    }

    mutating func append(_ bytes: ArraySlice<UInt8>) throws {
        var rest = bytes
        while !rest.isEmpty {
            let part = rest.prefix(pieceLength - piece.count)
            piece += part
            rest = rest.dropFirst(part.count)
            if piece.count == pieceLength { try flush() }
        }
    }

    mutating func finish() throws -> ContentDigest {
        if !piece.isEmpty { try flush() }
        return hasher.digest
    }

    private mutating func flush() throws {
        hasher.update(piece)
        try write(piece)
        piece = []
        piece.reserveCapacity(pieceLength)
    }
}
