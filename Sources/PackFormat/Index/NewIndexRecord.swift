import ThemeModel

/// The place of a record in a new index. The name and the variants stay in the contents.
struct NewIndexRecord {
    let kind: IndexRecordKind
    /// The position among the images or the resources of the contents.
    let position: Int
    let hash: UInt64
    let firstOrdinal: Int
    let length: Int

    /// Images first, then resources, each in the order of names.
    static func forEach(of contents: PackContents, _ body: (NewIndexRecord) -> Void) {
        var ordinal = 0
        func add(_ kind: IndexRecordKind, _ position: Int, _ path: PortablePath, _ count: Int) {
            let length =
                IndexTable.recordHeaderLength + count * IndexTable.variantLength + path.string.utf8.count
            body(
                NewIndexRecord(
                    kind: kind, position: position, hash: XXHash64.hash(path.string), firstOrdinal: ordinal,
                    length: PackIndex.roundedUpToEight(length)))
            ordinal += count
        }
        for (position, image) in contents.images.enumerated() {
            add(.image, position, image.name.path, image.variants.count)
        }
        for (position, resource) in contents.resources.enumerated() { add(.resource, position, resource.path, 1) }
    }

    func slot(slotCount: Int) -> Int { Int(hash & UInt64(slotCount - 1)) }

    func name(in contents: PackContents) -> String {
        switch kind {
        case .image: contents.images[position].name.path.string
        case .resource: contents.resources[position].path.string
        }
    }

    /// - Parameter record: ``length`` zeros.
    func put(of contents: PackContents, in record: UnsafeMutableRawBufferPointer) {
        let name = name(in: contents)
        switch kind {
        case .image:
            let variants = contents.images[position].variants
            putHeader(name, variantCount: variants.count, in: record)
            for (number, variant) in variants.enumerated() { put(variant, number: number, in: record) }
        case .resource:
            putHeader(name, variantCount: 1, in: record)
            let none = PixelSize(width: 0, height: 0)
            let variant = PackVariant(scale: .one, size: none, stored: contents.resources[position].stored)
            put(variant, number: 0, in: record)
        }
    }

    private func putHeader(_ name: String, variantCount: Int, in record: UnsafeMutableRawBufferPointer) {
        let nameLength = name.utf8.count
        record.put(UInt32(length), at: IndexField.Record.length)
        record.put(
            UInt32(nameLength) | UInt32(kind.rawValue) << 16 | UInt32(variantCount) << 24,
            at: IndexField.Record.nameLengthKindCount)
        record.put(hash, at: IndexField.Record.nameHash)
        let start = IndexTable.recordHeaderLength + variantCount * IndexTable.variantLength
        record.put(name, at: start)
    }

    private func put(_ variant: PackVariant, number: Int, in record: UnsafeMutableRawBufferPointer) {
        let start = IndexTable.recordHeaderLength + number * IndexTable.variantLength
        record.put(variant.stored.offset, at: start + IndexField.Variant.dataStart)
        record.put(variant.stored.length, at: start + IndexField.Variant.dataLength)
        record.put(variant.size.width, at: start + IndexField.Variant.width)
        record.put(variant.size.height, at: start + IndexField.Variant.height)
        record.put(UInt32(variant.scale.factor), at: start + IndexField.Variant.scale)
        record.put(UInt32(firstOrdinal + number), at: start + IndexField.Variant.ordinal)
        _ = variant.stored.digest.withBytes { record.put($0, at: start + IndexField.Variant.digest) }
    }
}
