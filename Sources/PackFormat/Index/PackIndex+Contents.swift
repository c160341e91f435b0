import ThemeModel

extension PackIndex {
    /// Reads the whole index. Throws if anything is damaged, occurs twice, or contradicts the header's counts.
    package func contents(of bytes: UnsafeRawBufferPointer) throws(PackError) -> PackContents {
        var records: [IndexRecord] = []
        records.reserveCapacity(imageCount + resourceCount)
        try table.forEachSlot(in: bytes) { slot, found throws(PackError) in
            for record in found {
                let name = record.name(in: bytes)
                guard record.hash(in: bytes) == XXHash64.hash(name), table.slot(of: record.hash(in: bytes)) == slot
                else {
                    throw PackError("the index has '\(String(repairing: name))' in the wrong hash slot")
                }
                records.append(record)
            }
        }
        var (images, resources): ([PackImage], [PackResource]) = ([], [])
        images.reserveCapacity(imageCount)
        resources.reserveCapacity(resourceCount)
        // Values that are used one after the other are made one after the other, so that they are close in memory.
        for record in try inOrder(records, bytes) {
            let name: String
            do throws(InvalidText) {
                name = try String(checking: record.name(in: bytes))
            } catch {
                throw PackError("the index has a name that \(error)")
            }
            let variants = try Self.array(record.variantCount) { number throws(PackError) in
                let variant = try table.variant(number, of: record, in: bytes)
                return PackVariant(
                    scale: variant.scale, size: variant.size(in: bytes), stored: variant.stored(in: bytes))
            }
            do throws(InvalidPath) {
                switch record.kind {
                case .image: images.append(PackImage(name: try LogicalName(name), variants: variants))
                case .resource:
                    resources.append(PackResource(path: try PortablePath(name), stored: variants[0].stored))
                }
            } catch {
                throw PackError("the index has the name '\(name)', which \(error.explanation)")
            }
        }
        if !images.isAscending({ $0.name < $1.name }) { images.sort { $0.name < $1.name } }
        if !resources.isAscending({ $0.path < $1.path }) { resources.sort { $0.path < $1.path } }
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

    /// In a sound pack the ordinals are in the order of names. Each is unique, so the records need no comparisons.
    private func inOrder(
        _ records: [IndexRecord], _ bytes: UnsafeRawBufferPointer
    ) throws(PackError) -> [IndexRecord] {
        var positions = [Int](repeating: -1, count: table.entryCount)
        for (position, record) in records.enumerated() {
            positions[try table.variant(0, of: record, in: bytes).ordinal(in: bytes)] = position
        }
        let ordered = positions.filter { $0 >= 0 }
        // In a damaged pack, several records have one ordinal.
        return ordered.count == records.count ? ordered.map { records[$0] } : records
    }

    private func checkOrderAndCounts(_ images: [PackImage], _ resources: [PackResource]) throws(PackError) {
        for number in images.indices.dropFirst() where images[number - 1].name == images[number].name {
            throw PackError("the index has '\(images[number].name)' twice")
        }
        for number in resources.indices.dropFirst() where resources[number - 1].path == resources[number].path {
            throw PackError("the index has '\(resources[number].path)' twice")
        }
        var variants = 0
        for image in images {
            guard image.variants.isAscending({ $0.scale < $1.scale }) else {
                throw PackError("the index has the scales of '\(image.name)' out of order")
            }
            variants += image.variants.count
        }
        guard images.count == imageCount, variants == variantCount, resources.count == resourceCount else {
            throw PackError("the index's header counts other records than the index has")
        }
    }

    private static func array<Value>(
        _ count: Int, of make: (Int) throws(PackError) -> Value
    ) throws(PackError) -> [Value] {
        var values: [Value] = []
        values.reserveCapacity(count)
        for index in 0..<count { values.append(try make(index)) }
        return values
    }
}

extension Array {
    fileprivate func isAscending(_ precedes: (Element, Element) -> Bool) -> Bool {
        indices.dropFirst().allSatisfy { precedes(self[$0 - 1], self[$0]) }
    }
}
