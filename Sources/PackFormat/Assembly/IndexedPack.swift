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
        do throws(PackError) {
            let head = try Self.part(of: bytes, at: 0, count: min(bytes.count, PackIndex.headerEndMax))
            let index = try head.withBytes { head throws(PackError) in
                try PackIndex(startingWith: head, packLength: bytes.count)
            }
            let start = try Self.part(of: bytes, at: 0, count: PackIndex.start + index.length)
            let packLength = bytes.count
            let (contents, (digest, lines)) = Workers.both(jobs: 2) {
                Result { () throws(PackError) in try index.contents(ofStart: start, packLength: packLength) }
            } _: {
                (Self.digest(ofIndexIn: start), Self.manifestLines(of: index, in: bytes))
            }
            self.contents = try contents.get()
            indexDigest = digest
            manifestLines = lines
            let layout = ArchiveLayout(of: self.contents, indexLength: index.length)
            guard layout.length == UInt64(bytes.count),
                layout.hasOffsets(of: self.contents),
                let directory = ArchiveDirectory(
                    try Self.part(of: bytes, at: Int(layout.directoryOffset), count: Int(layout.directoryLength)),
                    of: self.contents)
            else { throw PackError("is not laid out as a pack must be; 'themepack verify' reports the reason") }
            self.directory = directory
        } catch {
            throw DeltaError(bytes.path, error.description)
        }
        items = contents.items
        variantCount = items.count - contents.resources.count
    }

    /// The data of an item.
    func part(ofItem number: Int) -> PackAssembly.Part {
        part(items[number].stored, checksum: directory.checksums[fixedEntryCount + number])
    }

    /// The data of the settings; `nil` if there are none.
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

    private static func part(of bytes: any ReadableBytes, at offset: Int, count: Int) throws(PackError) -> [UInt8] {
        try rethrow(as: { PackError($0.reason) }) { () throws(DeltaError) in
            try bytes.bytes(at: offset, count: count)
        }
    }
}
