/// The data in a pack's central directory that its index does not have.
package struct ArchiveDirectory: Sendable {
    package let date: ArchiveDate
    /// The CRC-32 of each entry after the index, in the order of ``PackContents/entries``.
    package let checksums: [UInt32]

    /// Returns `nil` if the directory has other entries than the contents. Compares their lengths, not their names.
    ///
    /// - Parameter bytes: the directory, without the records after it.
    package init?(_ bytes: [UInt8], of contents: PackContents) {
        let fields = ZipCentralHeader.entry
        let found: (date: UInt32, checksums: [UInt32])? = bytes.withUnsafeBytes { bytes in
            var entries = ZipDirectoryEntries(bytes)
            guard let index = entries.next(), index.name.count == PackContents.indexPath.utf8.count else { return nil }
            var checksums: [UInt32] = []
            checksums.reserveCapacity(contents.entryCount)
            for entry in contents.entries {
                guard let next = entries.next(), next.name.count == entry.pathLength else { return nil }
                checksums.append(next.header.value(at: fields.crc.offset))
            }
            return entries.isAtEnd ? (index.header.value(at: fields.timeAndDate.offset), checksums) : nil
        }
        guard let found else { return nil }
        date = ArchiveDate(timeAndDate: found.date)
        checksums = found.checksums
    }
}

extension ArchiveDirectory {
    /// Returns the CRC-32 of every entry, with the offset of its data. In a sound pack, the offsets ascend.
    static func checksums(
        in pack: any ReadableBytes
    ) throws(DeltaError) -> [(dataOffset: UInt64, checksum: UInt32)] {
        let endStart = pack.count - ZipEndRecord.byteCount
        let end = try pack.bytes(at: endStart, count: ZipEndRecord.byteCount)
        let (length, offset) = end.withUnsafeBytes { end -> (UInt32, UInt32) in
            (end.value(at: ZipEndRecord.directoryLength.offset), end.value(at: ZipEndRecord.directoryOffset.offset))
        }
        let fields = ZipCentralHeader.entry
        var checksums: [(dataOffset: UInt64, checksum: UInt32)] = []
        checksums.reserveCapacity(Int(length) / (2 * ZipCentralHeader.byteCount))
        try pack.bytes(at: Int(offset), count: Int(length)).withUnsafeBytes { directory in
            for (header, name) in ZipDirectoryEntries(directory) {
                let start: UInt32 = header.value(at: ZipCentralHeader.localHeaderOffset.offset)
                let dataOffset = UInt64(start) + UInt64(ZipLocalHeader.byteCount + name.count)
                checksums.append((dataOffset, header.value(at: fields.crc.offset)))
            }
        }
        return checksums
    }
}

/// The entries of a central directory up to the first that is damaged.
struct ZipDirectoryEntries: Sequence, IteratorProtocol {
    private let bytes: UnsafeRawBufferPointer
    private var offset = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    var isAtEnd: Bool { offset == bytes.count }

    mutating func next() -> (header: UnsafeRawBufferPointer, name: UnsafeRawBufferPointer)? {
        guard bytes.count - offset >= ZipCentralHeader.byteCount else { return nil }
        let header = bytes.part(at: offset, count: ZipCentralHeader.byteCount)
        func length(_ field: ZipField<UInt16>) -> Int { Int(header.value(at: field.offset) as UInt16) }
        let start = offset + ZipCentralHeader.byteCount
        let nameLength = length(ZipCentralHeader.entry.nameLength)
        guard header.value(at: 0) == ZipCentralHeader.signatureValue, bytes.count - start >= nameLength else {
            return nil
        }
        offset =
            start + nameLength + length(ZipCentralHeader.entry.extraFieldLength)
            + length(ZipCentralHeader.commentLength)
        return (header, bytes.part(at: start, count: nameLength))
    }
}
