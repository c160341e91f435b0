import ContentHashing
package import PackFormat
package import ThemeModel

/// A pack that is put together from the data of an earlier pack and new data. The index, the manifest, all headers and
/// offsets are computed from the contents.
package struct PackAssembly: Sendable {
    /// The data of an entry.
    package struct Part: Sendable {
        package enum Source: Sendable { case base, addition }

        package let source: Source
        package let offset: Int
        package let checksum: UInt32

        package init(_ source: Source, offset: Int, checksum: UInt32) {
            (self.source, self.offset, self.checksum) = (source, offset, checksum)
        }
    }

    package let length: Int
    private let contents: PackContents
    private let index: [UInt8]
    private let manifest: [UInt8]
    private let parts: [Part]
    private let date: ArchiveDate
    private let layout: ArchiveLayout

    /// - Parameters:
    ///   - contents: the reference to the manifest, and all offsets, are computed.
    ///   - parts: of the settings, if there are any, and of all items.
    ///   - length: the length that the pack must have; `nil` for any.
    /// - Throws: ``PackError`` if the pack breaks a limit of the format, or has another length.
    package init(
        _ contents: PackContents, parts: [Part], date: ArchiveDate, length: Int? = nil
    ) throws(PackError) {
        var contents = contents
        manifest = PackManifest.bytes(of: contents)
        contents.manifest = DataReference(length: UInt64(manifest.count), digest: ContentDigest(of: manifest))
        let layout = contents.setOffsets(indexLength: PackIndex.length(of: contents))
        guard layout.length <= FormatLimits.packBytes, let computed = Int(exactly: layout.length) else {
            throw PackError("describes a pack of \(layout.length) bytes, more than a pack can have")
        }
        guard length == nil || length == computed else {
            throw PackError("describes a pack of \(computed) bytes, and says that it has \(length ?? 0)")
        }
        index = try PackIndex.encode(contents, packLength: layout.length)
        (self.contents, self.parts, self.date) = (contents, parts, date)
        (self.length, self.layout) = (computed, layout)
    }

    /// Gives the bytes of the pack to `write`, in order. Returns their SHA-256.
    package func write(
        base: any ReadableBytes, addition: any ReadableBytes, _ write: ([UInt8]) throws -> Void
    ) throws -> ContentDigest {
        try self.write(base: base, addition: addition, pieceLength: AssemblyOutput.pieceLength, write)
    }

    func write(
        base: any ReadableBytes, addition: any ReadableBytes, pieceLength: Int, _ write: ([UInt8]) throws -> Void
    ) throws -> ContentDigest {
        try withoutActuallyEscaping(write) { write in
            let headers = headers
            var output = AssemblyOutput(pieceLength: pieceLength, write)
            for (entry, data) in [index, manifest].enumerated() {
                try output.append(headers.local(of: entry))
                try output.append(data)
            }
            var number = 0
            while number < parts.count {
                let run = run(from: number)
                try output.append(headers.local(of: number + Self.computedEntryCount))
                try append(run, headers, of: parts[number].source == .base ? base : addition, to: &output)
                number = run.upperBound
            }
            try output.append(headers.centralDirectory)
            try output.append(headers.endRecords(directoryOffset: Int(layout.directoryOffset)))
            return try output.finish()
        }
    }

    /// The index and the manifest.
    private static let computedEntryCount = 2

    private var headers: ArchiveHeaders {
        var headers = ArchiveHeaders(entryCount: parts.count + 2, directoryLength: Int(layout.directoryLength))
        func add(_ path: String, count: Int, checksum: UInt32, at dataOffset: Int) {
            let entry = ZipEntryDescription(path: path, length: count, crc: checksum, date: date)
            headers.add(entry, at: dataOffset - ArchiveLayout.localHeaderLength - path.utf8.count)
        }
        add(PackContents.indexPath, count: index.count, checksum: CRC32.value(of: index), at: PackIndex.start)
        let checksums = [CRC32.value(of: manifest)] + parts.lazy.map(\.checksum)
        for (number, entry) in contents.entries.enumerated() {
            add(
                entry.path, count: Int(entry.stored.length), checksum: checksums[number],
                at: Int(layout.dataOffsets[number]))
        }
        return headers
    }

    /// Returns the parts that have the same places in their source, relative to each other, as in the new pack. Between
    /// them, the source has headers of the same length. So they are read at once, and the headers are replaced.
    private func run(from first: Int) -> Range<Int> {
        let distance = dataOffset(of: first) - parts[first].offset
        var end = first + 1
        while end < parts.count, parts[end].source == parts[first].source,
            dataOffset(of: end) - parts[end].offset == distance
        { end += 1 }
        return first..<end
    }

    private func append(
        _ run: Range<Int>, _ headers: ArchiveHeaders, of source: any ReadableBytes, to output: inout AssemblyOutput
    ) throws {
        let (start, last) = (dataOffset(of: run.lowerBound), run.upperBound)
        let end = last < parts.count ? headerOffset(of: last, headers) : Int(layout.directoryOffset)
        let offset = parts[run.lowerBound].offset
        var next = run.lowerBound + 1
        try output.append(offset..<offset + end - start, of: source) { window, position in
            while next < last {
                let header = headerOffset(of: next, headers) - start - position
                guard header < window.count else { return }
                headers.putLocal(of: next + Self.computedEntryCount, at: header, in: window)
                // The rest of the header is in the next window.
                guard dataOffset(of: next) - start - position <= window.count else { return }
                next += 1
            }
        }
    }

    private func dataOffset(of part: Int) -> Int { Int(layout.dataOffsets[part + 1]) }

    private func headerOffset(of part: Int, _ headers: ArchiveHeaders) -> Int {
        dataOffset(of: part) - headers.localLength(of: part + Self.computedEntryCount)
    }
}
