/// The data in a pack's central directory that its index does not have.
package struct ArchiveDirectory: Sendable {
    package let date: ArchiveDate
    /// The CRC-32 of each entry after the index, in the order of ``PackContents/entries``.
    package let checksums: [UInt32]

    /// Returns `nil` if the directory has other entries than the contents. Compares their lengths, not their names.
    ///
    /// - Parameter bytes: the directory, without the records after it.
    package init?(_ bytes: [UInt8], of contents: PackContents) {
        var checksums: [UInt32] = []
        checksums.reserveCapacity(contents.entryCount)
        let date: ArchiveDate? = bytes.withUnsafeBytes { bytes in
            var offset: Int? = 0
            var date: UInt32 = 0
            /// Returns the CRC-32 of the entry at `offset`, and continues after it.
            func next(_ nameLength: Int) -> UInt32 {
                guard let start = offset, start + ZipCentralHeader.byteCount + nameLength <= bytes.count else {
                    offset = nil
                    return 0
                }
                func value<Number>(of field: ZipField<Number>) -> Number {
                    bytes.value(at: start + field.offset)
                }
                let isEntry =
                    value(of: ZipCentralHeader.signature) == ZipCentralHeader.signatureValue
                    && Int(value(of: ZipCentralHeader.entry.nameLength)) == nameLength
                offset = isEntry ? start + ZipCentralHeader.byteCount + nameLength : nil
                if start == 0 { date = value(of: ZipCentralHeader.entry.timeAndDate) }
                return value(of: ZipCentralHeader.entry.crc)
            }
            _ = next(PackContents.indexPath.utf8.count)
            for entry in contents.entries { checksums.append(next(entry.pathLength)) }
            return offset == bytes.count ? ArchiveDate(timeAndDate: date) : nil
        }
        guard let date else { return nil }
        self.date = date
        self.checksums = checksums
    }
}
