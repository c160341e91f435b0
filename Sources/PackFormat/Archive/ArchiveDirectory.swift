/// The data in a pack's central directory that its index does not have.
package struct ArchiveDirectory: Sendable {
    /// The time stamp of all entries.
    package let date: ArchiveDate
    /// The CRC-32 of each entry after the index, in the order of ``PackContents/entries``.
    package let checksums: [UInt32]

    /// Returns `nil` if the directory has other entries than the contents. Compares their lengths, not their names.
    ///
    /// - Parameter bytes: the directory, without the records after it.
    package init?(_ bytes: [UInt8], of contents: PackContents) {
        var (offset, checksums): (Int, [UInt32]) = (0, [])
        func value<Number>(of field: ZipField<Number>) -> Number? {
            guard offset + ZipCentralHeader.byteCount <= bytes.count else { return nil }
            return bytes.withUnsafeBytes {
                Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset + field.offset, as: Number.self))
            }
        }
        func isEntry(_ nameLength: Int) -> Bool {
            value(of: ZipCentralHeader.signature) == ZipCentralHeader.signatureValue
                && value(of: ZipCentralHeader.entry.nameLength).map { Int($0) } == nameLength
        }
        guard let date = value(of: ZipCentralHeader.entry.timeAndDate), isEntry(PackContents.indexPath.utf8.count)
        else { return nil }
        self.date = ArchiveDate(timeAndDate: date)
        offset += ZipCentralHeader.byteCount + PackContents.indexPath.utf8.count
        for entry in contents.entries {
            let nameLength = entry.pathLength
            guard isEntry(nameLength), let checksum = value(of: ZipCentralHeader.entry.crc) else { return nil }
            checksums.append(checksum)
            offset += ZipCentralHeader.byteCount + nameLength
        }
        guard offset == bytes.count else { return nil }
        self.checksums = checksums
    }
}
