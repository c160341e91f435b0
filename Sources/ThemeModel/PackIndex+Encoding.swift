extension PackIndex {
    /// The index of a pack, byte for byte the same for the same contents.
    ///
    /// - Parameters:
    ///   - contents: with the offsets of its entries in the pack.
    ///   - packLength: bytes of the whole pack.
    /// - Throws: ``PackDefect`` if more than ``PackTable/recordsPerBlockMax`` names share a hash slot, which does not happen by chance.
    package static func encode(_ contents: PackContents, packLength: UInt64) throws(PackDefect) -> [UInt8] {
        let slotCount = Self.slotCount(for: contents.images.count + contents.resources.count)
        let indexLength = length(of: contents)
        var index: [UInt8] = []
        index.reserveCapacity(indexLength)

        let properties = contents.theme.properties
        let propertiesLength = Self.propertiesLength(properties)
        let headerLength = aligned(fixedHeaderLength + propertiesLength) + 8
        guard propertiesLength <= propertiesLengthMax else {
            throw PackDefect("the theme's name and identifiers have more than \(propertiesLengthMax) bytes")
        }
        index += magic
        index.append(formatVersion(for: contents.theme))
        index.append(UInt16(1))
        index.append(UInt32(headerLength))
        index.append(packLength)
        index.append(UInt64(indexLength))
        index.append(UInt32(slotCount))
        index.append(UInt32(contents.images.count))
        index.append(UInt32(contents.images.reduce(0) { $0 + $1.variants.count }))
        index.append(UInt32(contents.resources.count))
        index.append(contents.contract)
        index.append(contents.manifest)
        if let settings = contents.settings {
            index.append(settings)
        } else {
            index += [UInt8](repeating: 0, count: 48)
        }
        index.append(UInt32(properties.count))
        index.append(UInt32(propertiesLength))
        for (key, value) in properties {
            index.append(UInt16(key.utf8.count))
            index.append(UInt16(value.utf8.count))
            index += Array(key.utf8) + Array(value.utf8)
        }
        index.align()
        index.append(index.withUnsafeBytes { XXHash64.hash($0) })

        let slots = Slots(of: contents, count: slotCount)
        var blockOffset = headerLength + slotCount * PackTable.slotLength
        for slot in 0..<slotCount {
            let records = slots[slot]
            let offset = records.isEmpty ? 0 : UInt32(blockOffset)
            index.append(offset)
            index.append(~offset)
            blockOffset += blockLength(records)
        }
        for slot in 0..<slotCount where !slots[slot].isEmpty {
            let records = slots[slot]
            guard records.count <= PackTable.recordsPerBlockMax else {
                throw PackDefect(
                    "more than \(PackTable.recordsPerBlockMax) names share a hash slot, '\(records.first?.name ?? "")' is one"
                )
            }
            let start = index.count
            index.append(UInt64(0))  // the checksum of what follows
            index.append(UInt32(blockLength(records)))
            index.append(UInt32(records.count))
            for record in records { record.append(to: &index) }
            index.withUnsafeMutableBytes { bytes in
                let block = UnsafeRawBufferPointer(rebasing: bytes[(start + 8)...])
                let checksum = XXHash64.hash(block, seed: UInt64(slot))
                bytes.storeBytes(of: checksum.littleEndian, toByteOffset: start, as: UInt64.self)
            }
        }
        return index
    }

    /// How long the index of these contents is; their offsets do not matter.
    package static func length(of contents: PackContents) -> Int {
        let slotCount = Self.slotCount(for: contents.images.count + contents.resources.count)
        var isUsed = [Bool](repeating: false, count: slotCount)
        var length = 0
        IndexRecord.forEach(of: contents) { record in
            isUsed[record.slot(of: slotCount)] = true
            length += record.length
        }
        let header = aligned(fixedHeaderLength + propertiesLength(contents.theme.properties)) + 8
        return header + slotCount * PackTable.slotLength + isUsed.count { $0 } * PackTable.blockHeaderLength + length
    }

    private static func slotCount(for records: Int) -> Int {
        var count = 1
        while count < records { count *= 2 }
        return count
    }

    private static func propertiesLength(_ properties: [(key: String, value: String)]) -> Int {
        properties.reduce(0) { $0 + 4 + $1.key.utf8.count + $1.value.utf8.count }
    }

    private static func blockLength(_ records: some Collection<IndexRecord>) -> Int {
        records.isEmpty ? 0 : PackTable.blockHeaderLength + records.reduce(0) { $0 + $1.length }
    }
}

/// Records by the slots that they belong to, in each slot in the order in which they came.
private struct Slots {
    private let records: [IndexRecord]
    /// The numbers of the records, slot by slot.
    private let order: [Int32]
    /// Where each slot's numbers begin, and where the last one's end.
    private let starts: [Int32]

    init(of contents: PackContents, count: Int) {
        var records: [IndexRecord] = []
        records.reserveCapacity(contents.images.count + contents.resources.count)
        IndexRecord.forEach(of: contents) { records.append($0) }
        var starts = [Int32](repeating: 0, count: count + 1)
        for record in records { starts[record.slot(of: count) + 1] += 1 }
        for slot in 0..<count { starts[slot + 1] += starts[slot] }
        var next = starts
        var order = [Int32](repeating: 0, count: records.count)
        for (number, record) in records.enumerated() {
            let slot = record.slot(of: count)
            order[Int(next[slot])] = Int32(number)
            next[slot] += 1
        }
        (self.records, self.order, self.starts) = (records, order, starts)
    }

    subscript(slot: Int) -> some BidirectionalCollection<IndexRecord> {
        order[Int(starts[slot])..<Int(starts[slot + 1])].lazy.map { records[Int($0)] }
    }
}

/// A record on its way into the index.
private struct IndexRecord {
    let kind: PackRecordKind
    let name: String
    let hash: UInt64
    let variants: [PackVariant]
    /// The number of the first variant.
    let ordinal: Int

    /// Images in the order of names, then resources in the order of paths.
    static func forEach(of contents: PackContents, _ body: (IndexRecord) -> Void) {
        var ordinal = 0
        func add(_ kind: PackRecordKind, _ name: String, _ variants: [PackVariant]) {
            body(
                IndexRecord(kind: kind, name: name, hash: XXHash64.hash(name), variants: variants, ordinal: ordinal))
            ordinal += variants.count
        }
        for image in contents.images { add(.image, image.name.path.string, image.variants) }
        for resource in contents.resources {
            let variant = PackVariant(scale: .one, size: PixelSize(width: 0, height: 0), stored: resource.stored)
            add(.resource, resource.path.string, [variant])
        }
    }

    func slot(of count: Int) -> Int { Int(hash & UInt64(count - 1)) }

    var length: Int {
        PackIndex.aligned(
            PackTable.recordHeaderLength + variants.count * PackTable.variantLength + name.utf8.count)
    }

    func append(to block: inout [UInt8]) {
        block.append(UInt32(length))
        block.append(UInt16(name.utf8.count))
        block.append(kind.rawValue)
        block.append(UInt8(variants.count))
        block.append(hash)
        for (index, variant) in variants.enumerated() {
            block.append(variant.stored.offset)
            block.append(variant.stored.length)
            block.append(variant.size.width)
            block.append(variant.size.height)
            block.append(UInt32(variant.scale.factor))
            block.append(UInt32(ordinal + index))
            block.append(variant.stored.digest)
        }
        block += name.utf8
        block.align()
    }
}

extension [UInt8] {
    /// Little-endian, as everything in the index.
    fileprivate mutating func append(_ number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }

    fileprivate mutating func append(_ stored: StoredBytes) {
        append(stored.offset)
        append(stored.length)
        append(stored.digest)
    }

    fileprivate mutating func append(_ digest: ContentDigest) { digest.withBytes { append(contentsOf: $0) } }

    /// Zeros up to the next multiple of eight.
    fileprivate mutating func align() {
        append(contentsOf: repeatElement(0, count: PackIndex.aligned(count) - count))
    }
}
