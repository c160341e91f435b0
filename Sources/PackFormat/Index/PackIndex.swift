package import ThemeModel

/// The header of a pack's index. FORMAT.md defines the layout.
///
/// The initializers check the header and the bounds of the hash table. Other methods take the whole pack as `bytes`
/// again, and check what they read.
package struct PackIndex: Sendable {
    /// The newest version of the format that this code reads and writes.
    package static let formatVersion: UInt16 = 2

    /// Returns the lowest version that has everything the theme needs.
    package static func formatVersion(for theme: PackTheme) -> UInt16 { theme.season == .none ? 1 : 2 }

    /// `0x89 T H P \r \n 0x1A \n`. As with PNG's signature, a transfer in text mode damages it visibly.
    static let magic: [UInt8] = [0x89, 0x54, 0x48, 0x50, 0x0D, 0x0A, 0x1A, 0x0A]
    /// The offset of the index: after the first local header of the zip, 30 bytes, and the name `index`.
    package static let start = 35
    static let fixedHeaderLength = IndexField.Header.properties
    /// Readers of version 1 ignore what version 2 added.
    static let minimumReaderOfNewPacks: UInt16 = 1

    /// The version of the pack. It can be newer than this code.
    package let formatVersion: UInt16
    /// The lowest version of a reader that can read the pack.
    package let minimumReader: UInt16
    package let theme: PackTheme
    package let contract: ContentDigest
    package let manifest: DataReference
    package let settings: DataReference?
    package let imageCount: Int
    package let variantCount: Int
    package let resourceCount: Int
    package let length: Int
    package let table: IndexTable

    /// The largest offset at which the header can end.
    package static let headerEndMax = start + roundedUpToEight(fixedHeaderLength + FormatLimits.propertiesBytes) + 8

    package init(of bytes: UnsafeRawBufferPointer) throws(PackError) {
        try self.init(startingWith: bytes, packLength: bytes.count)
    }

    /// - Parameter bytes: the first ``headerEndMax`` bytes of the pack, or all if it has fewer.
    package init(startingWith bytes: UnsafeRawBufferPointer, packLength: Int) throws(PackError) {
        let header = try IndexReader(bytes, from: Self.start, length: Self.fixedHeaderLength, "the index's header")
        guard header.bytes(at: 0, count: 8).elementsEqual(Self.magic) else {
            throw PackError("this is not a theme pack: its first entry is not an index")
        }
        let minimumReader: UInt16 = header.value(at: IndexField.Header.minimumReader)
        self.minimumReader = minimumReader
        guard minimumReader <= Self.formatVersion else {
            let format = PackFormatVersion(
                version: header.value(at: IndexField.Header.formatVersion), minimumReader: minimumReader)
            throw PackError(
                "the pack has format version \(format.version) and needs a reader of version "
                    + "\(minimumReader); this one reads version \(Self.formatVersion)", newerFormat: format)
        }
        let headerLength = Int(header.value(at: IndexField.Header.headerLength) as UInt32)
        let propertiesLength = Int(header.value(at: IndexField.Header.propertiesLength) as UInt32)
        guard propertiesLength <= FormatLimits.propertiesBytes,
            headerLength == Self.roundedUpToEight(Self.fixedHeaderLength + propertiesLength) + 8
        else { throw PackError("the index's header has a wrong length") }
        let whole = try IndexReader(bytes, from: Self.start, length: headerLength, "the index's header")
        guard whole.value(at: headerLength - 8) == XXHash64.hash(whole.bytes(at: 0, count: headerLength - 8)) else {
            throw PackError("the index's header is damaged: its checksum differs")
        }
        let statedLength: UInt64 = header.value(at: IndexField.Header.packLength)
        guard statedLength == UInt64(packLength) else {
            throw PackError(
                "the pack has \(packLength) bytes, its index says \(statedLength): it was truncated or extended")
        }
        guard packLength <= FormatLimits.packBytes else {
            throw PackError("the pack has \(packLength) bytes, at most \(FormatLimits.packBytes) are allowed")
        }
        let indexLength: UInt64 = header.value(at: IndexField.Header.indexLength)
        let slotCount = UInt64(header.value(at: IndexField.Header.slotCount) as UInt32)
        guard indexLength <= UInt64(packLength - Self.start), slotCount > 0, slotCount & (slotCount - 1) == 0,
            UInt64(headerLength) + slotCount * UInt64(IndexTable.slotLength) <= indexLength
        else { throw PackError("the index's hash table does not fit into the pack") }

        formatVersion = header.value(at: IndexField.Header.formatVersion)
        length = Int(indexLength)
        imageCount = Int(header.value(at: IndexField.Header.imageCount) as UInt32)
        variantCount = Int(header.value(at: IndexField.Header.variantCount) as UInt32)
        resourceCount = Int(header.value(at: IndexField.Header.resourceCount) as UInt32)
        // Callers allocate memory by these numbers, so the index must be large enough for them.
        guard imageCount <= variantCount,
            (variantCount + resourceCount) * IndexTable.variantLength
                <= length - headerLength - Int(slotCount) * IndexTable.slotLength
        else { throw PackError("the index is too short for its entries") }
        table = IndexTable(
            slotCount: Int(slotCount), slotsStart: Self.start + headerLength, indexEnd: Self.start + length,
            entryCount: variantCount + resourceCount)
        contract = header.digest(at: IndexField.Header.contract)
        manifest = try header.dataReference(at: IndexField.Header.manifest, within: packLength)
        let settings = try header.dataReference(at: IndexField.Header.settings, within: packLength)
        self.settings = settings.length == 0 ? nil : settings
        let propertyCount = Int(header.value(at: IndexField.Header.propertyCount) as UInt32)
        let properties = whole.bytes(at: Self.fixedHeaderLength, count: propertiesLength)
        theme = try PackTheme(properties: PackProperties(properties, count: propertyCount))
    }

    static func roundedUpToEight(_ length: Int) -> Int { (length &+ 7) & ~7 }
}
