import ThemeModel

/// Gives bytes to `write` in pieces. Another thread computes the SHA-256 of everything.
struct AssemblyOutput {
    /// With longer or more pieces, the system takes longer to provide their memory.
    static let pieceLength = 1 << 17
    private static let piecesMax = 4
    /// One more is filled, and one is hashed.
    private static let pieceCount = piecesMax + 2

    private let write: ([UInt8]) throws -> Void
    private let hasher = BackgroundHasher(piecesMax: piecesMax)
    /// Buffers that are filled in turns. If the other thread still reads one, it is copied.
    private var pieces: [[UInt8]]
    private let pieceLength: Int
    private var current = 0
    /// The bytes in the current buffer.
    private var used = 0

    init(pieceLength: Int = Self.pieceLength, _ write: @escaping ([UInt8]) throws -> Void) {
        self.write = write
        self.pieceLength = pieceLength
        pieces = Array(repeating: Array(repeating: 0, count: pieceLength), count: Self.pieceCount)
    }

    mutating func append(_ bytes: [UInt8]) throws {
        try append(count: bytes.count) { window, position in
            window.copyBytes(from: bytes[position..<position + window.count])
        }
    }

    /// - Parameter change: changes the bytes before they are written. It gets consecutive parts of the range, each with
    ///   its position in it.
    mutating func append(
        _ range: Range<Int>, of source: any ReadableBytes,
        _ change: (_ window: UnsafeMutableRawBufferPointer, _ position: Int) -> Void
    ) throws {
        guard range.lowerBound >= 0, range.upperBound <= source.count else {
            throw DeltaError(source.path, "ends too early: it was cut")
        }
        try append(count: range.count) { window, position in
            try source.read(at: range.lowerBound + position, into: window)
            change(window, position)
        }
    }

    /// Returns the SHA-256 of all bytes.
    mutating func finish() throws -> ContentDigest {
        try flush()
        return hasher.digest
    }

    private mutating func append(
        count: Int, _ fill: (_ window: UnsafeMutableRawBufferPointer, _ position: Int) throws -> Void
    ) throws {
        var position = 0
        while position < count {
            if used == pieceLength { try flush() }
            let window = used..<min(used + count - position, pieceLength)
            try pieces[current].withUnsafeMutableBytes {
                try fill(UnsafeMutableRawBufferPointer(rebasing: $0[window]), position)
            }
            used = window.upperBound
            position += window.count
        }
    }

    private mutating func flush() throws {
        let bytes = used == pieceLength ? pieces[current] : Array(pieces[current][..<used])
        hasher.update(bytes)
        try write(bytes)
        used = 0
        current = (current + 1) % Self.pieceCount
    }
}
