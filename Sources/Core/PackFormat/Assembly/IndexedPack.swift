import ThemeSystem
package import ThemeModel

/// A pack whose index and central directory are in memory. Its data is read when it is needed, and not checked.
package struct IndexedPack: Sendable {
    package let bytes: any ReadableBytes
    package let contents: PackContents
    /// The SHA-256 of the index, which determines everything in the pack except the time stamp.
    package let indexDigest: ContentDigest
    let directory: ArchiveDirectory
    package let items: [PackItem]
    let variantCount: Int
    /// The lines of ``items`` in the manifest; `nil` if it is damaged.
    let manifestLines: ManifestLines?

    /// - Throws: ``DeltaError`` if it is not a pack, or is not laid out as FORMAT.md requires.
    package init(_ bytes: any ReadableBytes) throws(DeltaError) {
        self.bytes = bytes
        let path = bytes.path
        let packLength = bytes.count
        let head = try bytes.bytes(at: 0, count: min(packLength, PackIndex.headerEndMax))
        let index = try PackIndex(start: head, packLength: packLength, path: path)
        let start = try bytes.bytes(at: 0, count: PackIndex.start + index.length)
        let (found, (digest, lines)) = Workers.both(jobs: 2) {
            Result { () throws(DeltaError) in
                try index.contents(ofStart: start, packLength: packLength, path: path)
            }
        } _: {
            (Self.digest(ofIndexIn: start), Self.manifestLines(of: index, in: bytes))
        }
        contents = try found.get()
        indexDigest = digest
        manifestLines = lines
        let layout = ArchiveLayout(of: contents, indexLength: index.length)
        guard layout.length == UInt64(packLength), layout.hasOffsets(of: contents),
            let directory = ArchiveDirectory(
                try bytes.bytes(at: Int(layout.directoryOffset), count: Int(layout.directoryLength)), of: contents)
        else {
            throw DeltaError(path, "is not laid out as a pack must be; 'themepack verify' reports the reason")
        }
        self.directory = directory
        items = contents.items
        variantCount = items.count - contents.resources.count
    }

    func part(ofItem number: Int) -> PackAssembly.Part {
        part(items[number].stored, checksum: directory.checksums[fixedEntryCount + number])
    }

    var settingsPart: PackAssembly.Part? { contents.settings.map { part($0, checksum: directory.checksums[1]) } }

    private func part(_ stored: DataReference, checksum: UInt32) -> PackAssembly.Part {
        // The initializer has checked that all data lies in the pack.
        PackAssembly.Part(source: .base, range: stored.range, checksum: checksum)
    }

    /// The manifest, and the settings if there are any, come before the items.
    private var fixedEntryCount: Int { contents.settings == nil ? 1 : 2 }

    /// The most bytes of a manifest for each byte of the index; usual packs have 2. A longer manifest is not read, so
    /// that the index bounds the memory.
    private static let manifestFactorMax = 8

    private static func digest(ofIndexIn start: [UInt8]) -> ContentDigest {
        start.withUnsafeBytes { ContentDigest(of: UnsafeRawBufferPointer(rebasing: $0[PackIndex.start...])) }
    }

    private static func manifestLines(of index: PackIndex, in bytes: any ReadableBytes) -> ManifestLines? {
        guard index.manifest.range.count <= manifestFactorMax * index.length,
            let manifest = try? bytes.bytes(at: index.manifest.range.lowerBound, count: index.manifest.range.count),
            ContentDigest(of: manifest) == index.manifest.digest
        else { return nil }
        return ManifestLines(of: manifest, count: index.variantCount + index.resourceCount)
    }
}

/// The index of a pack of which only the start is in memory. `path` is for errors.
extension PackIndex {
    /// - Parameter start: the first ``headerEndMax`` bytes of the pack, or all if it has fewer.
    init(start: [UInt8], packLength: Int, path: String) throws(DeltaError) {
        self = try rethrow(as: { DeltaError(path, $0.description) }) { () throws(PackError) in
            try start.withBytes { bytes throws(PackError) in
                try PackIndex(startingWith: bytes, packLength: packLength)
            }
        }
    }

    /// Returns the references to all images and resources, in any order.
    ///
    /// - Parameter start: the bytes of the pack up to the end of the index.
    func dataReferences(ofStart start: [UInt8], packLength: Int) -> [DataReference] {
        // Safe: as below.
        start.withUnsafeBytes { dataReferences(in: UnsafeRawBufferPointer(start: $0.baseAddress, count: packLength)) }
    }

    /// - Parameter start: the bytes of the pack up to the end of the index, or more.
    func contents(ofStart start: [UInt8], packLength: Int, path: String) throws(DeltaError) -> PackContents {
        guard start.count >= Self.start + length, packLength >= start.count else {
            throw DeltaError(path, "the file ends within the index")
        }
        return try rethrow(as: { DeltaError(path, $0.description) }) { () throws(PackError) in
            try start.withBytes { bytes throws(PackError) in
                // Safe: the index is checked against its own end before anything is read, and the data is not read.
                // The offsets of data are compared with the whole length.
                try contents(of: UnsafeRawBufferPointer(start: bytes.baseAddress, count: packLength))
            }
        }
    }
}
