import ThemeModel

/// Writes the index of a new pack, which ``PackIndex`` reads: the header, the hash table, then the blocks of records in
/// the order of their slots. The same contents give the same bytes.
package struct IndexEncoder {
    private let contents: PackContents
    private let properties: (bytes: [UInt8], count: Int)
    private let slots: RecordSlots
    private let headerLength: Int

    /// - Parameter contents: ``bytes(packLength:)`` needs their offsets, ``length`` does not.
    package init(_ contents: PackContents) {
        self.contents = contents
        properties = contents.theme.encodedProperties
        slots = RecordSlots(of: contents)
        headerLength = PackIndex.roundedUpToEight(PackIndex.fixedHeaderLength + properties.bytes.count) + 8
    }

    package var length: Int { headerLength + tableLength }

    private var tableLength: Int { slots.counts.count * IndexTable.slotLength + slots.blocksLength }

    /// Throws if the theme's properties are too long, or if too many names share a hash slot, which does not happen by
    /// chance.
    package func bytes(packLength: UInt64) throws(PackError) -> [UInt8] {
        guard properties.bytes.count <= FormatLimits.propertiesBytes else {
            throw PackError("the theme's name and identifiers have more than \(FormatLimits.propertiesBytes) bytes")
        }
        var index = ByteWriter(reserving: length)
        index.add(count: headerLength) { putHeader(in: $0, packLength: packLength) }
        guard slots.counts.allSatisfy({ $0 <= FormatLimits.recordsPerBlock }) else {
            throw PackError(
                "more than \(FormatLimits.recordsPerBlock) names share a hash slot; one of them is "
                    + "'\(nameInFullSlot)'")
        }
        index.add(count: tableLength) { putTable(in: $0) }
        return index.bytes
    }

    private func putHeader(in header: UnsafeMutableRawBufferPointer, packLength: UInt64) {
        header.copyBytes(from: FileSignature.index)
        header.put(contents.theme.formatVersion, at: IndexField.Header.formatVersion)
        header.put(contents.theme.minimumReader, at: IndexField.Header.minimumReader)
        header.put(UInt32(headerLength), at: IndexField.Header.headerLength)
        header.put(packLength, at: IndexField.Header.packLength)
        header.put(UInt64(length), at: IndexField.Header.indexLength)
        header.put(UInt32(slots.counts.count), at: IndexField.Header.slotCount)
        header.put(UInt32(contents.images.count), at: IndexField.Header.imageCount)
        let variantCount = contents.images.reduce(0) { $0 + $1.variants.count }
        header.put(UInt32(variantCount), at: IndexField.Header.variantCount)
        header.put(UInt32(contents.resources.count), at: IndexField.Header.resourceCount)
        header.put(contents.contract, at: IndexField.Header.contract)
        header.put(contents.manifest, at: IndexField.Header.manifest)
        if let settings = contents.settings { header.put(settings, at: IndexField.Header.settings) }
        header.put(UInt32(properties.count), at: IndexField.Header.propertyCount)
        header.put(UInt32(properties.bytes.count), at: IndexField.Header.propertiesLength)
        header.put(properties.bytes, at: IndexField.Header.properties)
        let checked = UnsafeRawBufferPointer(rebasing: header.dropLast(8))
        header.put(XXHash64.hash(checked), at: checked.count)
    }

    /// Writes slots and blocks. The records are written in the order of names, because their values are in that order
    /// in memory.
    private func putTable(in table: UnsafeMutableRawBufferPointer) {
        let slotCount = slots.counts.count
        /// The place of the next record of each slot.
        var next: [Int] = []
        next.reserveCapacity(slotCount)
        var block = slotCount * IndexTable.slotLength
        for slot in 0..<slotCount {
            let isEmpty = slots.counts[slot] == 0
            let offset = isEmpty ? 0 : UInt32(headerLength + block)
            table.put(offset, at: slot * IndexTable.slotLength + IndexField.Slot.block)
            table.put(~offset, at: slot * IndexTable.slotLength + IndexField.Slot.blockComplement)
            next.append(block + IndexTable.blockHeaderLength)
            if !isEmpty { block += IndexTable.blockHeaderLength + slots.lengths[slot] }
        }
        NewIndexRecord.forEach(of: contents) { record in
            let slot = slots.slot(of: record)
            let range = next[slot]..<next[slot] + record.length
            record.put(in: UnsafeMutableRawBufferPointer(rebasing: table[range]))
            next[slot] = range.upperBound
        }
        for slot in 0..<slotCount where slots.counts[slot] > 0 {
            let length = IndexTable.blockHeaderLength + slots.lengths[slot]
            let block = UnsafeMutableRawBufferPointer(rebasing: table[next[slot] - length..<next[slot]])
            block.put(UInt32(length), at: IndexField.Block.length)
            block.put(UInt32(slots.counts[slot]), at: IndexField.Block.recordCount)
            let checked = UnsafeRawBufferPointer(rebasing: block[IndexField.Block.length...])
            block.put(XXHash64.hash(checked, seed: UInt64(slot)), at: IndexField.Block.checksum)
        }
    }

    private var nameInFullSlot: String {
        var name = ""
        NewIndexRecord.forEach(of: contents) { record in
            if name.isEmpty, slots.counts[slots.slot(of: record)] > FormatLimits.recordsPerBlock { name = record.name }
        }
        return name
    }
}

struct NewIndexRecord {
    let kind: IndexRecordKind
    let name: String
    let variants: [PackVariant]
    let template: UInt16
    let firstOrdinal: Int
    let hash: UInt64

    /// Images first, then resources, each in the order of names.
    static func forEach(of contents: PackContents, _ body: (NewIndexRecord) -> Void) {
        var ordinal = 0
        func add(_ kind: IndexRecordKind, _ path: PortablePath, _ variants: [PackVariant], template: UInt16 = 0) {
            let name = path.string
            body(
                NewIndexRecord(
                    kind: kind, name: name, variants: variants, template: template, firstOrdinal: ordinal,
                    hash: XXHash64.hash(name)))
            ordinal += variants.count
        }
        for image in contents.images { add(.image, image.name.path, image.variants, template: image.template) }
        let none = PixelSize(width: 0, height: 0)
        for resource in contents.resources {
            add(.resource, resource.path, [PackVariant(scale: .one, size: none, stored: resource.stored)])
        }
    }

    private var nameStart: Int { IndexTable.recordHeaderLength + variants.count * IndexTable.variantLength }

    var length: Int { PackIndex.roundedUpToEight(nameStart + name.utf8.count) }

    /// - Parameter record: ``length`` zeros.
    func put(in record: UnsafeMutableRawBufferPointer) {
        record.put(UInt32(length), at: IndexField.Record.length)
        record.put(
            UInt32(name.utf8.count) | UInt32(kind.rawValue) << 16 | UInt32(variants.count) << 24,
            at: IndexField.Record.nameLengthKindCount)
        record.put(hash, at: IndexField.Record.nameHash)
        record.put(name.utf8, at: nameStart)
        for (number, variant) in variants.enumerated() {
            let start = IndexTable.recordHeaderLength + number * IndexTable.variantLength
            record.put(variant.stored.offset, at: start + IndexField.Variant.dataStart)
            record.put(variant.stored.length, at: start + IndexField.Variant.dataLength)
            record.put(variant.size.width, at: start + IndexField.Variant.width)
            record.put(variant.size.height, at: start + IndexField.Variant.height)
            record.put(UInt16(variant.scale.factor), at: start + IndexField.Variant.scale)
            record.put(template, at: start + IndexField.Variant.template)
            record.put(UInt32(firstOrdinal + number), at: start + IndexField.Variant.ordinal)
            record.put(variant.stored.digest, at: start + IndexField.Variant.digest)
        }
    }
}

/// The number and the bytes of the records of each hash slot of a new index.
package struct RecordSlots {
    private(set) var counts: [Int]
    private(set) var lengths: [Int]

    init(of contents: PackContents) {
        counts = Array(repeating: 0, count: Self.count(for: contents.images.count + contents.resources.count))
        lengths = counts
        NewIndexRecord.forEach(of: contents) { record in
            let slot = slot(of: record)
            counts[slot] += 1
            lengths[slot] += record.length
        }
    }

    package static func count(for records: Int) -> Int {
        var count = 1
        while count < records { count *= 2 }
        return count
    }

    func slot(of record: NewIndexRecord) -> Int { Int(record.hash & UInt64(counts.count - 1)) }

    var blocksLength: Int {
        counts.count { $0 > 0 } * IndexTable.blockHeaderLength + lengths.reduce(0, +)
    }
}
