import ThemeModel

extension PackIndex {
    /// Throws if the theme's properties are too long, or if too many names share a hash slot, which does not happen by
    /// chance.
    package static func encode(_ contents: PackContents, packLength: UInt64) throws(PackError) -> [UInt8] {
        let slotCount = Self.slotCount(for: contents.images.count + contents.resources.count)
        let slots = RecordSlots(of: contents, slotCount: slotCount)
        let properties = contents.theme.properties
        let propertiesLength = Self.propertiesLength(properties)
        let headerLength = roundedUpToEight(fixedHeaderLength + propertiesLength) + 8
        guard propertiesLength <= FormatLimits.propertiesBytes else {
            throw PackError("the theme's name and identifiers have more than \(FormatLimits.propertiesBytes) bytes")
        }
        let tableLength = slotCount * IndexTable.slotLength + slots.blocksLength
        var index = ByteWriter(reserving: headerLength + tableLength)
        index.add(raw: magic)
        index.add(formatVersion(for: contents.theme))
        index.add(minimumReaderOfNewPacks)
        index.add(UInt32(headerLength))
        index.add(packLength)
        index.add(UInt64(headerLength + tableLength))
        index.add(UInt32(slotCount))
        index.add(UInt32(contents.images.count))
        index.add(UInt32(contents.images.reduce(0) { $0 + $1.variants.count }))
        index.add(UInt32(contents.resources.count))
        index.add(contents.contract)
        index.add(contents.manifest)
        if let settings = contents.settings {
            index.add(settings)
        } else {
            _ = index.addZeros(DataReference.encodedLength)
        }
        index.add(UInt32(properties.count))
        index.add(UInt32(propertiesLength))
        index.add(properties)
        index.padToEight()
        index.add(index.bytes.withUnsafeBytes { XXHash64.hash($0) })

        guard slots.counts.allSatisfy({ $0 <= FormatLimits.recordsPerBlock }) else {
            throw PackError(
                "more than \(FormatLimits.recordsPerBlock) names share a hash slot; one of them is "
                    + "'\(name(inFullSlotOf: slots, contents))'")
        }
        index.add(count: tableLength) { put(contents, slots, headerLength: headerLength, in: $0) }
        return index.bytes
    }

    /// Writes slots and blocks. The records are written in the order of names, because their values are in that order
    /// in memory.
    private static func put(
        _ contents: PackContents, _ slots: RecordSlots, headerLength: Int, in table: UnsafeMutableRawBufferPointer
    ) {
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
            let slot = record.slot(slotCount: slotCount)
            let range = next[slot]..<next[slot] + record.length
            record.put(of: contents, in: UnsafeMutableRawBufferPointer(rebasing: table[range]))
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

    private static func name(inFullSlotOf slots: RecordSlots, _ contents: PackContents) -> String {
        var name = ""
        NewIndexRecord.forEach(of: contents) { record in
            let slot = record.slot(slotCount: slots.counts.count)
            if name.isEmpty, slots.counts[slot] > FormatLimits.recordsPerBlock { name = record.name(in: contents) }
        }
        return name
    }

    /// Returns the length of the index. The offsets in the contents do not matter.
    package static func length(of contents: PackContents) -> Int {
        let slotCount = Self.slotCount(for: contents.images.count + contents.resources.count)
        let header = roundedUpToEight(fixedHeaderLength + propertiesLength(contents.theme.properties)) + 8
        return header + slotCount * IndexTable.slotLength
            + RecordSlots(of: contents, slotCount: slotCount).blocksLength
    }

    package static func slotCount(for records: Int) -> Int {
        var count = 1
        while count < records { count *= 2 }
        return count
    }

    private static func propertiesLength(_ properties: [(key: String, value: String)]) -> Int {
        properties.reduce(0) { $0 + 4 + $1.key.utf8.count + $1.value.utf8.count }
    }
}
