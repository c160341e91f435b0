package import ThemeModel
import ThemeSystem

/// A pack whose start is known, and the ranges that complete it with the data of an earlier pack.
package struct PackCompletion: Sendable {
    /// The bytes to fetch first. They contain the header of every index, and the whole index of a small pack.
    package static let startLength = 1 << 16
    /// Ranges with fewer bytes between them are fetched as one, because a request costs about as much.
    private static let gapMax = 4096

    private enum Source: Sendable {
        case base(PackAssembly.Part)
        case range(Range<Int>)
    }

    /// The ranges to fetch, in order.
    package let ranges: [Range<Int>]
    private let path: String
    private let packLength: Int
    private let contents: PackContents
    private let date: ArchiveDate
    private let base: IndexedPack
    /// The data of the settings, if there are any, and of all items.
    private let sources: [Source]

    /// Returns the offset at which the index ends.
    ///
    /// - Parameter start: at least the first ``startLength`` bytes of the pack, or all.
    package static func indexEnd(of start: [UInt8], packLength: Int, path: String) throws(DeltaError) -> Int {
        try PackIndex.start + PackIndex(start: start, packLength: packLength, path: path).length
    }

    /// - Parameter start: the bytes up to the end of the index, or more.
    package init(start: [UInt8], packLength: Int, path: String, base: IndexedPack) throws(DeltaError) {
        let index = try PackIndex(start: start, packLength: packLength, path: path)
        let contents = try index.contents(ofStart: start, packLength: packLength, path: path)
        let timeAndDate: UInt32 = start.withUnsafeBytes { $0.value(at: ZipLocalHeader.entry.timeAndDate.offset) }
        date = ArchiveDate(timeAndDate: timeAndDate)
        let known = StoredData(of: base)
        func place(of stored: DataReference) -> Source {
            known.part(of: stored).map { .base($0) } ?? .range(stored.range)
        }
        let settings = contents.settings.map { [place(of: $0)] } ?? []
        let sources = settings + contents.items.map { place(of: $0.stored) }
        ranges = Self.merged(sources)
        self.path = path
        self.packLength = packLength
        self.contents = contents
        self.base = base
        self.sources = sources
    }

    /// Gives the bytes of the pack to `write`, in order. Returns their SHA-256, which the caller compares.
    ///
    /// - Parameter fetched: the bytes of all ``ranges``, one after the other.
    package func assemble(
        fetched: any ReadableBytes, _ write: @escaping ([UInt8]) throws -> Void
    ) throws -> ContentDigest {
        var parts: [PackAssembly.Part] = []
        var range = 0
        var start = 0
        for source in sources {
            switch source {
            case .base(let part): parts.append(part)
            case .range(let wanted) where wanted.isEmpty:
                parts.append(PackAssembly.Part(source: .addition, range: 0..<0, checksum: 0))
            case .range(let wanted):
                while range < ranges.count, ranges[range].upperBound < wanted.upperBound {
                    start += ranges[range].count
                    range += 1
                }
                guard range < ranges.count, ranges[range].lowerBound <= wanted.lowerBound else {
                    throw DeltaError(path, "has entries out of order")
                }
                let offset = start + wanted.lowerBound - ranges[range].lowerBound
                guard offset + wanted.count <= fetched.count else { throw DeltaError(path, "was cut") }
                let fetchedRange = offset..<offset + wanted.count
                var checksum = CRC32()
                try fetched.forEachPiece(of: fetchedRange) { checksum.update($0) }
                parts.append(PackAssembly.Part(source: .addition, range: fetchedRange, checksum: checksum.value))
            }
        }
        let assembly = try rethrow(as: { DeltaError(path, $0.description) }) { () throws(PackError) in
            try PackAssembly(
                contents, manifest: PackManifest(of: contents).bytes, parts: parts, date: date, length: packLength)
        }
        return try assembly.write(base: base.bytes, addition: fetched, write).digest
    }

    private static func merged(_ sources: [Source]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        for case .range(let range) in sources where !range.isEmpty {
            if let last = ranges.last, range.lowerBound >= last.upperBound,
                range.lowerBound - last.upperBound <= gapMax
            {
                ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
            } else {
                ranges.append(range)
            }
        }
        return ranges
    }
}
