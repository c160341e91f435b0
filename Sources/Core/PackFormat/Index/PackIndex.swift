package import ThemeModel
import ThemeSystem

/// The header of a pack's index. FORMAT.md defines the layout.
///
/// A pack is an archive that stores its entries uncompressed, so that a mounted pack answers from the bytes of its
/// file. The index is the first entry. Look-ups read it alone: a hash table leads from a name or a key to a record, and
/// the record to a range of the file. `PackContents` has the offsets of everything in a pack, and ``IndexEncoder``
/// encodes them. In a build, `ZipWriter` writes the index, then the other entries. `PackAssembly` puts a pack together
/// from an earlier pack and new data. ``PackView`` reads a pack. Two things hold for everything in this module: the
/// same contents give the same bytes, and no byte of a file is believed before it is checked.
///
/// The initializers check the header and the bounds of the hash table. Other methods take the whole pack as `bytes`
/// again, and check what they read.
package struct PackIndex: Sendable {
    /// The newest version of the format that this code reads and writes.
    package static let formatVersion: UInt16 = 3

    /// The offset of the index: after the first local header of the zip, 30 bytes, and the name `index`.
    package static let start = 35
    static let fixedHeaderLength = IndexField.Header.properties

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

    /// - Parameter bytes: the first ``headerEndMax`` bytes of the pack, or all if it has fewer.
    init(startingWith bytes: UnsafeRawBufferPointer, packLength: Int) throws(PackError) {
        guard bytes.dropFirst(Self.start).starts(with: FileSignature.index) else { throw .noIndex }
        let header = try bytes.part(at: Self.start, count: Self.fixedHeaderLength, "the index's header")
        let minimumReader: UInt16 = header.value(at: IndexField.Header.minimumReader)
        self.minimumReader = minimumReader
        guard minimumReader <= Self.formatVersion else {
            let format = PackFormatVersion(
                version: header.value(at: IndexField.Header.formatVersion), minimumReader: minimumReader)
            throw PackError(
                "the pack has format version \(format.version) and needs a reader of version "
                    + "\(minimumReader); this one reads version \(Self.formatVersion)", newerFormat: format)
        }
        let headerLength = header.length(at: IndexField.Header.headerLength)
        let propertiesLength = header.length(at: IndexField.Header.propertiesLength)
        guard propertiesLength <= FormatLimits.propertiesBytes,
            headerLength == Self.roundedUpToEight(Self.fixedHeaderLength + propertiesLength) + 8
        else { throw PackError("the index's header has a wrong length") }
        let whole = try bytes.part(at: Self.start, count: headerLength, "the index's header")
        guard whole.value(at: headerLength - 8) == XXHash64.hash(whole.part(at: 0, count: headerLength - 8)) else {
            throw PackError("the index's header is damaged: its checksum differs")
        }
        let statedLength: UInt64 = header.value(at: IndexField.Header.packLength)
        guard statedLength == UInt64(packLength) else {
            throw PackError(
                "the pack has \(packLength) bytes, its index says \(statedLength): it was truncated or extended",
                canBeOtherFile: true)
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
        imageCount = header.length(at: IndexField.Header.imageCount)
        variantCount = header.length(at: IndexField.Header.variantCount)
        resourceCount = header.length(at: IndexField.Header.resourceCount)
        // Callers allocate memory by these numbers, so the index must be large enough for them.
        guard imageCount <= variantCount,
            (UInt64(variantCount) + UInt64(resourceCount)) * UInt64(IndexTable.variantLength)
                <= indexLength - UInt64(headerLength) - slotCount * UInt64(IndexTable.slotLength)
        else { throw PackError("the index is too short for its entries") }
        table = IndexTable(
            slotCount: Int(slotCount), slotsStart: Self.start + headerLength, indexEnd: Self.start + length,
            entryCount: variantCount + resourceCount)
        contract = header.digest(at: IndexField.Header.contract)
        manifest = try header.dataReference(at: IndexField.Header.manifest, within: packLength)
        let settings = try header.dataReference(at: IndexField.Header.settings, within: packLength)
        self.settings = settings.length == 0 ? nil : settings
        let propertyCount = header.length(at: IndexField.Header.propertyCount)
        let properties = whole.part(at: Self.fixedHeaderLength, count: propertiesLength)
        theme = try PackTheme(encodedProperties: Array(properties), count: propertyCount)
    }

    static func roundedUpToEight(_ length: Int) -> Int { (length &+ 7) & ~7 }
}

extension PackIndex {
    /// Reads the whole index. Throws if anything is damaged, occurs twice, or contradicts the header's counts.
    package func contents(of bytes: UnsafeRawBufferPointer) throws(PackError) -> PackContents {
        var records: [IndexRecord] = []
        records.reserveCapacity(imageCount + resourceCount)
        try table.forEachSlot(in: bytes) { slot, found throws(PackError) in
            for record in found {
                let name = record.name(in: bytes)
                guard record.hash(in: bytes) == XXHash64.hash(name), table.slot(of: record.hash(in: bytes)) == slot
                else {
                    throw PackError("the index has '\(String(repairing: name))' in the wrong hash slot")
                }
                records.append(record)
            }
        }
        var images: [PackImage] = []
        var resources: [PackResource] = []
        images.reserveCapacity(imageCount)
        resources.reserveCapacity(resourceCount)
        // Values that are used one after the other are made one after the other, so that they are close in memory.
        for record in try inOrder(records, bytes) {
            let name = try rethrow(as: { PackError("the index has a name that \($0)") }) { () throws(InvalidText) in
                try String(checking: record.name(in: bytes))
            }
            var template: UInt16 = 0
            var variants: PackVariants = []
            for number in 0..<record.variantCount {
                let variant = try table.variant(number, of: record, in: bytes)
                template = variant.template(in: bytes)
                guard template <= theme.templates.count else { throw .unknownTemplate }
                variants.append(PackVariant(variant, in: bytes))
            }
            do throws(InvalidPath) {
                switch record.kind {
                case .image:
                    images.append(PackImage(name: try LogicalName(name), variants: variants, template: template))
                case .resource:
                    resources.append(PackResource(path: try PortablePath(name), stored: variants[0].stored))
                }
            } catch {
                throw PackError("the index has the name '\(name)', which \(error.explanation)")
            }
        }
        images.sort { $0.name < $1.name }
        resources.sort { $0.path < $1.path }
        try checkOrderAndCounts(images, resources)
        return PackContents(
            theme: theme, contract: contract, manifest: manifest, settings: settings, images: images,
            resources: resources)
    }

    /// Returns whether ``contents(of:)`` would return these contents. It finds each name as an app does, and makes no
    /// values, so it takes little memory.
    package func describes(_ contents: PackContents, in bytes: UnsafeRawBufferPointer) throws(PackError) -> Bool {
        var others = contents
        (others.images, others.resources) = ([], [])
        let own = PackContents(
            theme: theme, contract: contract, manifest: manifest, settings: settings, images: [], resources: [])
        guard own == others, imageCount == contents.images.count, resourceCount == contents.resources.count,
            variantCount == contents.images.reduce(0, { $0 + $1.variants.count })
        else { return false }
        var recordCount = 0
        try table.forEachSlot(in: bytes) { _, records in recordCount += records.count }
        // Then each record is one of the contents', if all of those are found.
        guard recordCount == imageCount + resourceCount else { return false }
        var describesAll = true
        try NewIndexRecord.forEach(of: contents) { record throws(PackError) in
            if describesAll { describesAll = try has(record, in: bytes) }
        }
        return describesAll && Self.areAllUsed(theme.templates, by: contents.images)
    }

    private func has(_ wanted: NewIndexRecord, in bytes: UnsafeRawBufferPointer) throws(PackError) -> Bool {
        var name = wanted.name
        let record = try name.withUTF8 { name in
            Result { () throws(PackError) in
                try table.record(wanted.kind, named: UnsafeRawBufferPointer(name), hash: wanted.hash, in: bytes)
            }
        }.get()
        guard let record, record.variantCount == wanted.variants.count else { return false }
        for (number, variant) in wanted.variants.enumerated() {
            let found = try table.variant(number, of: record, in: bytes)
            guard PackVariant(found, in: bytes) == variant, found.template(in: bytes) == wanted.template,
                found.ordinal(in: bytes) == wanted.firstOrdinal + number
            else { return false }
        }
        return true
    }

    private static func areAllUsed(_ templates: [ImageTemplate], by images: [PackImage]) -> Bool {
        let used = Set(images.lazy.map(\.template).filter { $0 > 0 })
        return used.count == templates.count && used.allSatisfy { $0 <= templates.count }
    }

    /// Returns the references to all readable images and resources, in any order. Skips damaged blocks.
    func dataReferences(in bytes: UnsafeRawBufferPointer) -> [DataReference] {
        var references: [DataReference] = []
        references.reserveCapacity(table.entryCount)
        var records: [IndexRecord] = []
        for slot in 0..<table.slotCount {
            guard (try? table.read(slot: slot, in: bytes, into: &records)) != nil else { continue }
            for record in records {
                for number in 0..<record.variantCount {
                    guard let reference = try? table.variant(number, of: record, in: bytes).stored(in: bytes) else {
                        continue
                    }
                    references.append(reference)
                }
            }
        }
        return references
    }

    /// In a sound pack the ordinals are in the order of names. Each is unique, so the records need no comparisons.
    private func inOrder(
        _ records: [IndexRecord], _ bytes: UnsafeRawBufferPointer
    ) throws(PackError) -> [IndexRecord] {
        var positions = [Int](repeating: -1, count: table.entryCount)
        for (position, record) in records.enumerated() {
            positions[try table.variant(0, of: record, in: bytes).ordinal(in: bytes)] = position
        }
        let ordered = positions.filter { $0 >= 0 }
        // In a damaged pack, several records have one ordinal.
        return ordered.count == records.count ? ordered.map { records[$0] } : records
    }

    private func checkOrderAndCounts(_ images: [PackImage], _ resources: [PackResource]) throws(PackError) {
        for number in images.indices.dropFirst() where images[number - 1].name == images[number].name {
            throw PackError("the index has '\(images[number].name)' twice")
        }
        for number in resources.indices.dropFirst() where resources[number - 1].path == resources[number].path {
            throw PackError("the index has '\(resources[number].path)' twice")
        }
        var variants = 0
        for image in images {
            guard zip(image.variants, image.variants.dropFirst()).allSatisfy({ $0.scale < $1.scale }) else {
                throw PackError("the index has the scales of '\(image.name)' out of order")
            }
            variants += image.variants.count
        }
        guard images.count == imageCount, variants == variantCount, resources.count == resourceCount else {
            throw PackError("the index's header counts other records than the index has")
        }
        guard Self.areAllUsed(theme.templates, by: images) else { throw .unusedTemplate }
    }
}

extension PackVariant {
    fileprivate init(_ variant: IndexVariant, in bytes: UnsafeRawBufferPointer) {
        self.init(scale: variant.scale, size: variant.size(in: bytes), stored: variant.stored(in: bytes))
    }
}
