extension PackIndex {
    /// The index of a pack, byte for byte the same for the same contents.
    ///
    /// - Parameters:
    ///   - contents: with the offsets of its entries in the pack.
    ///   - packLength: bytes of the whole pack.
    /// - Throws: ``PackDefect`` if more than ``PackTable/recordsPerBlockMax`` names share a hash slot, which does not happen by chance.
    package static func encode(_ contents: PackContents, packLength: UInt64) throws(PackDefect) -> [UInt8] {
        let records = IndexRecord.all(of: contents)
        let slotCount = Self.slotCount(for: records.count)
        let indexLength = length(of: contents)
        var index = [UInt8](repeating: 0, count: 0)
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
        index += contents.contract.bytes
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

        var slots = [[IndexRecord]](repeating: [], count: slotCount)
        for record in records { slots[Int(record.hash & UInt64(slotCount - 1))].append(record) }
        var blockOffset = headerLength + slotCount * PackTable.slotLength
        for slot in slots {
            let offset = slot.isEmpty ? 0 : UInt32(blockOffset)
            index.append(offset)
            index.append(~offset)
            blockOffset += blockLength(slot)
        }
        for (number, slot) in slots.enumerated() where !slot.isEmpty {
            guard slot.count <= PackTable.recordsPerBlockMax else {
                throw PackDefect(
                    "more than \(PackTable.recordsPerBlockMax) names share a hash slot, '\(slot[0].name)' is one")
            }
            var block: [UInt8] = []
            block.append(UInt32(blockLength(slot)))
            block.append(UInt32(slot.count))
            for record in slot { record.append(to: &block) }
            index.append(block.withUnsafeBytes { XXHash64.hash($0, seed: UInt64(number)) })
            index += block
        }
        return index
    }

    /// How long the index of these contents is; their offsets do not matter.
    package static func length(of contents: PackContents) -> Int {
        let records = IndexRecord.all(of: contents)
        let slotCount = Self.slotCount(for: records.count)
        let used = Set(records.map { $0.hash & UInt64(slotCount - 1) }).count
        let header = aligned(fixedHeaderLength + propertiesLength(contents.theme.properties)) + 8
        return header + slotCount * PackTable.slotLength + used * PackTable.blockHeaderLength
            + records.reduce(0) { $0 + $1.length }
    }

    private static func slotCount(for records: Int) -> Int {
        var count = 1
        while count < records { count *= 2 }
        return count
    }

    private static func propertiesLength(_ properties: [(key: String, value: String)]) -> Int {
        properties.reduce(0) { $0 + 4 + $1.key.utf8.count + $1.value.utf8.count }
    }

    private static func blockLength(_ records: [IndexRecord]) -> Int {
        records.isEmpty ? 0 : PackTable.blockHeaderLength + records.reduce(0) { $0 + $1.length }
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
    static func all(of contents: PackContents) -> [IndexRecord] {
        var ordinal = 0
        func record(_ kind: PackRecordKind, _ name: String, _ variants: [PackVariant]) -> IndexRecord {
            defer { ordinal += variants.count }
            return IndexRecord(
                kind: kind, name: name, hash: XXHash64.hash(name), variants: variants, ordinal: ordinal)
        }
        let images = contents.images.map { record(.image, $0.name.description, $0.variants) }
        let resources = contents.resources.map { resource in
            let variant = PackVariant(scale: .one, size: PixelSize(width: 0, height: 0), stored: resource.stored)
            return record(.resource, resource.path.string, [variant])
        }
        return images + resources
    }

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
            block += variant.stored.digest.bytes
        }
        block += Array(name.utf8)
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
        self += stored.digest.bytes
    }

    /// Zeros up to the next multiple of eight.
    fileprivate mutating func align() {
        append(contentsOf: repeatElement(0, count: PackIndex.aligned(count) - count))
    }
}
