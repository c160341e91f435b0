extension PackContents {
    /// Sets the offset of every entry's data. `indexLength` is ``PackIndex/length(of:)`` of these contents.
    package mutating func setOffsets(indexLength: Int) -> ArchiveLayout {
        let layout = ArchiveLayout(indexLength: indexLength, entries: entries)
        var next = layout.dataOffsets.makeIterator()
        func setOffset(_ reference: inout DataReference) { reference.offset = next.next() ?? 0 }
        setOffset(&manifest)
        if var settings {
            setOffset(&settings)
            self.settings = settings
        }
        for image in images.indices {
            for variant in images[image].variants.indices { setOffset(&images[image].variants[variant].stored) }
        }
        for resource in resources.indices { setOffset(&resources[resource].stored) }
        return layout
    }

    /// Returns the bytes of a pack that is mounted from memory. They have zeros in place of zip's headers.
    ///
    /// - Parameter data: the data of each entry, in the order of ``entries``.
    package consuming func bytesInMemory(_ data: [[UInt8]]) throws(PackError) -> [UInt8] {
        let layout = setOffsets(indexLength: PackIndex.length(of: self))
        guard layout.length <= FormatLimits.packBytes else {
            throw PackError("has \(layout.length) bytes, more than a pack can hold")
        }
        let index = try PackIndex.encode(self, packLength: layout.length)
        var bytes = [UInt8](repeating: 0, count: Int(layout.length))
        func put(_ part: [UInt8], at offset: Int) {
            bytes.withUnsafeMutableBytes { $0[offset..<offset + part.count].copyBytes(from: part) }
        }
        put(index, at: PackIndex.start)
        for (offset, part) in zip(layout.dataOffsets, data) { put(part, at: Int(offset)) }
        return bytes
    }
}
