import TestSupport
import Testing
import ThemeModel
import ThemeSystem

@testable import PackFormat

@Suite("Bytes in pieces")
struct EntryBytesTests {
    /// Counts how often each piece is made.
    private struct Pieces: PiecewiseBytes {
        let lengths: [Int]
        let made = Counters()

        final class Counters: Sendable {
            let counts = Lock<[Int: Int]>([:])
        }

        var pieceCount: Int { lengths.count }

        func piece(_ number: Int) -> [UInt8] {
            made.counts.withLock { $0[number, default: 0] += 1 }
            var piece = [UInt8](repeating: UInt8(number), count: lengths[number])
            for offset in piece.indices.prefix(300) { piece[offset] = UInt8(truncatingIfNeeded: offset &* 31) }
            return piece
        }

        func counts() -> Set<Int> { made.counts.withLock { Set($0.values) } }
    }

    private static func checksum(_ bytes: UnsafeRawBufferPointer, _ start: UInt32) -> UInt32 {
        start &* 31 &+ UInt32(bytes.count) &* 7 &+ UInt32(bytes.last ?? 0)
    }

    @Test(
        "A few bytes are made once, many again for each reading, and both are the same bytes",
        arguments: [[], [0], [5], [0, 3, 0, 0, 9, 0], Array(repeating: 100, count: 40), [4 << 20], [4 << 20, 1]],
        [1, 3])
    func pieces(_ lengths: [Int], jobs: Int) throws {
        let pieces = Pieces(lengths: [0] + lengths)
        var read: [UInt8] = []
        let known = GeneratedPieces(pieces, jobs: jobs, checksum: Self.checksum) { read += $0 }
        let all = pieces.bytes
        let checksum = (0...lengths.count).reduce(0) { sum, number in
            pieces.piece(number).withUnsafeBytes { Self.checksum($0, sum) }
        }
        #expect(read == all && known.count == all.count && pieces.length == all.count)
        let before = pieces.counts()
        let bytes = EntryBytes(pieces, known, path: "index")
        #expect(bytes.count == all.count && bytes.checksum == checksum)
        #expect(bytes.bytes() == all && bytes.path == "index")
        #expect((pieces.counts() == before) == (all.count <= 4 << 20), "kept")
        var random = SeededRandom(seed: UInt64(all.count))
        for _ in 0..<50 {
            let start = Int.random(in: 0...all.count, using: &random)
            let count = Int.random(in: 0...300, using: &random)
            #expect(bytes.bytes(at: start, countMax: count) == Array(all[start...].prefix(count)))
        }
    }

    @Test("Only the same bytes are equal to the pieces")
    func equality() {
        let pieces = Pieces(lengths: [3, 0, 4])
        let bytes = pieces.bytes
        func isEqual(_ other: [UInt8]) -> Bool { other.withUnsafeBytes { pieces.elementsEqual($0) } }
        #expect(isEqual(bytes))
        #expect(!isEqual(bytes + [0]) && !isEqual([]))
        for number in bytes.indices {
            #expect(!isEqual(Array(bytes[..<number])))
            var changed = bytes
            changed[number] ^= 1
            #expect(!isEqual(changed))
        }
    }

    @Test("Parts are equal, follow each other and are as short as asked", arguments: [0, 1, 2, 3, 7, 9, 4096, 10_001])
    func parts(_ count: Int) {
        for lengthMax in [1, 4, 4096] {
            let parts = (5..<5 + count).parts(lengthMax: lengthMax)
            #expect(parts.flatMap { Array($0) } == Array(5..<5 + count))
            #expect(parts.allSatisfy { 1...lengthMax ~= $0.count })
            #expect((parts.map(\.count).max() ?? 0) - (parts.map(\.count).min() ?? 0) <= 1)
            #expect(parts.count % 2 == 0 || parts.count == count)
        }
    }
}
