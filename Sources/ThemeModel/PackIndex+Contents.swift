extension PackIndex {
    /// Everything that the index says, names in order. Reads the whole index.
    ///
    /// - Throws: ``PackDefect`` if anything in it is damaged, stands twice, or contradicts the header's counts.
    package func contents(of bytes: UnsafeRawBufferPointer) throws(PackDefect) -> PackContents {
        // With the numbers of their first variants, which are in the order of names.
        var numbered: [(ordinal: Int, image: PackImage)] = []
        var resources: [PackResource] = []
        for slot in 0..<table.slotCount {
            for record in try table.records(slot: slot, in: bytes) {
                let nameBytes = record.name(in: bytes)
                guard let name = String(validating: nameBytes, as: UTF8.self) else {
                    throw PackDefect("the index has a name that is not UTF-8")
                }
                guard record.hash(in: bytes) == XXHash64.hash(nameBytes), table.slot(of: record.hash(in: bytes)) == slot
                else {
                    throw PackDefect("the index has '\(name)' where nobody would look for it")
                }
                let variants = try Self.all(record.variantCount) { index throws(PackDefect) in
                    let variant = try table.variant(index, of: record, in: bytes)
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
                    throw PackDefect("the index has the name '\(name)', which \(error.explanation)")
                }
            }
        }
        // Numbers are sorted faster than names, and what is in order already is sorted fastest. Believed are only the names.
        numbered.sort { $0.ordinal < $1.ordinal }
        var images = numbered.map(\.image)
        images.sort { $0.name < $1.name }
        resources.sort { $0.path < $1.path }
        try hold(images, resources)
        return PackContents(
            theme: theme, contract: contract, manifest: manifest, settings: settings, images: images,
            resources: resources)
    }

    /// Where all images and resources lie, in no order, as far as the index can be read. Cheaper than ``contents(of:)``, and holds
    /// nothing against anything.
    package func storedBytes(in bytes: UnsafeRawBufferPointer) -> [StoredBytes] {
        var stored: [StoredBytes] = []
        stored.reserveCapacity(table.entryCount)
        for slot in 0..<table.slotCount {
            for record in (try? table.records(slot: slot, in: bytes)) ?? [] {
                for index in 0..<record.variantCount {
                    guard let place = try? table.variant(index, of: record, in: bytes).stored(in: bytes) else {
                        continue
                    }
                    stored.append(place)
                }
            }
        }
        return stored
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
}
