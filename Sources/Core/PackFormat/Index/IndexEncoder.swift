import ThemeModel

/// Writes the index of a new pack, which ``PackIndex`` reads: the header, the hash table, then the blocks of records in
/// the order of their slots. The same contents give the same bytes.
package struct IndexEncoder: Sendable {
    private let contents: PackContents
    private let properties: (bytes: [UInt8], count: Int)
    private let slots: RecordSlots
    private let headerLength: Int

    /// - Parameters:
    ///   - contents: the bytes need their offsets, ``length`` does not.
    ///   - slots: of these contents, if they are known.
    package init(_ contents: PackContents, _ slots: RecordSlots? = nil) {
        self.contents = contents
        properties = contents.theme.encodedProperties
        self.slots = slots ?? RecordSlots(of: contents)
        headerLength = PackIndex.roundedUpToEight(PackIndex.fixedHeaderLength + properties.bytes.count) + 8
    }

    package var length: Int { blocksStart + slots.blocks(of: 0..<slots.count).count }

    private var blocksStart: Int { headerLength + slots.count * IndexTable.slotLength }

    /// Throws as ``pieces(packLength:)`` does.
    package func bytes(packLength: UInt64) throws(PackError) -> [UInt8] { try pieces(packLength: packLength).bytes }

    /// Throws if the theme's properties are too long, or if too many names share a hash slot, which does not happen by
    /// chance.
    package func pieces(packLength: UInt64) throws(PackError) -> Pieces {
        guard properties.bytes.count <= FormatLimits.propertiesBytes else {
            throw PackError("the theme's name and identifiers have more than \(FormatLimits.propertiesBytes) bytes")
        }
        let fullSlot = (0..<slots.count).first { slots.records(of: $0).count > FormatLimits.recordsPerBlock }
        if let record = fullSlot.flatMap({ slots.records(of: $0).first }) {
            throw PackError(
                "more than \(FormatLimits.recordsPerBlock) names share a hash slot; one of them is "
                    + "'\(self.record(Int(record)).name)'")
        }
        return Pieces(index: self, packLength: packLength)
    }

    /// The index of a pack of a certain length.
    package struct Pieces: PiecewiseBytes {
        private let index: IndexEncoder
        private let packLength: UInt64
        private let pieces: [Piece]

        private enum Piece {
            case header
            case slots(Range<Int>)
            case blocks(Range<Int>)
        }

        fileprivate init(index: IndexEncoder, packLength: UInt64) {
            self.index = index
            self.packLength = packLength
            let slots = 0..<index.slots.count
            pieces =
                [.header] + slots.parts(lengthMax: 1 << 16).map { .slots($0) }
                + slots.parts(lengthMax: 1 << 12).map { .blocks($0) }
        }

        package var pieceCount: Int { pieces.count }

        package func piece(_ number: Int) -> [UInt8] {
            var piece = ByteWriter()
            switch pieces[number] {
            case .header: piece.add(count: index.headerLength) { index.putHeader(in: $0, packLength: packLength) }
            case .slots(let slots):
                piece.add(count: slots.count * IndexTable.slotLength) { index.put(slots: slots, in: $0) }
            case .blocks(let slots):
                piece.add(count: index.slots.blocks(of: slots).count) { index.putBlocks(of: slots, in: $0) }
            }
            return piece.bytes
        }
    }

    private func putHeader(in header: UnsafeMutableRawBufferPointer, packLength: UInt64) {
        header.copyBytes(from: FileSignature.index)
        header.put(contents.theme.formatVersion, at: IndexField.Header.formatVersion)
        header.put(contents.theme.minimumReader, at: IndexField.Header.minimumReader)
        header.put(UInt32(headerLength), at: IndexField.Header.headerLength)
        header.put(packLength, at: IndexField.Header.packLength)
        header.put(UInt64(length), at: IndexField.Header.indexLength)
        header.put(UInt32(slots.count), at: IndexField.Header.slotCount)
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

    private func put(slots range: Range<Int>, in bytes: UnsafeMutableRawBufferPointer) {
        for slot in range {
            let block = slots.blocks(of: slot..<slot + 1)
            let offset = block.isEmpty ? 0 : UInt32(clamping: blocksStart + block.lowerBound)
            let start = (slot - range.lowerBound) * IndexTable.slotLength
            bytes.put(offset, at: start + IndexField.Slot.block)
            bytes.put(~offset, at: start + IndexField.Slot.blockComplement)
        }
    }

    private func putBlocks(of range: Range<Int>, in bytes: UnsafeMutableRawBufferPointer) {
        var start = 0
        for slot in range {
            let records = slots.records(of: slot)
            if records.isEmpty { continue }
            let length = slots.blocks(of: slot..<slot + 1).count
            let block = UnsafeMutableRawBufferPointer(rebasing: bytes[start..<start + length])
            var next = IndexTable.blockHeaderLength
            for number in records {
                let record = record(Int(number))
                record.put(in: UnsafeMutableRawBufferPointer(rebasing: block[next..<next + record.length]))
                next += record.length
            }
            block.put(UInt32(length), at: IndexField.Block.length)
            block.put(UInt32(records.count), at: IndexField.Block.recordCount)
            let checked = UnsafeRawBufferPointer(rebasing: block[IndexField.Block.length...])
            block.put(XXHash64.hash(checked, seed: UInt64(slot)), at: IndexField.Block.checksum)
            start += length
        }
    }

    private func record(_ number: Int) -> NewIndexRecord {
        let imageCount = contents.images.count
        return number < imageCount
            ? NewIndexRecord(contents.images[number], firstOrdinal: slots.firstOrdinal(of: number))
            : NewIndexRecord(contents.resources[number - imageCount], ordinal: slots.firstOrdinal(of: number))
    }
}

struct NewIndexRecord {
    let kind: IndexRecordKind
    let name: String
    let variants: PackVariants
    let template: UInt16
    let firstOrdinal: Int
    let hash: UInt64

    init(_ image: PackImage, firstOrdinal: Int) {
        (kind, name, variants, template) = (.image, image.name.path.string, image.variants, image.template)
        self.firstOrdinal = firstOrdinal
        hash = XXHash64.hash(name)
    }

    init(_ resource: PackResource, ordinal: Int) {
        let none = PixelSize(width: 0, height: 0)
        (kind, name, template) = (.resource, resource.path.string, 0)
        variants = PackVariants(PackVariant(scale: .one, size: none, stored: resource.stored))
        firstOrdinal = ordinal
        hash = XXHash64.hash(name)
    }

    /// Images first, then resources, each in the order of names.
    static func forEach<Failure>(
        of contents: PackContents, _ body: (NewIndexRecord) throws(Failure) -> Void
    ) throws(Failure) {
        var ordinal = 0
        for image in contents.images {
            try body(NewIndexRecord(image, firstOrdinal: ordinal))
            ordinal += image.variants.count
        }
        for resource in contents.resources {
            try body(NewIndexRecord(resource, ordinal: ordinal))
            ordinal += 1
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

/// The hash slots of a new index, each with its records.
package struct RecordSlots: Sendable {
    /// The numbers of all records, from ``NewIndexRecord/forEach(of:_:)``, in the order of their slots.
    private let records: [UInt32]
    /// For each slot, how many records and bytes of blocks come before it. The last elements are the sums.
    private let recordStarts: [UInt32]
    private let blockStarts: [Int]
    /// For each record by its number.
    private let firstOrdinals: [UInt32]

    init(of contents: PackContents) {
        let recordCount = contents.images.count + contents.resources.count
        let slotCount = Self.count(for: recordCount)
        var recordStarts = [UInt32](repeating: 0, count: slotCount + 1)
        var blockStarts = [Int](repeating: 0, count: slotCount + 1)
        var slots: [UInt32] = []
        var firstOrdinals: [UInt32] = []
        slots.reserveCapacity(recordCount)
        firstOrdinals.reserveCapacity(recordCount)
        NewIndexRecord.forEach(of: contents) { record in
            let slot = Int(record.hash & UInt64(slotCount - 1))
            slots.append(UInt32(slot))
            firstOrdinals.append(UInt32(record.firstOrdinal))
            recordStarts[slot + 1] += 1
            blockStarts[slot + 1] += record.length
        }
        for slot in 1...slotCount {
            if recordStarts[slot] > 0 { blockStarts[slot] += IndexTable.blockHeaderLength }
            recordStarts[slot] += recordStarts[slot - 1]
            blockStarts[slot] += blockStarts[slot - 1]
        }
        var next = recordStarts
        var records = [UInt32](repeating: 0, count: recordCount)
        for (number, slot) in slots.enumerated() {
            records[Int(next[Int(slot)])] = UInt32(number)
            next[Int(slot)] += 1
        }
        self.records = records
        self.recordStarts = recordStarts
        self.blockStarts = blockStarts
        self.firstOrdinals = firstOrdinals
    }

    package static func count(for records: Int) -> Int {
        var count = 1
        while count < records { count *= 2 }
        return count
    }

    var count: Int { recordStarts.count - 1 }

    func records(of slot: Int) -> ArraySlice<UInt32> {
        records[Int(recordStarts[slot])..<Int(recordStarts[slot + 1])]
    }

    /// Returns where the blocks of some slots are, from the first block on.
    func blocks(of slots: Range<Int>) -> Range<Int> {
        blockStarts[slots.lowerBound]..<blockStarts[slots.upperBound]
    }

    func firstOrdinal(of record: Int) -> Int { Int(firstOrdinals[record]) }
}
