import ThemeModel
import ThemeSystem

/// A pack that is put together from the data of an earlier pack and new data. The index, the manifest, all headers and
/// offsets are computed from the contents.
package struct PackAssembly: Sendable {
    /// The data of an entry.
    package struct Part: Sendable {
        package enum Source: Sendable { case base, addition }

        let source: Source
        /// The offsets in the source.
        let range: Range<Int>
        let checksum: UInt32

        package var length: Int { range.count }

        package init(source: Source, range: Range<Int>, checksum: UInt32) {
            self.source = source
            self.range = range
            self.checksum = checksum
        }
    }

    private let contents: PackContents
    private let index: EntryBytes
    private let manifest: EntryBytes
    private let parts: [Part]
    private let date: ArchiveDate
    private let layout: ArchiveLayout
    /// The CRC-32 of every entry.
    private let checksums: [UInt32]

    /// - Parameters:
    ///   - contents: with all offsets, as they are in the layout.
    ///   - parts: of the settings, if there are any, and of all items.
    package init(
        _ contents: PackContents, in layout: ArchiveLayout, index: EntryBytes, manifest: EntryBytes,
        parts: [Part], date: ArchiveDate
    ) {
        self.contents = contents
        self.index = index
        self.manifest = manifest
        self.parts = parts
        self.date = date
        self.layout = layout
        checksums = [index.checksum, manifest.checksum] + parts.map(\.checksum)
    }

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
        let (digest, manifestChecksum) = Workers.both(
            jobs: 2, { ContentDigest(of: manifest) }, { CRC32.value(of: manifest) })
        contents.manifest = DataReference(length: UInt64(manifest.count), digest: digest)
        let layout = contents.setOffsets()
        guard layout.length <= FormatLimits.packBytes else {
            throw PackError("describes a pack of \(layout.length) bytes, more than a pack can have")
        }
        guard Int(exactly: layout.length) == length else {
            throw PackError("describes a pack of \(layout.length) bytes, and says that it has \(length)")
        }
        let index = try IndexEncoder(contents).bytes(packLength: layout.length)
        self.init(
            contents, in: layout,
            index: EntryBytes(index, checksum: CRC32.value(of: index), path: PackContents.indexPath),
            manifest: EntryBytes(manifest, checksum: manifestChecksum, path: PackContents.manifestPath),
            parts: parts, date: date)
    }

    /// Gives the bytes of the pack to `write`, in order.
    ///
    /// - Parameter pieceLength: tests have shorter pieces.
    package func write(
        base: any ReadableBytes, addition: any ReadableBytes, pieceLength: Int? = nil,
        _ write: @escaping ([UInt8]) throws -> Void
    ) throws -> WrittenPack {
        var headers = AssemblyHeaders(
            of: contents, indexLength: index.count, checksums, date: date,
            directoryLength: Int(layout.directoryLength))
        var output = AssemblyOutput(pieceLength: pieceLength ?? AssemblyOutput.pieceLength, write)
        var newEntries = Set(0..<Self.computedEntryCount)
        try output.append(headers.archive.local(of: 0))
        try output.append(index)
        headers.add()
        try output.append(headers.archive.local(of: 1))
        try output.append(manifest)
        var number = 0
        while number < parts.count {
            headers.add()
            try output.append(headers.archive.local(of: number + Self.computedEntryCount))
            let run = run(from: number)
            newEntries.insert(number + Self.computedEntryCount)
            try append(run, of: parts[number].source == .base ? base : addition, &headers, &newEntries, to: &output)
            number = run.upperBound
        }
        try output.append(headers.archive.centralDirectory)
        try output.append(headers.archive.endRecords(directoryOffset: Int(layout.directoryOffset)))
        return WrittenPack(digest: try output.finish(), checksums: checksums, newEntries: newEntries)
    }

    /// The index and the manifest.
    private static let computedEntryCount = 2

    /// Returns the parts that have the same places in their source, relative to each other, as in the new pack. Between
    /// them, the source has headers of the same length. So they are read at once, and the headers are replaced.
    private func run(from first: Int) -> Range<Int> {
        let distance = dataOffset(of: first) - parts[first].range.lowerBound
        var end = first + 1
        while end < parts.count, parts[end].source == parts[first].source,
            dataOffset(of: end) - parts[end].range.lowerBound == distance
        { end += 1 }
        return first..<end
    }

    /// Adds the headers of all parts of the run but the first.
    private func append(
        _ run: Range<Int>, of source: any ReadableBytes, _ headers: inout AssemblyHeaders,
        _ newEntries: inout Set<Int>, to output: inout AssemblyOutput
    ) throws {
        let isAddition = parts[run.lowerBound].source == .addition
        let start = parts[run.lowerBound].range.lowerBound
        var next = run.lowerBound + 1
        try output.append(start..<parts[run.upperBound - 1].range.upperBound, of: source) { window, position in
            while next < run.upperBound {
                let header = parts[next - 1].range.upperBound - start - position
                guard header < window.count else { return }
                let entry = next + Self.computedEntryCount
                // The window before this one can have its beginning.
                if headers.archive.count == entry { headers.add() }
                let isChanged = headers.archive.replaceLocal(of: entry, at: header, in: window)
                if isAddition || isChanged { newEntries.insert(entry) }
                guard parts[next].range.lowerBound - start - position <= window.count else { return }
                next += 1
            }
        }
    }

    private func dataOffset(of part: Int) -> Int { Int(layout.dataOffsets[part + 1]) }
}

/// The headers of a pack. They are added in the order of its entries.
struct AssemblyHeaders {
    private(set) var archive: ArchiveHeaders
    private var entries: PackContents.Entries.Iterator
    private let checksums: [UInt32]
    /// Memory for paths.
    private var path: [UInt8] = []

    /// - Parameters:
    ///   - contents: with their offsets.
    ///   - indexLength: that of the first entry, which the contents do not list.
    ///   - checksums: of all entries.
    init(
        of contents: PackContents, indexLength: Int, _ checksums: [UInt32], date: ArchiveDate, directoryLength: Int
    ) {
        archive = ArchiveHeaders(
            date: date, entryCount: contents.entryCount + 1, directoryLength: directoryLength)
        entries = contents.entries.makeIterator()
        let data = PackIndex.start..<PackIndex.start + indexLength
        self.checksums = checksums
        archive.add(PackContents.indexPath.utf8, data: data, checksum: checksums[0])
    }

    /// Adds the headers of the next entry, if there is one.
    mutating func add() {
        guard let entry = entries.next() else { return }
        path.removeAll(keepingCapacity: true)
        entry.addPath(to: &path)
        archive.add(path, data: entry.stored.range, checksum: checksums[archive.count])
    }
}

/// Gives bytes to `write` in pieces. Another thread computes the SHA-256 of everything.
struct AssemblyOutput {
    /// With longer or more pieces, the system takes longer to provide their memory.
    static let pieceLength = 1 << 17
    private static let piecesMax = 4
    /// One more is filled, and one is hashed.
    private static let pieceCount = piecesMax + 2

    private let write: ([UInt8]) throws -> Void
    private let hasher = BackgroundHasher(piecesMax: piecesMax)
    /// Buffers that are filled in turns. If the other thread still reads one, it is copied.
    private var pieces: [[UInt8]]
    private let pieceLength: Int
    private var current = 0
    /// The bytes in the current buffer.
    private var used = 0

    init(pieceLength: Int, _ write: @escaping ([UInt8]) throws -> Void) {
        self.write = write
        self.pieceLength = pieceLength
        pieces = Array(repeating: Array(repeating: 0, count: pieceLength), count: Self.pieceCount)
    }

    mutating func append(_ bytes: EntryBytes) throws {
        try append(count: bytes.count) { window, position in bytes.read(at: position, into: window) }
    }

    mutating func append(_ bytes: [UInt8]) throws {
        try append(count: bytes.count) { window, position in
            window.copyBytes(from: bytes[position..<position + window.count])
        }
    }

    /// - Parameter change: changes the bytes before they are written. It gets consecutive parts of the range, each with
    ///   its position in it.
    mutating func append(
        _ range: Range<Int>, of source: any ReadableBytes,
        _ change: (_ window: UnsafeMutableRawBufferPointer, _ position: Int) -> Void
    ) throws {
        guard range.lowerBound >= 0, range.upperBound <= source.count else {
            throw DeltaError(source.path, "ends too early: it was cut")
        }
        try append(count: range.count) { window, position in
            try source.read(at: range.lowerBound + position, into: window)
            change(window, position)
        }
    }

    /// Returns the SHA-256 of all bytes.
    mutating func finish() throws -> ContentDigest {
        try flush()
        return hasher.digest
    }

    private mutating func append(
        count: Int, _ fill: (_ window: UnsafeMutableRawBufferPointer, _ position: Int) throws -> Void
    ) throws {
        var position = 0
        while position < count {
            if used == pieceLength { try flush() }
            let window = used..<min(used + count - position, pieceLength)
            try pieces[current].withUnsafeMutableBytes {
                try fill(UnsafeMutableRawBufferPointer(rebasing: $0[window]), position)
            }
            used = window.upperBound
            position += window.count
        }
    }

    private mutating func flush() throws {
        let bytes = used == pieceLength ? pieces[current] : Array(pieces[current][..<used])
        hasher.update(bytes)
        try write(bytes)
        used = 0
        current = (current + 1) % Self.pieceCount
    }
}
