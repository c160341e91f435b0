/// The hash table of an index where it lies in memory: how names are found.
///
/// Some numbers of the header and nothing else, so that a look-up copies little and counts no references. Every call is
/// handed the bytes, of which it believes nothing but that they have as many as when the header was read. `bytes` is always
/// the whole pack, `index` below the record's number of variants.
package struct PackTable: Sendable {
    static let slotLength = 8
    static let blockHeaderLength = 16
    static let recordHeaderLength = 16
    static let variantLength = 64
    /// Most records that a block may hold: the bound of every look-up.
    static let recordsPerBlockMax = FormatLimits.recordsPerBlock

    /// A power of two.
    package let slotCount: Int
    /// Where the slots begin, from the start of the pack.
    let slotsStart: Int
    /// Where the index ends, from the start of the pack.
    let end: Int
    /// Images' variants and resources together.
    let entryCount: Int
    /// Variants lie in steps of eight bytes, and so at places below this; see ``PackRecordVariant/place``.
    package var placeCount: Int { (end - PackIndex.start) / 8 + 1 }

    /// The slot in which a name is to be looked for.
    package func slot(of hash: UInt64) -> Int { Int(truncatingIfNeeded: hash) & (slotCount &- 1) }

    /// The record of a name, whose slot was found sound. Allocates nothing. Cost: one slot and one block, whatever the size of
    /// the pack.
    ///
    /// - Parameters:
    ///   - name: the name's UTF-8.
    ///   - hash: ``XXHash64`` of the name.
    /// - Returns: `nil` if the pack does not have it.
    @inline(__always)
    func record(
        _ kind: PackRecordKind, named name: UnsafeRawBufferPointer, hash: UInt64, in bytes: UnsafeRawBufferPointer
    ) throws(PackDefect) -> PackRecord? {
        try first(of: slot(of: hash), in: bytes) { record in
            record.hash(in: bytes) == hash && record.has(kind, nameLength: name.count)
                && ByteOrder.equal(record.name(in: bytes), name)
        }
    }

    /// All records of a slot, which is verified.
    package func records(slot: Int, in bytes: UnsafeRawBufferPointer) throws(PackDefect) -> [PackRecord] {
        try verify(slot: slot, in: bytes)
        var records: [PackRecord] = []
        _ = try first(of: slot, in: bytes) { record in
            records.append(record)
            return false
        }
        return records
    }

    /// A variant of a record, in the order of scales.
    ///
    /// - Throws: ``PackDefect`` if it has no legal scale, or its data would lie outside the pack.
    @inline(__always)
    package func variant(
        _ index: Int, of record: PackRecord, in bytes: UnsafeRawBufferPointer
    ) throws(PackDefect) -> PackRecordVariant {
        let entry = IndexReader(
            checked: bytes.part(at: record.variantsStart &+ index &* Self.variantLength, count: Self.variantLength))
        guard let scale = Scale(Int(entry.value(at: 24) as UInt8)) else {
            throw .damaged("a variant has no scale or number")
        }
        let (dataStart, dataLength): (UInt64, UInt64) = (entry.value(at: 0), entry.value(at: 8))
        let limit = UInt64(truncatingIfNeeded: bytes.count)
        guard dataStart <= limit, dataLength <= limit &- dataStart else { throw .outside }
        return PackRecordVariant(record, index: index, scale: scale, dataStart: dataStart, dataLength: dataLength)
    }

    /// The variant that serves a request: of the same scale, else of the next larger, else of the largest.
    ///
    /// ``Scale/best(of:)`` without a collection of scales, and without relying on their order in a file that may be damaged.
    @inline(__always)
    package func variant(
        for scale: Scale, of record: PackRecord, in bytes: UnsafeRawBufferPointer
    ) throws(PackDefect) -> PackRecordVariant {
        let entries = IndexReader(
            checked: bytes.part(at: record.variantsStart, count: record.variantCount * Self.variantLength))
        let wanted = scale.factor
        var best = (index: 0, factor: entries.value(at: 24) as UInt8)
        for index in 1..<max(1, record.variantCount) {
            let factor: UInt8 = entries.value(at: index * Self.variantLength + 24)
            let isBetter =
                best.factor < wanted ? factor > best.factor : factor >= wanted && factor < best.factor
            if isBetter { best = (index, factor) }
        }
        return try variant(best.index, of: record, in: bytes)
    }

    // MARK: Blocks

    /// The first record of a slot for which `isWanted`.
    ///
    /// Only what keeps every access within the index is held against the bytes here: what else they must be ``verify(slot:in:)``
    /// has found, and only a file that somebody writes to loses it.
    @inline(__always)
    private func first(
        of slot: Int, in bytes: UnsafeRawBufferPointer, where isWanted: (PackRecord) -> Bool
    ) throws(PackDefect) -> PackRecord? {
        let offset: UInt32 = entry(slot, in: bytes).value(at: 0)
        guard offset != 0 else { return nil }
        let block = PackIndex.start &+ Int(offset)
        guard block <= end &- Self.blockHeaderLength else { throw .damaged("a block lies outside") }
        let head = IndexReader(checked: bytes.part(at: block, count: Self.blockHeaderLength))
        let recordCount = Int(head.value(at: 12) as UInt32)
        guard recordCount <= Self.recordsPerBlockMax else { throw .damaged("a block has a wrong length") }
        var start = block &+ Self.blockHeaderLength
        for _ in 0..<recordCount {
            guard let record = record(at: start, in: bytes) else { throw .damaged("a record lies outside") }
            if isWanted(record) { return record }
            start = record.end
        }
        return nil
    }

    /// The slots are known to lie within the pack.
    @inline(__always)
    private func entry(_ slot: Int, in bytes: UnsafeRawBufferPointer) -> IndexReader {
        IndexReader(checked: bytes.part(at: slotsStart &+ slot &* Self.slotLength, count: Self.slotLength))
    }

    /// `nil` if there is none, or it does not lie within the index.
    @inline(__always)
    private func record(at start: Int, in bytes: UnsafeRawBufferPointer) -> PackRecord? {
        guard start <= end &- Self.recordHeaderLength else { return nil }
        let record = PackRecord(start: start, in: bytes)
        return record.variantCount > 0 && record.end <= end ? record : nil
    }

    /// Holds a slot and its block against all that they must be, the checksum among it.
    @inline(never)
    func verify(slot: Int, in bytes: UnsafeRawBufferPointer) throws(PackDefect) {
        let entry = entry(slot, in: bytes)
        let offset: UInt32 = entry.value(at: 0)
        guard entry.value(at: 4) == ~offset else { throw .damaged("a hash slot") }
        guard offset != 0 else { return }
        let start = PackIndex.start + Int(offset)
        guard offset % 8 == 0, start <= end - Self.blockHeaderLength else { throw .damaged("a block lies outside") }
        let head = IndexReader(checked: bytes.part(at: start, count: Self.blockHeaderLength))
        let length = Int(head.value(at: 8) as UInt32)
        let recordCount = Int(head.value(at: 12) as UInt32)
        guard length >= Self.blockHeaderLength, length <= end - start, recordCount > 0,
            recordCount <= Self.recordsPerBlockMax
        else { throw .damaged("a block has a wrong length") }
        let checked = bytes.part(at: start + 8, count: length - 8)
        guard head.value(at: 0) == XXHash64.hash(checked, seed: UInt64(slot)) else {
            throw .damaged("the checksum of a block differs")
        }
        var place = start + Self.blockHeaderLength
        for _ in 0..<recordCount {
            guard let record = record(at: place, in: bytes), record.end <= start + length, record.variantCount <= 9,
                PackRecordKind(rawValue: record.kindNumber) != nil, record.length(in: bytes) == record.end - place
            else { throw .damaged("a record has a wrong length") }
            for index in 0..<record.variantCount {
                guard try variant(index, of: record, in: bytes).ordinal(in: bytes) < entryCount else {
                    throw .damaged("a variant has no scale or number")
                }
            }
            place = record.end
        }
    }
}
