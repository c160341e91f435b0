@_spi(Chain) package import ThemeModel

/// The hash table of an index. It finds records by their names.
///
/// It consists of a few numbers of the header, so that a look-up copies little and counts no references. Every method
/// takes the whole pack as `bytes`. Its length must be the one in the header; the bytes may be damaged. A parameter
/// `number` is less than the record's number of variants. Offsets count from the start of the pack.
package struct IndexTable: Sendable {
    static let slotLength = 8
    static let blockHeaderLength = 16
    static let recordHeaderLength = 16
    static let variantLength = 64
    static let variantsPerRecordMax = 9  // one for each ``Scale``
    /// It bounds the bytes that the checksum of a forged block covers.
    private static let blockLengthMax =
        blockHeaderLength + FormatLimits.recordsPerBlock
        * PackIndex.roundedUpToEight(recordHeaderLength + variantsPerRecordMax * variantLength + NameLimits.path)

    package let slotCount: Int  // a power of two
    let slotsStart: Int
    let indexEnd: Int
    let entryCount: Int
    /// Greater than every ``IndexVariant/indexPosition``.
    package var indexPositionCount: Int { (indexEnd - PackIndex.start) / 8 + 1 }

    package func slot(of hash: UInt64) -> Int { Int(truncatingIfNeeded: hash) & (slotCount &- 1) }

    /// ``verify(slot:in:)`` must have accepted the slot of the hash.
    @inline(__always)
    func record(
        _ kind: IndexRecordKind, named name: UnsafeRawBufferPointer, hash: UInt64, in bytes: UnsafeRawBufferPointer
    ) throws(PackError) -> IndexRecord? {
        try first(of: slot(of: hash), in: bytes) { record in
            record.hash(in: bytes) == hash && record.has(kind, named: name, in: bytes)
        }
    }

    /// Replaces `records` with those of a slot, so that one array serves all slots. After an error, do not use it.
    package func read(
        slot: Int, in bytes: UnsafeRawBufferPointer, into records: inout [IndexRecord]
    ) throws(PackError) {
        records.removeAll(keepingCapacity: true)
        try verify(slot: slot, in: bytes)
        _ = try first(of: slot, in: bytes) { record in
            records.append(record)
            return false
        }
    }

    @inline(__always)
    package func variant(
        _ number: Int, of record: IndexRecord, in bytes: UnsafeRawBufferPointer
    ) throws(PackError) -> IndexVariant {
        let fields = bytes.part(at: record.variantsStart &+ number &* Self.variantLength, count: Self.variantLength)
        guard let scale = Scale(Int(fields.value(at: IndexField.Variant.scale) as UInt8)) else {
            throw .damaged("a variant has an invalid scale or number")
        }
        let dataStart: UInt64 = fields.value(at: IndexField.Variant.dataStart)
        let dataLength: UInt64 = fields.value(at: IndexField.Variant.dataLength)
        let limit = UInt64(truncatingIfNeeded: bytes.count)
        guard dataStart <= limit, dataLength <= limit &- dataStart else { throw .outside }
        return IndexVariant(record, number: number, scale: scale, dataStart: dataStart, dataLength: dataLength)
    }

    /// Chooses as ``Scale/best(of:)``. A damaged file can have scales that do not exist.
    @inline(__always)
    package func variant(
        for scale: Scale, of record: IndexRecord, in bytes: UnsafeRawBufferPointer
    ) throws(PackError) -> IndexVariant {
        let entries = bytes.part(at: record.variantsStart, count: record.variantCount * Self.variantLength)
        var best = (number: 0, factor: entries.value(at: IndexField.Variant.scale) as UInt8)
        for number in 1..<max(1, record.variantCount) {
            let factor: UInt8 = entries.value(at: number * Self.variantLength + IndexField.Variant.scale)
            if Scale.isBetter(factor, than: best.factor, for: scale) { best = (number, factor) }
        }
        return try variant(best.number, of: record, in: bytes)
    }

    /// ``verify(slot:in:)`` has checked the slot. Another process may have written to the file since, so this checks
    /// again that every access is within the index.
    @inline(__always)
    private func first(
        of slot: Int, in bytes: UnsafeRawBufferPointer, where isWanted: (IndexRecord) -> Bool
    ) throws(PackError) -> IndexRecord? {
        let offset: UInt32 = fields(ofSlot: slot, in: bytes).value(at: IndexField.Slot.block)
        guard offset != 0 else { return nil }
        guard let block = block(at: offset) else { throw .damaged("a block lies outside the index") }
        let blockHeader = bytes.part(at: block, count: Self.blockHeaderLength)
        let recordCount = blockHeader.length(at: IndexField.Block.recordCount)
        guard recordCount <= FormatLimits.recordsPerBlock else { throw .damaged("a block has a wrong length") }
        var start = block &+ Self.blockHeaderLength
        for _ in 0..<recordCount {
            guard let record = record(at: start, in: bytes) else { throw .damaged("a record lies outside the index") }
            if isWanted(record) { return record }
            start = record.end
        }
        return nil
    }

    @inline(__always)
    private func fields(ofSlot slot: Int, in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        bytes.part(at: slotsStart &+ slot &* Self.slotLength, count: Self.slotLength)
    }

    /// Returns where a block starts; `nil` if its header does not lie within the index.
    @inline(__always)
    private func block(at offset: UInt32) -> Int? {
        let offset = Int(clamping: offset)
        // The sum of start and offset could overflow.
        return offset <= indexEnd &- PackIndex.start &- Self.blockHeaderLength ? PackIndex.start &+ offset : nil
    }

    /// Returns `nil` if the record does not lie within the index, or has no variants.
    @inline(__always)
    private func record(at start: Int, in bytes: UnsafeRawBufferPointer) -> IndexRecord? {
        guard start <= indexEnd &- Self.recordHeaderLength else { return nil }
        let record = IndexRecord(start: start, in: bytes)
        return record.variantCount > 0 && record.end <= indexEnd ? record : nil
    }

    /// Checks a slot and its block, including the checksum.
    @inline(never)
    func verify(slot: Int, in bytes: UnsafeRawBufferPointer) throws(PackError) {
        let slotFields = fields(ofSlot: slot, in: bytes)
        let offset: UInt32 = slotFields.value(at: IndexField.Slot.block)
        guard slotFields.value(at: IndexField.Slot.blockComplement) == ~offset else {
            throw .damaged("the two halves of a hash slot contradict each other")
        }
        guard offset != 0 else { return }
        guard offset % 8 == 0, let start = block(at: offset) else {
            throw .damaged("a block lies outside the index")
        }
        let blockHeader = bytes.part(at: start, count: Self.blockHeaderLength)
        let length = blockHeader.length(at: IndexField.Block.length)
        let recordCount = blockHeader.length(at: IndexField.Block.recordCount)
        guard length >= Self.blockHeaderLength, length <= min(indexEnd - start, Self.blockLengthMax), recordCount > 0,
            recordCount <= FormatLimits.recordsPerBlock
        else { throw .damaged("a block has a wrong length") }
        let checked = bytes.part(
            at: start + IndexField.Block.length, count: length - IndexField.Block.length)
        guard blockHeader.value(at: IndexField.Block.checksum) == XXHash64.hash(checked, seed: UInt64(slot)) else {
            throw .damaged("the checksum of a block differs")
        }
        var next = start + Self.blockHeaderLength
        for _ in 0..<recordCount {
            guard let record = record(at: next, in: bytes), record.end <= start + length,
                record.variantCount <= Self.variantsPerRecordMax, record.nameLength <= NameLimits.path,
                IndexRecordKind(rawValue: record.kindNumber) != nil, record.length(in: bytes) == record.end - next
            else { throw .damaged("a record has a wrong length") }
            for number in 0..<record.variantCount {
                guard try variant(number, of: record, in: bytes).ordinal(in: bytes) < entryCount else {
                    throw .damaged("a variant has an invalid scale or number")
                }
            }
            next = record.end
        }
        guard next == start + length else { throw .damaged("a block has a wrong length") }
    }

    /// Calls `body` with the records of each slot. Unlike a look-up it requires that the blocks follow each other
    /// without gaps, so its cost is linear in the length of the index.
    package func forEachSlot(
        in bytes: UnsafeRawBufferPointer, _ body: (Int, [IndexRecord]) throws(PackError) -> Void
    ) throws(PackError) {
        var next = slotsStart + slotCount * Self.slotLength
        var records: [IndexRecord] = []
        for slot in 0..<slotCount {
            let offset: UInt32 = fields(ofSlot: slot, in: bytes).value(at: IndexField.Slot.block)
            guard offset == 0 || Int(clamping: offset) == next - PackIndex.start else {
                throw .damaged("the blocks are not in the order of their slots")
            }
            try read(slot: slot, in: bytes, into: &records)
            next = records.last?.end ?? next
            try body(slot, records)
        }
        guard next == indexEnd else { throw .damaged("bytes follow its last block") }
    }
}
