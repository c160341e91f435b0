/// The hash table of an index where it lies in memory: how names are found.
///
/// Some numbers of the header and nothing else, so that a look-up copies little and counts no references. Every call is
/// handed the bytes, of which it believes nothing. `bytes` is always the whole pack.
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
    /// Variants lie in steps of eight bytes, and so at places below this; see ``PackRecordVariant/place``.
    package var placeCount: Int { (end - PackIndex.start) / 8 + 1 }
    /// Variants and resources, which have the numbers below this.
    package let entryCount: Int

    /// The slot in which a name is to be looked for.
    package func slot(of hash: UInt64) -> Int { Int(truncatingIfNeeded: hash & UInt64(slotCount - 1)) }

    /// The record of a name. Allocates nothing. Cost: one slot and one block, whatever the size of the pack.
    ///
    /// - Parameters:
    ///   - name: the name's UTF-8.
    ///   - hash: ``XXHash64`` of the name.
    ///   - verifying: whether to hold the block against its checksum. A caller that remembers that it did need not again, as
    ///     long as the bytes cannot change.
    /// - Returns: `nil` if the pack does not have it.
    package func record(
        _ kind: PackRecordKind, named name: UnsafeRawBufferPointer, hash: UInt64, in bytes: UnsafeRawBufferPointer,
        verifying: Bool
    ) throws(PackDefect) -> PackRecord? {
        guard let block = try block(slot: slot(of: hash), in: bytes, verifying: verifying) else { return nil }
        return try first(in: block, bytes) { record in
            record.hash(in: bytes) == hash && record.kind == kind && Int(record.nameLength) == name.count
                && Self.equal(record.name(in: bytes), name)
        }
    }

    /// All records of a slot, whose block is held against its checksum.
    package func records(slot: Int, in bytes: UnsafeRawBufferPointer) throws(PackDefect) -> [PackRecord] {
        guard let block = try block(slot: slot, in: bytes, verifying: true) else { return [] }
        var records: [PackRecord] = []
        _ = try first(in: block, bytes) { record in
            records.append(record)
            return false
        }
        return records
    }

    /// A variant of a record, in the order of scales.
    ///
    /// - Throws: ``PackDefect`` if it points outside the pack or has no legal scale or number.
    package func variant(
        _ index: Int, of record: PackRecord, in bytes: UnsafeRawBufferPointer
    ) throws(PackDefect) -> PackRecordVariant {
        let entry = try IndexReader(
            bytes, from: record.variantsStart + index * Self.variantLength, length: Self.variantLength, "a variant")
        let (offset, length): (UInt64, UInt64) = (entry.value(at: 0), entry.value(at: 8))
        guard offset <= UInt64(bytes.count), length <= UInt64(bytes.count) - offset else {
            throw PackDefect("the index points outside the pack")
        }
        let number: UInt32 = entry.value(at: 28)
        guard let scale = Scale(Int(entry.value(at: 24) as UInt8)), Int(number) < entryCount else {
            throw PackDefect("the index is damaged: a variant has no scale or number")
        }
        return PackRecordVariant(
            record, index: index, scale: scale, offset: offset, length: length, number: number)
    }

    /// The variant that serves a request: of the same scale, else of the next larger, else of the largest.
    ///
    /// ``Scale/best(of:)`` without a collection of scales, and without relying on their order in a file that may be damaged.
    package func variant(
        for scale: Scale, of record: PackRecord, in bytes: UnsafeRawBufferPointer
    ) throws(PackDefect) -> PackRecordVariant {
        let entries = try IndexReader(
            bytes, from: record.variantsStart, length: record.variantCount * Self.variantLength, "a variant")
        var best = (index: 0, factor: entries.value(at: 24) as UInt8)
        for index in 1..<max(1, record.variantCount) {
            let factor: UInt8 = entries.value(at: index * Self.variantLength + 24)
            let isBetter =
                best.factor < scale.factor ? factor > best.factor : factor >= scale.factor && factor < best.factor
            if isBetter { best = (index, factor) }
        }
        return try variant(best.index, of: record, in: bytes)
    }

    // MARK: Blocks

    /// Where the block of a slot lies.
    private struct Block {
        let start: Int
        let end: Int
        let recordCount: Int
    }

    /// The block of a slot; `nil` if nothing hashes to it.
    @inline(__always)
    private func block(
        slot: Int, in bytes: UnsafeRawBufferPointer, verifying: Bool
    ) throws(PackDefect) -> Block? {
        let entry = try IndexReader(
            bytes, from: slotsStart + slot * Self.slotLength, length: Self.slotLength, "the hash table")
        let offset: UInt32 = entry.value(at: 0)
        guard entry.value(at: 4) == ~offset else { throw PackDefect("the index is damaged: hash slot \(slot)") }
        guard offset != 0 else { return nil }
        let start = PackIndex.start + Int(offset)
        guard offset % 8 == 0, start <= end - Self.blockHeaderLength else {
            throw PackDefect("the index is damaged: a block lies outside")
        }
        let head = try IndexReader(bytes, from: start, length: Self.blockHeaderLength, "a block of the index")
        let length = Int(head.value(at: 8) as UInt32)
        let recordCount = Int(head.value(at: 12) as UInt32)
        guard length >= Self.blockHeaderLength, length <= end - start,
            (1...Self.recordsPerBlockMax).contains(recordCount)
        else { throw PackDefect("the index is damaged: a block has a wrong length") }
        if verifying { try verify(slot: slot, from: start, length: length, in: bytes) }
        return Block(start: start, end: start + length, recordCount: recordCount)
    }

    /// Holds a block against its checksum.
    @inline(never)
    private func verify(
        slot: Int, from start: Int, length: Int, in bytes: UnsafeRawBufferPointer
    ) throws(PackDefect) {
        let block = try IndexReader(bytes, from: start, length: length, "a block of the index")
        guard block.value(at: 0) == XXHash64.hash(block.bytes(at: 8, count: length - 8), seed: UInt64(slot)) else {
            throw PackDefect("the index is damaged: the checksum of a block differs")
        }
    }

    /// The first record of a block for which `isWanted`.
    @inline(__always)
    private func first(
        in block: Block, _ bytes: UnsafeRawBufferPointer, where isWanted: (PackRecord) -> Bool
    ) throws(PackDefect) -> PackRecord? {
        var start = block.start + Self.blockHeaderLength
        for _ in 0..<block.recordCount {
            guard start <= block.end - Self.recordHeaderLength else {
                throw PackDefect("the index is damaged: a record lies outside its block")
            }
            let head = try IndexReader(bytes, from: start, length: Self.recordHeaderLength, "a record of the index")
            let length = Int(head.value(at: 0) as UInt32)
            let (nameLength, variantCount): (UInt16, UInt8) = (head.value(at: 4), head.value(at: 7))
            let needed = Self.recordHeaderLength + Int(variantCount) * Self.variantLength + Int(nameLength)
            guard let kind = PackRecordKind(rawValue: head.value(at: 6)), (1...9).contains(variantCount),
                length <= block.end - start, length == PackIndex.aligned(needed)
            else { throw PackDefect("the index is damaged: a record has a wrong length") }
            let record = PackRecord(start: start, nameLength: nameLength, variants: variantCount, kind: kind)
            if isWanted(record) { return record }
            start += length
        }
        return nil
    }

    /// - Parameter right: as long as `left`.
    private static func equal(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
        func agree(at offset: Int) -> Bool {
            left.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                == right.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        }
        let count = left.count
        guard count >= 8 else {
            for offset in 0..<count where left[offset] != right[offset] { return false }
            return true
        }
        var offset = 0
        while offset <= count - 8 {
            guard agree(at: offset) else { return false }
            offset += 8
        }
        // The rest, with some of what was compared already.
        return agree(at: count - 8)
    }
}
