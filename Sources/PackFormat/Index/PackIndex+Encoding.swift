import ThemeModel

extension PackIndex {
    /// Throws if the theme's properties are too long, or if too many names share a hash slot, which does not happen by
    /// chance.
    package static func encode(_ contents: PackContents, packLength: UInt64) throws(PackError) -> [UInt8] {
        let slotCount = Self.slotCount(for: contents.images.count + contents.resources.count)
        let indexLength = length(of: contents)
        var index = ByteWriter(reserving: indexLength)

        let properties = contents.theme.properties
        let propertiesLength = Self.propertiesLength(properties)
        let headerLength = roundedUpToEight(fixedHeaderLength + propertiesLength) + 8
        guard propertiesLength <= FormatLimits.propertiesBytes else {
            throw PackError("the theme's name and identifiers have more than \(FormatLimits.propertiesBytes) bytes")
        }
        index.add(raw: magic)
        index.add(formatVersion(for: contents.theme))
        index.add(minimumReaderOfNewPacks)
        index.add(UInt32(headerLength))
        index.add(packLength)
        index.add(UInt64(indexLength))
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

        let slots = RecordSlots(of: contents, slotCount: slotCount)
        var blockOffset = headerLength + slotCount * IndexTable.slotLength
        for slot in 0..<slotCount {
            let records = slots[slot]
            let offset = records.isEmpty ? 0 : UInt32(blockOffset)
            index.add(offset)
            index.add(~offset)
            blockOffset += blockLength(records)
        }
        for slot in 0..<slotCount where !slots[slot].isEmpty {
            let records = slots[slot]
            guard records.count <= FormatLimits.recordsPerBlock else {
                throw PackError(
                    "more than \(FormatLimits.recordsPerBlock) names share a hash slot; one of them is "
                        + "'\(records.first?.name ?? "")'")
            }
            let start = index.addZeros(8)  // the checksum of the rest of the block
            index.add(UInt32(blockLength(records)))
            index.add(UInt32(records.count))
            for record in records { record.append(to: &index) }
            let checksum = index.bytes.withUnsafeBytes { bytes in
                XXHash64.hash(UnsafeRawBufferPointer(rebasing: bytes[(start + 8)...]), seed: UInt64(slot))
            }
            index.put(checksum, at: start)
        }
        return index.bytes
    }

    /// Returns the length of the index. The offsets in the contents do not matter.
    package static func length(of contents: PackContents) -> Int {
        let slotCount = Self.slotCount(for: contents.images.count + contents.resources.count)
        var isUsed = [Bool](repeating: false, count: slotCount)
        var recordsLength = 0
        NewIndexRecord.forEach(of: contents) { record in
            isUsed[record.slot(slotCount: slotCount)] = true
            recordsLength += record.length
        }
        let header = roundedUpToEight(fixedHeaderLength + propertiesLength(contents.theme.properties)) + 8
        return header + slotCount * IndexTable.slotLength + isUsed.count { $0 } * IndexTable.blockHeaderLength
            + recordsLength
    }

    package static func slotCount(for records: Int) -> Int {
        var count = 1
        while count < records { count *= 2 }
        return count
    }

    private static func propertiesLength(_ properties: [(key: String, value: String)]) -> Int {
        properties.reduce(0) { $0 + 4 + $1.key.utf8.count + $1.value.utf8.count }
    }

    private static func blockLength(_ records: some Collection<NewIndexRecord>) -> Int {
        records.isEmpty ? 0 : IndexTable.blockHeaderLength + records.reduce(0) { $0 + $1.length }
    }
}
