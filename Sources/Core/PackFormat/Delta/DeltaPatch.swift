import ThemeModel

/// New data as ranges of old data, in their order, with new bytes between them. DELTA.md defines its numbers.
struct DeltaPatch {
    private struct Match {
        let old: Int
        let new: Int
        let count: Int

        var ends: (old: Int, new: Int) { (old + count, new + count) }
    }

    /// The matches of all patches of a delta. A reader needs 48 bytes for each.
    static let matchesMax = 1 << 18
    /// Longer data has no patch, so that a writer needs little memory.
    static let dataLengthMax = 1 << 24
    /// A shorter repetition saves hardly more than its numbers take.
    fileprivate static let blockLength = 32
    /// The most old bytes that a match leaves out. No later match can lie in them.
    private static let skippedMax = 1 << 20

    /// The first one begins at 0, and can be empty.
    private var matches: [Match]
    private let newLength: Int

    var matchCount: Int { matches.count }

    /// Finds the matches. Cost: linear in both lengths.
    init(from old: UnsafeRawBufferPointer, to new: UnsafeRawBufferPointer) {
        let length = Self.blockLength
        newLength = new.count
        matches = [Match(old: 0, new: 0, count: Self.equalCount(old, new))]
        let blocks = BlockIndex(of: old)
        var at = matches[0].count
        while at + length <= new.count {
            var hash = BlockHash(of: new[at..<at + length])
            while true {
                if let match = match(old, new, at, blocks.places(of: hash)) {
                    matches.append(match)
                    at = match.ends.new
                    break
                }
                at += 1
                guard at + length <= new.count else { return }
                hash.slide(removing: new[at - 1], adding: new[at + length - 1])
            }
        }
    }

    /// Returns the longest match that contains the block of the new data, and that comes after the last one.
    private func match(
        _ old: UnsafeRawBufferPointer, _ new: UnsafeRawBufferPointer, _ at: Int, _ places: some Sequence<Int>
    ) -> Match? {
        guard let start = matches.last?.ends,
            let place = places.first(where: { $0 >= start.old && $0 - start.old <= Self.skippedMax })
        else { return nil }
        let after = Self.equalCount(old[place...], new[at...])
        // Blocks with equal hashes can differ.
        guard after >= Self.blockLength else { return nil }
        let before = Self.equalCount(old[start.old..<place].reversed(), new[start.new..<at].reversed())
        return Match(old: place - before, new: at - before, count: before + after)
    }

    private static func equalCount(_ some: some Sequence<UInt8>, _ others: some Sequence<UInt8>) -> Int {
        var count = 0
        for (one, other) in zip(some, others) {
            guard one == other else { break }
            count += 1
        }
        return count
    }

    /// The ranges of the new data that follow each match.
    var inserted: [Range<Int>] {
        matches.indices.map { number in
            matches[number].ends.new..<(number + 1 < matches.count ? matches[number + 1].new : newLength)
        }
    }

    var encoded: ByteWriter {
        var writer = ByteWriter()
        writer.add(varint: matches.count)
        var end = 0
        for (match, inserted) in zip(matches, inserted) {
            writer.add(varint: match.old - end)
            writer.add(varint: match.count)
            writer.add(varint: inserted.count)
            end = match.ends.old
        }
        return writer
    }
}

/// A polynomial over the bytes of a block, which follows a window over bytes.
private struct BlockHash: Hashable {
    private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
    private static let firstFactor = (1..<DeltaPatch.blockLength).reduce(1) { power, _ in power &* factor }

    private var value: UInt64 = 0

    init(of bytes: some Sequence<UInt8>) {
        for byte in bytes { value = value &* Self.factor &+ UInt64(byte) }
    }

    mutating func slide(removing first: UInt8, adding last: UInt8) {
        value = (value &- UInt64(first) &* Self.firstFactor) &* Self.factor &+ UInt64(last)
    }
}

/// The places of the whole blocks of data, by their hashes.
private struct BlockIndex {
    private var firsts: [BlockHash: Int32] = [:]
    /// The next block with the same hash; -1 for the last one.
    private var nexts: [Int32]
    /// Equal blocks that are looked at. Data with more of them has long matches anyway.
    private static let equalMax = 64

    init(of bytes: UnsafeRawBufferPointer) {
        let length = DeltaPatch.blockLength
        nexts = Array(repeating: -1, count: bytes.count / length)
        for number in nexts.indices.reversed() {
            let hash = BlockHash(of: bytes[number * length..<(number + 1) * length])
            nexts[number] = firsts.updateValue(Int32(number), forKey: hash) ?? -1
        }
    }

    /// In ascending order.
    func places(of hash: BlockHash) -> some Sequence<Int> {
        let numbers = sequence(first: firsts[hash] ?? -1) { (number: Int32) -> Int32? in nexts[Int(number)] }
        return numbers.prefix { $0 >= 0 }.prefix(Self.equalMax).lazy.map { Int($0) * DeltaPatch.blockLength }
    }
}

/// New data of a delta, and ranges of the base that its patches copy, one after the other.
struct PatchedBytes: ReadableBytes {
    private struct Segment {
        let start: Int
        let offset: Int
        let isBase: Bool
    }

    let base: any ReadableBytes
    let delta: any ReadableBytes
    private var segments: [Segment] = []
    private(set) var count = 0

    var path: String { delta.path }

    init(base: any ReadableBytes, delta: any ReadableBytes) {
        self.base = base
        self.delta = delta
    }

    /// - Parameter range: lies within the bytes of its source.
    mutating func append(_ range: Range<Int>, ofBase isBase: Bool) {
        guard !range.isEmpty else { return }
        let continues = segments.last.map {
            $0.isBase == isBase && $0.offset + count - $0.start == range.lowerBound
        }
        if continues != true { segments.append(Segment(start: count, offset: range.lowerBound, isBase: isBase)) }
        count += range.count
    }

    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(DeltaError) {
        var number = segments.partitioningIndex { $0.start > offset } - 1
        var position = offset
        while position < offset + buffer.count {
            let segment = segments[number]
            let next = number + 1 < segments.count ? segments[number + 1].start : count
            let window = position - offset..<min(next - offset, buffer.count)
            try (segment.isBase ? base : delta).read(
                at: segment.offset + position - segment.start,
                into: UnsafeMutableRawBufferPointer(rebasing: buffer[window]))
            position += window.count
            number += 1
        }
    }
}
