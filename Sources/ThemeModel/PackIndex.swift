/// The index of a pack where it lies in memory, as FORMAT.md draws it.
///
/// Opening it checks the header and the bounds of the hash table and touches nothing else, whatever the number of images.
/// It holds no bytes; every call is handed them, of which it believes nothing. `bytes` is always the whole pack.
package struct PackIndex: Sendable {
    /// The newest version that this code reads and writes.
    package static let formatVersion: UInt16 = 2

    /// The version in which a pack is written: the lowest that has all that the pack holds.
    package static func formatVersion(for theme: PackTheme) -> UInt16 { theme.season == .none ? 1 : 2 }

    /// `0x89 T H P \r \n 0x1A \n`: a transfer that takes the file for text changes it, as with PNG's signature.
    static let magic: [UInt8] = [0x89, 0x54, 0x48, 0x50, 0x0D, 0x0A, 0x1A, 0x0A]
    /// Where the index starts: behind the zip's first local header (30 bytes) and its name, `index`.
    package static let start = 35
    static let fixedHeaderLength = 184
    /// Most bytes of a pack: no number in its zip, and no place in its index, needs more than 32 bits.
    package static let packLengthMax = Int(clamping: FormatLimits.packBytes)
    /// Most bytes that the theme's properties may take in the header.
    static let propertiesLengthMax = FormatLimits.propertiesBytes

    /// In which the pack is written; may be newer than this code, if it says that this code understands it.
    package let formatVersion: UInt16
    package let theme: PackTheme
    package let contract: ContentDigest
    package let manifest: StoredBytes
    package let settings: StoredBytes?
    package let imageCount: Int
    package let variantCount: Int
    package let resourceCount: Int
    /// Bytes of the index in the pack, from ``start``.
    package let length: Int
    /// How names are found.
    package let table: PackTable

    /// No header ends behind this, from the start of the pack.
    package static let headerEndMax = start + aligned(fixedHeaderLength + propertiesLengthMax) + 8

    /// - Throws: ``PackDefect`` if this is no pack, a newer one, or its header is damaged.
    package init(of bytes: UnsafeRawBufferPointer) throws(PackDefect) {
        try self.init(startingWith: bytes, packLength: bytes.count)
    }

    /// - Parameters:
    ///   - bytes: the first ones of the pack, at least ``headerEndMax`` unless it has less.
    ///   - packLength: how many bytes the pack has.
    package init(startingWith bytes: UnsafeRawBufferPointer, packLength: Int) throws(PackDefect) {
        let header = try IndexReader(bytes, from: Self.start, length: Self.fixedHeaderLength, "the index's header")
        guard header.bytes(at: 0, count: 8).elementsEqual(Self.magic) else {
            throw PackDefect("this is no theme pack: its first entry is not an index")
        }
        let minimumReader: UInt16 = header.value(at: 10)
        guard minimumReader <= Self.formatVersion else {
            let format = PackFormat(version: header.value(at: 8), minimumReader: minimumReader)
            throw PackDefect(
                "the pack has format version \(format.version) and needs a reader of version "
                    + "\(minimumReader); this one reads version \(Self.formatVersion)", newerFormat: format)
        }
        let headerLength = Int(header.value(at: 12) as UInt32)
        let propertiesLength = Int(header.value(at: 180) as UInt32)
        guard propertiesLength <= Self.propertiesLengthMax,
            headerLength == Self.aligned(Self.fixedHeaderLength + propertiesLength) + 8
        else { throw PackDefect("the index's header has a wrong length") }
        let whole = try IndexReader(bytes, from: Self.start, length: headerLength, "the index's header")
        guard whole.value(at: headerLength - 8) == XXHash64.hash(whole.bytes(at: 0, count: headerLength - 8)) else {
            throw PackDefect("the index's header is damaged: its checksum differs")
        }
        let ownLength: UInt64 = header.value(at: 16)
        guard ownLength == UInt64(packLength) else {
            throw PackDefect("the pack has \(packLength) bytes, its index says \(ownLength): it was cut or added to")
        }
        guard packLength <= Self.packLengthMax else {
            throw PackDefect("the pack has \(packLength) bytes, at most \(Self.packLengthMax) are allowed")
        }
        let indexLength: UInt64 = header.value(at: 24)
        let slotCount = UInt64(header.value(at: 32) as UInt32)
        guard indexLength <= UInt64(packLength - Self.start), slotCount > 0, slotCount & (slotCount - 1) == 0,
            UInt64(headerLength) + slotCount * UInt64(PackTable.slotLength) <= indexLength
        else { throw PackDefect("the index's hash table does not fit into the pack") }

        formatVersion = header.value(at: 8)
        length = Int(indexLength)
        imageCount = Int(header.value(at: 36) as UInt32)
        variantCount = Int(header.value(at: 40) as UInt32)
        resourceCount = Int(header.value(at: 44) as UInt32)
        // Callers allocate by these numbers, so the index must have room for what they count.
        guard imageCount <= variantCount,
            (variantCount + resourceCount) * PackTable.variantLength
                <= length - headerLength - Int(slotCount) * PackTable.slotLength
        else { throw PackDefect("the index is too short for what it counts") }
        table = PackTable(
            slotCount: Int(slotCount), slotsStart: Self.start + headerLength, end: Self.start + length,
            entryCount: variantCount + resourceCount)
        contract = header.digest(at: 48)
        manifest = try header.stored(at: 80, within: packLength)
        let settings = try header.stored(at: 128, within: packLength)
        self.settings = settings.length == 0 ? nil : settings
        let count = Int(header.value(at: 176) as UInt32)
        let properties = IndexReader(checked: whole.bytes(at: Self.fixedHeaderLength, count: propertiesLength))
        theme = try PackTheme(properties: PackProperties(properties, count: count))
    }

    /// Rounds up to a multiple of eight.
    static func aligned(_ length: Int) -> Int { (length &+ 7) & ~7 }
}
