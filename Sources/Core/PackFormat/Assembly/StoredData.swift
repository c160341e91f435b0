import ThemeModel

/// The data of a pack's items by its digest, with the CRC-32 of each.
package struct StoredData: Sendable {
    private var parts: [ContentDigest: PackAssembly.Part] = [:]

    /// Includes the settings.
    init(of pack: IndexedPack) {
        if let settings = pack.contents.settings { parts[settings.digest] = pack.settingsPart }
        for (number, item) in pack.items.enumerated() { parts[item.stored.digest] = pack.part(ofItem: number) }
    }

    /// Reads the index without its names, and the central directory.
    ///
    /// - Parameter pack: one whose contents and structure were verified.
    package init(ofVerified pack: any ReadableBytes) throws(DeltaError) {
        let head = try pack.bytes(at: 0, count: min(pack.count, PackIndex.headerEndMax))
        let index = try PackIndex(start: head, packLength: pack.count, path: pack.path)
        let start = try pack.bytes(at: 0, count: PackIndex.start + index.length)
        let checksums = try ArchiveDirectory.checksums(in: pack)
        parts.reserveCapacity(checksums.count)
        for stored in index.dataReferences(ofStart: start, packLength: pack.count) {
            guard let checksum = checksums[stored.offset] else { continue }
            parts[stored.digest] = PackAssembly.Part(source: .base, range: stored.range, checksum: checksum)
        }
    }

    /// Returns the part that has this data, wherever it is; `nil` if there is none.
    package func part(of data: DataReference) -> PackAssembly.Part? {
        parts[data.digest].flatMap { UInt64($0.range.count) == data.length ? $0 : nil }
    }
}
