/// What a record of the index speaks of.
package enum PackRecordKind: UInt8, Sendable {
    case image = 0
    case resource = 1
}

/// A record of the index, where it lies. Valid for the bytes from which it was read.
package struct PackRecord: Sendable {
    package let kind: PackRecordKind
    package let variantCount: Int
    /// From the start of the pack.
    let variantsOffset: Int
    let nameLength: Int

    /// The name's UTF-8 in the pack.
    package func name(in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        let start = variantsOffset + variantCount * PackIndex.variantLength
        return UnsafeRawBufferPointer(rebasing: bytes[start..<start + nameLength])
    }
}

/// A variant as the index holds it. For a resource, scale is 1 and the size zero.
package struct PackRecordVariant: Sendable {
    package let scale: Scale
    package let size: PixelSize
    package let stored: StoredBytes
    /// The variant's number within the pack, from 0 and below ``PackIndex/variantCount`` plus ``PackIndex/resourceCount``.
    package var ordinal: Int { Int(number) }
    fileprivate let number: UInt32
    /// Where the index has the variant, in steps of eight bytes from its start: another one for each variant, whatever the
    /// file says. Below an eighth of the index's length.
    package var place: Int { Int(step) }
    fileprivate let step: UInt32
}

extension PackIndex {
    /// Where the block of a slot lies.
    package struct Block: Sendable {
        package let slot: Int
        let offset: Int
        let length: Int
        let recordCount: Int
    }

    /// The slot in which a name is to be looked for.
    package func slot(ofHash hash: UInt64) -> Int { Int(truncatingIfNeeded: hash & UInt64(slotCount - 1)) }

    /// The block of a slot; `nil` if nothing hashes to it.
    ///
    /// - Parameter verifying: whether to hold the block against its checksum. A caller that remembers that it did need not
    ///   again, as long as the bytes cannot change.
    package func block(
        slot: Int, in bytes: UnsafeRawBufferPointer, verifying: Bool = true
    ) throws(PackDefect) -> Block? {
        let entry = try IndexReader(
            bytes, from: Self.start + headerLength + slot * Self.slotLength, length: Self.slotLength, "the hash table")
        let offset: UInt32 = entry.value(at: 0)
        guard entry.value(at: 4) == ~offset else { throw PackDefect("the index is damaged: hash slot \(slot)") }
        guard offset != 0 else { return nil }
        let start = Self.start + Int(offset)
        guard Int(offset) <= length, offset % 8 == 0 else {
            throw PackDefect("the index is damaged: a block lies outside")
        }
        let head = try IndexReader(bytes, from: start, length: Self.blockHeaderLength, "a block of the index")
        let blockLength = Int(head.value(at: 8) as UInt32)
        let recordCount = Int(head.value(at: 12) as UInt32)
        guard blockLength >= Self.blockHeaderLength, blockLength <= length - Int(offset),
            (1...Self.recordsPerBlockMax).contains(recordCount)
        else { throw PackDefect("the index is damaged: a block has a wrong length") }
        if verifying {
            let block = try IndexReader(bytes, from: start, length: blockLength, "a block of the index")
            let checked = block.bytes(at: 8, count: blockLength - 8)
            guard head.value(at: 0) == XXHash64.hash(checked, seed: UInt64(slot)) else {
                throw PackDefect("the index is damaged: the checksum of a block differs")
            }
        }
        return Block(slot: slot, offset: start, length: blockLength, recordCount: recordCount)
    }

    /// Calls `body` with the records of a block until it returns a value other than `nil`, and returns that.
    @inline(__always)
    func first<Value>(
        in block: Block, _ bytes: UnsafeRawBufferPointer, where body: (UInt64, PackRecord) -> Value?
    ) throws(PackDefect) -> Value? {
        var offset = block.offset + Self.blockHeaderLength
        let end = block.offset + block.length
        for _ in 0..<block.recordCount {
            guard end - offset >= Self.recordHeaderLength else {
                throw PackDefect("the index is damaged: a record lies outside its block")
            }
            let head = try IndexReader(bytes, from: offset, length: Self.recordHeaderLength, "a record of the index")
            let recordLength = Int(head.value(at: 0) as UInt32)
            let nameLength = Int(head.value(at: 4) as UInt16)
            let variantCount = Int(head.value(at: 7) as UInt8)
            guard let kind = PackRecordKind(rawValue: head.value(at: 6)), (1...9).contains(variantCount),
                recordLength <= end - offset,
                recordLength
                    == Self.aligned(Self.recordHeaderLength + variantCount * Self.variantLength + nameLength)
            else { throw PackDefect("the index is damaged: a record has a wrong length") }
            let record = PackRecord(
                kind: kind, variantCount: variantCount, variantsOffset: offset + Self.recordHeaderLength,
                nameLength: nameLength)
            if let value = body(head.value(at: 8), record) { return value }
            offset += recordLength
        }
        return nil
    }

    /// All records of a block.
    package func records(of block: Block, in bytes: UnsafeRawBufferPointer) throws(PackDefect) -> [PackRecord] {
        var records: [PackRecord] = []
        _ = try first(in: block, bytes) { _, record -> Bool? in
            records.append(record)
            return nil
        }
        return records
    }

    /// The record of a name. Allocates nothing. Cost: one slot and one block, whatever the size of the pack.
    ///
    /// - Parameters:
    ///   - hash: ``XXHash64`` of the name.
    ///   - name: the name's UTF-8.
    /// - Returns: `nil` if the pack does not have it.
    package func record(
        _ kind: PackRecordKind, named name: UnsafeRawBufferPointer, hash: UInt64, in block: Block,
        of bytes: UnsafeRawBufferPointer
    ) throws(PackDefect) -> PackRecord? {
        try first(in: block, bytes) { recordHash, record in
            guard recordHash == hash, record.kind == kind, record.nameLength == name.count else { return nil }
            return Self.equal(record.name(in: bytes), name) ? record : nil
        }
    }

    /// A variant of a record, in the order of scales.
    ///
    /// - Throws: ``PackDefect`` if it points outside the pack or has no legal scale or number.
    package func variant(
        _ index: Int, of record: PackRecord, in bytes: UnsafeRawBufferPointer
    ) throws(PackDefect) -> PackRecordVariant {
        let entry = try IndexReader(
            bytes, from: record.variantsOffset + index * Self.variantLength, length: Self.variantLength, "a variant")
        let ordinal = Int(entry.value(at: 28) as UInt32)
        guard let scale = Scale(Int(entry.value(at: 24) as UInt8)), ordinal < variantCount + resourceCount else {
            throw PackDefect("the index is damaged: a variant has no scale or number")
        }
        let stored = StoredBytes(
            offset: entry.value(at: 0), length: entry.value(at: 8), digest: entry.digest(at: 32))
        guard stored.offset <= UInt64(bytes.count), stored.length <= UInt64(bytes.count) - stored.offset else {
            throw PackDefect("the index points outside the pack")
        }
        return PackRecordVariant(
            scale: scale, size: PixelSize(width: entry.value(at: 16), height: entry.value(at: 20)), stored: stored,
            number: UInt32(truncatingIfNeeded: ordinal),
            step: UInt32(truncatingIfNeeded: (record.variantsOffset + index * Self.variantLength - Self.start) / 8))
    }

    /// The variant that serves a request: of the same scale, else of the next larger, else of the largest.
    ///
    /// ``Scale/best(of:)`` without a collection of scales, and without relying on their order in a file that may be damaged.
    package func variant(
        for scale: Scale, of record: PackRecord, in bytes: UnsafeRawBufferPointer
    ) throws(PackDefect) -> PackRecordVariant {
        let entries = try IndexReader(
            bytes, from: record.variantsOffset, length: record.variantCount * Self.variantLength, "a variant")
        var best = (index: 0, factor: entries.value(at: 24) as UInt8)
        for index in 1..<max(1, record.variantCount) {
            let factor: UInt8 = entries.value(at: index * Self.variantLength + 24)
            let isBetter =
                best.factor < scale.factor ? factor > best.factor : factor >= scale.factor && factor < best.factor
            if isBetter { best = (index, factor) }
        }
        return try variant(best.index, of: record, in: bytes)
    }

    /// Everything that the index says, names in order. Reads the whole index.
    ///
    /// - Throws: ``PackDefect`` if anything in it is damaged, stands twice, or contradicts the header's counts.
    package func contents(of bytes: UnsafeRawBufferPointer) throws(PackDefect) -> PackContents {
        var images: [PackImage] = []
        var resources: [PackResource] = []
        for slot in 0..<slotCount {
            guard let block = try block(slot: slot, in: bytes) else { continue }
            var records: [(UInt64, PackRecord)] = []
            _ = try first(in: block, bytes) { hash, record -> Bool? in
                records.append((hash, record))
                return nil
            }
            for (hash, record) in records {
                let nameBytes = record.name(in: bytes)
                guard let name = String(validating: nameBytes, as: UTF8.self) else {
                    throw PackDefect("the index has a name that is not UTF-8")
                }
                guard XXHash64.hash(nameBytes) == hash, self.slot(ofHash: hash) == slot else {
                    throw PackDefect("the index has '\(name)' where nobody would look for it")
                }
                let variants = try Self.all(record.variantCount) { index throws(PackDefect) in
                    try variant(index, of: record, in: bytes)
                }
                do {
                    switch record.kind {
                    case .image:
                        let variants = variants.map { PackVariant(scale: $0.scale, size: $0.size, stored: $0.stored) }
                        images.append(PackImage(name: try LogicalName(name), variants: variants))
                    case .resource:
                        resources.append(PackResource(path: try PortablePath(name), stored: variants[0].stored))
                    }
                } catch {
                    throw PackDefect("the index has the name '\(name)', which \(error.explanation)")
                }
            }
        }
        images.sort { $0.name < $1.name }
        resources.sort { $0.path < $1.path }
        try hold(images, resources)
        return PackContents(
            theme: theme, contract: contract, manifest: manifest, settings: settings, images: images,
            resources: resources)
    }

    private func hold(_ images: [PackImage], _ resources: [PackResource]) throws(PackDefect) {
        for (image, next) in zip(images, images.dropFirst()) where image.name == next.name {
            throw PackDefect("the index has '\(image.name)' twice")
        }
        for (resource, next) in zip(resources, resources.dropFirst()) where resource.path == next.path {
            throw PackDefect("the index has '\(resource.path)' twice")
        }
        for image in images
        where zip(image.variants, image.variants.dropFirst()).contains(where: { $0.scale >= $1.scale }) {
            throw PackDefect("the index has the scales of '\(image.name)' out of order")
        }
        let variants = images.reduce(0) { $0 + $1.variants.count }
        guard images.count == imageCount, variants == variantCount, resources.count == resourceCount else {
            throw PackDefect("the index's header counts other records than there are")
        }
    }

    private static func all<Value>(
        _ count: Int, _ make: (Int) throws(PackDefect) -> Value
    ) throws(PackDefect) -> [Value] {
        var values: [Value] = []
        for index in 0..<count { values.append(try make(index)) }
        return values
    }

    private static func equal(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
        var offset = 0
        while offset <= left.count - 8 {
            let own = left.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            guard own == right.loadUnaligned(fromByteOffset: offset, as: UInt64.self) else { return false }
            offset += 8
        }
        while offset < left.count {
            guard left[offset] == right[offset] else { return false }
            offset += 1
        }
        return true
    }
}
