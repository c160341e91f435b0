import ThemeModel

/// The data of a pack's items by its digest, with the CRC-32 of each.
package struct StoredData: Sendable {
    private typealias Stored = (digest: ContentDigest, part: PackAssembly.Part)

    private let stored: [Stored]
    /// The places in ``stored``, in the order of the digests' first bytes. A dictionary of 100,000 takes 10 MB more.
    private let order: [(start: UInt64, place: UInt32)]

    private init(_ stored: [Stored]) {
        self.stored = stored
        order = stored.enumerated().map { (start: $1.digest.firstBytes, place: UInt32($0)) }
            .sorted { $0.start < $1.start }
    }

    /// Includes the settings.
    init(of pack: IndexedPack) {
        let items = pack.items.enumerated().map { ($1.stored.digest, pack.part(ofItem: $0)) }
        let settings = pack.contents.settings.flatMap { settings in pack.settingsPart.map { (settings.digest, $0) } }
        self.init(items + (settings.map { [$0] } ?? []))
    }

    /// Reads the index without its names, and the central directory.
    ///
    /// - Parameter pack: one whose contents and structure were verified.
    package init(ofVerified pack: any ReadableBytes) throws(DeltaError) {
        let references = try Self.references(in: pack)
        let checksums = try ArchiveDirectory.checksums(in: pack)
        self.init(
            references.compactMap { reference in
                let entry = checksums.partitioningIndex { $0.dataOffset >= reference.offset }
                guard entry < checksums.count, checksums[entry].dataOffset == reference.offset else { return nil }
                let checksum = checksums[entry].checksum
                return (reference.digest, .init(source: .base, range: reference.range, checksum: checksum))
            })
    }

    private static func references(in pack: any ReadableBytes) throws(DeltaError) -> [DataReference] {
        let head = try pack.bytes(at: 0, count: min(pack.count, PackIndex.headerEndMax))
        let index = try PackIndex(start: head, packLength: pack.count, path: pack.path)
        let start = try pack.bytes(at: 0, count: PackIndex.start + index.length)
        return index.dataReferences(ofStart: start, packLength: pack.count)
    }

    /// Returns the part that has this data, wherever it is; `nil` if there is none.
    package func part(of data: DataReference) -> PackAssembly.Part? {
        let start = data.digest.firstBytes
        var next = order.partitioningIndex { $0.start >= start }
        // Thousands of entries can have the same data. The first of them answers.
        while next < order.count, order[next].start == start {
            let (digest, part) = stored[Int(order[next].place)]
            if digest == data.digest { return UInt64(part.range.count) == data.length ? part : nil }
            next += 1
        }
        return nil
    }
}
