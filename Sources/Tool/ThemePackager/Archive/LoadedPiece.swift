/// A part of an archive in memory, whose headers libzip fills in.
struct LoadedPiece: Sendable {
    /// Bytes that are read and written at a time.
    static let lengthMax = 1 << 19

    /// The offsets of the entries' data in the piece.
    let data: [Range<Int>]
    /// Headers, and the data between them.
    private var bytes: [UInt8]
    /// The data of the only entry, instead.
    private let large: [UInt8]?
    /// The CRC-32 of each entry.
    let checksums: [UInt32]

    static let empty = LoadedPiece(data: [], bytes: [], large: nil, checksums: [])

    init(data: [Range<Int>], bytes: [UInt8], large: [UInt8]?, checksums: [UInt32]) {
        self.data = data
        self.checksums = checksums
        self.bytes = bytes
        self.large = large
    }

    var length: Int { bytes.count + (large?.count ?? 0) }

    var chunks: [[UInt8]] { [bytes] + (large.map { [$0] } ?? []) }

    /// Copies data.
    func copy(_ range: Range<Int>, to buffer: UnsafeMutableRawBufferPointer) {
        if let large {
            buffer.copyBytes(from: large[range.lowerBound - bytes.count..<range.upperBound - bytes.count])
        } else {
            buffer.copyBytes(from: bytes[range])
        }
    }

    /// Writes a part of a header. Returns `false` if it would not be in ``chunks``' first array.
    mutating func put(_ header: UnsafeRawBufferPointer, at offset: Int) -> Bool {
        guard offset >= 0, offset + header.count <= bytes.count else { return false }
        bytes.withUnsafeMutableBytes { bytes in
            UnsafeMutableRawBufferPointer(rebasing: bytes[offset...]).copyBytes(from: header)
        }
        return true
    }
}
