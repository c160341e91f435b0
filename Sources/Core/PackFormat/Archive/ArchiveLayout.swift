import ThemeModel
import ThemeSystem

/// The offsets of a pack's entries, which the lengths of their names and data determine.
package struct ArchiveLayout: Sendable {
    package static let localHeaderLength = ZipLocalHeader.byteCount
    package static let entryCountMaxWithoutZip64 = 0xFFFF

    /// The offsets of the data of the entries after the index.
    package let dataOffsets: [UInt64]
    package let directoryOffset: UInt64
    package let directoryLength: UInt64
    package let hasZip64EndRecord: Bool
    package let length: UInt64

    /// - Parameter contents: their offsets do not matter.
    package init(of contents: PackContents, indexLength: Int) {
        var offset = UInt64(PackIndex.start + indexLength)
        var directoryLength = UInt64(ZipCentralHeader.byteCount + PackContents.indexPath.utf8.count)
        var dataOffsets: [UInt64] = []
        dataOffsets.reserveCapacity(contents.entryCount)
        for entry in contents.entries {
            offset += UInt64(ZipLocalHeader.byteCount + entry.pathLength)
            dataOffsets.append(offset)
            offset += entry.stored.length
            directoryLength += UInt64(ZipCentralHeader.byteCount + entry.pathLength)
        }
        self.dataOffsets = dataOffsets
        self.directoryLength = directoryLength
        directoryOffset = offset
        hasZip64EndRecord = dataOffsets.count + 1 > Self.entryCountMaxWithoutZip64
        let zip64Length = hasZip64EndRecord ? Zip64EndRecord.byteCount + Zip64Locator.byteCount : 0
        length = offset + directoryLength + UInt64(zip64Length + ZipEndRecord.byteCount)
    }

    /// Returns whether the entries have these offsets.
    package func hasOffsets(of contents: PackContents) -> Bool {
        contents.entries.lazy.map(\.stored.offset).elementsEqual(dataOffsets)
    }
}

extension PackContents {
    /// Sets the reference to the manifest and all offsets. Returns the manifest and the archive's layout.
    package mutating func layOut(
        jobs: Int, checksum: @escaping GeneratedPieces.Checksum
    ) -> (manifest: EntryBytes, index: IndexEncoder, archive: ArchiveLayout) {
        let ((pieces, digest), slots) = manifestAndSlots(jobs: jobs, checksum)
        manifest = DataReference(length: UInt64(pieces.count), digest: digest)
        let layout = setOffsets(indexLength: IndexEncoder(self, slots).length)
        let text = EntryBytes(PackManifest(of: self), pieces, path: Self.manifestPath)
        return (text, IndexEncoder(self, slots), layout)
    }

    /// It is a function of its own so that no copy of the contents is left when they change.
    private func manifestAndSlots(
        jobs: Int, _ checksum: @escaping GeneratedPieces.Checksum
    ) -> ((pieces: GeneratedPieces, digest: ContentDigest), RecordSlots) {
        Workers.both(jobs: jobs) {
            var hasher = ContentHasher()
            let pieces = GeneratedPieces(PackManifest(of: self), jobs: jobs, checksum: checksum) { hasher.update($0) }
            return (pieces, hasher.digest)
        } _: {
            RecordSlots(of: self)
        }
    }

    /// Sets the offset of every entry's data.
    ///
    /// - Parameter indexLength: that of these contents, if it is known.
    package mutating func setOffsets(indexLength: Int? = nil) -> ArchiveLayout {
        let layout = ArchiveLayout(of: self, indexLength: indexLength ?? IndexEncoder(self).length)
        var next = layout.dataOffsets.makeIterator()
        func setOffset(_ reference: inout DataReference) { reference.offset = next.next() ?? 0 }
        setOffset(&manifest)
        if var settings {
            setOffset(&settings)
            self.settings = settings
        }
        for image in images.indices {
            for variant in images[image].variants.indices { setOffset(&images[image].variants[variant].stored) }
        }
        for resource in resources.indices { setOffset(&resources[resource].stored) }
        return layout
    }
}
