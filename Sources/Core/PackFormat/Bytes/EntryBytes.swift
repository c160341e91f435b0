import ThemeModel
import ThemeSystem

// See docs/decisions/04-threads-and-memory.md.
/// The data of an entry, with its checksum: in memory, or made piece by piece each time that it is read, so that it
/// needs little memory.
package final class EntryBytes: ReadableBytes {
    package let path: String
    package let count: Int
    /// The CRC-32.
    package let checksum: UInt32
    /// The offset of each piece.
    private let starts: [Int]
    private let make: @Sendable (_ piece: Int) -> [UInt8]
    /// The piece that was read last, because it is read in many parts.
    private let last = Lock<(number: Int, bytes: [UInt8])?>(nil)

    package convenience init(_ bytes: [UInt8], checksum: UInt32, path: String) {
        self.init(path: path, checksum: checksum, lengths: [bytes.count]) { _ in bytes }
    }

    /// - Parameter known: of bytes with the same pieces.
    package convenience init(_ bytes: some PiecewiseBytes, _ known: GeneratedPieces, path: String) {
        let kept = known.kept
        let make: @Sendable (Int) -> [UInt8] = if kept.isEmpty { { bytes.piece($0) } } else { { kept[$0] } }
        self.init(path: path, checksum: known.checksum, lengths: known.lengths, make)
    }

    private init(
        path: String, checksum: UInt32, lengths: [Int], _ make: @escaping @Sendable (_ piece: Int) -> [UInt8]
    ) {
        var end = 0
        starts = lengths.map { length in
            defer { end += length }
            return end
        }
        count = end
        self.path = path
        self.checksum = checksum
        self.make = make
    }

    /// Returns at most `countMax` bytes from an offset on.
    package func bytes(at offset: Int = 0, countMax: Int = .max) -> [UInt8] {
        [UInt8](count: min(countMax, count - offset)) { read(at: offset, into: $0) }
    }

    package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) {
        var position = 0
        while position < buffer.count {
            let number = starts.partitioningIndex { $0 > offset + position } - 1
            let piece = piece(number)
            let part = piece[(offset + position - starts[number])...].prefix(buffer.count - position)
            UnsafeMutableRawBufferPointer(rebasing: buffer[position...]).copyBytes(from: part)
            position += part.count
        }
    }

    private func piece(_ number: Int) -> [UInt8] {
        last.withLock { last in
            if let last, last.number == number { return last.bytes }
            // The last one is freed first.
            last = nil
            let bytes = make(number)
            last = (number, bytes)
            return bytes
        }
    }
}

/// Bytes that are made in pieces, the same each time.
package protocol PiecewiseBytes: Sendable {
    var pieceCount: Int { get }

    /// Makes a piece. Each should have half a megabyte or less.
    func piece(_ number: Int) -> [UInt8]
}

extension PiecewiseBytes {
    package var bytes: [UInt8] {
        var bytes = piece(0)
        for number in 1..<pieceCount { bytes += piece(number) }
        return bytes
    }

    package var length: Int { (0..<pieceCount).reduce(0) { $0 + piece($1).count } }

    package func elementsEqual(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var rest = bytes[...]
        for number in 0..<pieceCount {
            let piece = piece(number)
            guard rest.starts(with: piece) else { return false }
            rest = rest.dropFirst(piece.count)
        }
        return rest.isEmpty
    }
}

extension Range<Int> {
    /// Returns an even number of equal parts, for two threads; fewer of very few numbers.
    func parts(lengthMax: Int) -> [Range<Int>] {
        let partCount = 2 * (1 + (count - 1) / (2 * lengthMax))
        return (0..<partCount).map {
            lowerBound + $0 * count / partCount..<lowerBound + ($0 + 1) * count / partCount
        }.filter { !$0.isEmpty }
    }
}

/// What is known of ``PiecewiseBytes`` after all pieces were made once.
package struct GeneratedPieces: Sendable {
    private(set) var lengths: [Int] = []
    /// All pieces; none if they are long.
    private(set) var kept: [[UInt8]] = []
    private(set) var count = 0
    /// The CRC-32.
    private(set) var checksum: UInt32 = 0

    /// Returns the CRC-32 of bytes that follow those with the CRC-32 `start`, 0 at first.
    package typealias Checksum = @Sendable (_ bytes: UnsafeRawBufferPointer, _ start: UInt32) -> UInt32

    /// - Parameter read: gets all pieces, in order.
    package init(
        _ bytes: some PiecewiseBytes, jobs: Int, checksum: Checksum, _ read: ([UInt8]) -> Void = { _ in }
    ) {
        lengths.reserveCapacity(bytes.pieceCount)
        for start in stride(from: 0, to: bytes.pieceCount, by: Self.roundLength) {
            let roundLength = min(Self.roundLength, bytes.pieceCount - start)
            for piece in Workers.map(roundLength, stride: 1, jobs: jobs, { bytes.piece(start + $0) }) {
                read(piece)
                let before = self.checksum
                self.checksum = piece.withUnsafeBytes { checksum($0, before) }
                lengths.append(piece.count)
                count += piece.count
                if count <= Self.keptLength { kept.append(piece) } else { kept = [] }
            }
        }
    }

    private static let keptLength = 4 << 20
    /// The number of pieces that are made before they are read.
    private static let roundLength = 8
}
