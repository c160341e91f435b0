import ThemeModel

/// A record before it is encoded.
struct NewIndexRecord {
    let kind: IndexRecordKind
    let name: String
    let hash: UInt64
    let variants: [PackVariant]
    let firstOrdinal: Int

    /// Images first, then resources, each in the order of names.
    static func forEach(of contents: PackContents, _ body: (NewIndexRecord) -> Void) {
        var ordinal = 0
        func add(_ kind: IndexRecordKind, _ name: String, _ variants: [PackVariant]) {
            let hash = XXHash64.hash(name)
            body(NewIndexRecord(kind: kind, name: name, hash: hash, variants: variants, firstOrdinal: ordinal))
            ordinal += variants.count
        }
        for image in contents.images { add(.image, image.name.path.string, image.variants) }
        for resource in contents.resources {
            let variant = PackVariant(scale: .one, size: PixelSize(width: 0, height: 0), stored: resource.stored)
            add(.resource, resource.path.string, [variant])
        }
    }

    func slot(slotCount: Int) -> Int { Int(hash & UInt64(slotCount - 1)) }

    var length: Int {
        PackIndex.roundedUpToEight(
            IndexTable.recordHeaderLength + variants.count * IndexTable.variantLength + name.utf8.count)
    }

    func append(to block: inout ByteWriter) {
        block.add(UInt32(length))
        block.add(UInt16(name.utf8.count))
        block.add(kind.rawValue)
        block.add(UInt8(variants.count))
        block.add(hash)
        for (index, variant) in variants.enumerated() {
            block.add(variant.stored.offset)
            block.add(variant.stored.length)
            block.add(variant.size.width)
            block.add(variant.size.height)
            block.add(UInt32(variant.scale.factor))
            block.add(UInt32(firstOrdinal + index))
            block.add(variant.stored.digest)
        }
        block.add(raw: name.utf8)
        block.padToEight()
    }
}
