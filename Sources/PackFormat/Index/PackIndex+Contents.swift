import ThemeModel

extension PackIndex {
    /// Reads the whole index. Throws if anything is damaged, occurs twice, or contradicts the header's counts.
    package func contents(of bytes: UnsafeRawBufferPointer) throws(PackError) -> PackContents {
        var numbered: [(ordinal: Int, image: PackImage)] = []
        var resources: [PackResource] = []
        for slot in 0..<table.slotCount {
            for record in try table.records(slot: slot, in: bytes) {
                let nameBytes = record.name(in: bytes)
                guard let name = String(validUTF8: nameBytes) else {
                    throw PackError("the index has a name that is not UTF-8")
                }
                guard record.hash(in: bytes) == XXHash64.hash(nameBytes), table.slot(of: record.hash(in: bytes)) == slot
                else {
                    throw PackError("the index has '\(name)' in the wrong hash slot")
                }
                let variants = try Self.array(record.variantCount) { number throws(PackError) in
                    let variant = try table.variant(number, of: record, in: bytes)
                    return PackVariant(
                        scale: variant.scale, size: variant.size(in: bytes), stored: variant.stored(in: bytes))
                }
                let first = try table.variant(0, of: record, in: bytes).ordinal(in: bytes)
                do {
                    switch record.kind {
                    case .image:
                        numbered.append((first, PackImage(name: try LogicalName(name), variants: variants)))
                    case .resource:
                        resources.append(PackResource(path: try PortablePath(name), stored: variants[0].stored))
                    }
                } catch {
                    throw PackError("the index has the name '\(name)', which \(error.explanation)")
                }
            }
        }
        // In a sound pack the ordinals are in the order of names, so sorting by them first makes the second sort fast.
        numbered.sort { $0.ordinal < $1.ordinal }
        var images = numbered.map(\.image)
        images.sort { $0.name < $1.name }
        resources.sort { $0.path < $1.path }
        try checkOrderAndCounts(images, resources)
        return PackContents(
            theme: theme, contract: contract, manifest: manifest, settings: settings, images: images,
            resources: resources)
    }

    /// Returns the references to all readable images and resources, in any order. Skips damaged blocks.
    package func dataReferences(in bytes: UnsafeRawBufferPointer) -> [DataReference] {
        var references: [DataReference] = []
        references.reserveCapacity(table.entryCount)
        for slot in 0..<table.slotCount {
            for record in (try? table.records(slot: slot, in: bytes)) ?? [] {
                for number in 0..<record.variantCount {
                    guard let reference = try? table.variant(number, of: record, in: bytes).stored(in: bytes) else {
                        continue
                    }
                    references.append(reference)
                }
            }
        }
        return references
    }

    private func checkOrderAndCounts(_ images: [PackImage], _ resources: [PackResource]) throws(PackError) {
        for (image, next) in zip(images, images.dropFirst()) where image.name == next.name {
            throw PackError("the index has '\(image.name)' twice")
        }
        for (resource, next) in zip(resources, resources.dropFirst()) where resource.path == next.path {
            throw PackError("the index has '\(resource.path)' twice")
        }
        for image in images
        where zip(image.variants, image.variants.dropFirst()).contains(where: { $0.scale >= $1.scale }) {
            throw PackError("the index has the scales of '\(image.name)' out of order")
        }
        let variants = images.reduce(0) { $0 + $1.variants.count }
        guard images.count == imageCount, variants == variantCount, resources.count == resourceCount else {
            throw PackError("the index's header counts other records than the index has")
        }
    }

    private static func array<Value>(
        _ count: Int, of make: (Int) throws(PackError) -> Value
    ) throws(PackError) -> [Value] {
        var values: [Value] = []
        for index in 0..<count { values.append(try make(index)) }
        return values
    }
}
