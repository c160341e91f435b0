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
    private let directoryLength: Int

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
        (self.length, directoryLength) = (computed, Int(layout.directoryLength))
    }

    /// Gives the bytes of the pack to `write`, in order. Returns their SHA-256.
    package func write(
        base: any ReadableBytes, addition: any ReadableBytes, _ write: ([UInt8]) throws -> Void
    ) throws -> ContentDigest {
        try withoutActuallyEscaping(write) { write in
            var output = AssemblyOutput(directoryLength: directoryLength, date: date, write)
            try output.add(PackContents.indexPath, index)
            var (entries, parts) = (contents.entries.makeIterator(), parts.makeIterator())
            if let entry = entries.next() { try output.add(entry.path, manifest) }
            while let entry = entries.next(), let part = parts.next() {
                let source = part.source == .base ? base : addition
                try output.add(entry.path, part, count: Int(entry.stored.length), from: source)
            }
            return try output.finish(entryCount: self.parts.count + 2)
        }
    }
}
