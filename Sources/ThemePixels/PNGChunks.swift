/// The chunks of a PNG in the order of the file, up to the first one that is cut. Their checksums are not compared.
package struct PNGChunks: Sequence, IteratorProtocol {
    package struct Chunk {
        /// Four characters. Bytes that are not UTF-8 are replaced.
        package let name: String
        /// The range of its data in the file. Length, name and checksum take 12 more bytes.
        package let data: Range<Int>
    }

    private let bytes: [UInt8]
    private var at = 8

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    package mutating func next() -> Chunk? {
        guard bytes.count - at >= 12 else { return nil }
        let length = bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
        guard length <= bytes.count - at - 12 else { return nil }
        let name = String(decoding: bytes[at + 4..<at + 8], as: UTF8.self)
        defer { at += 12 + length }
        return Chunk(name: name, data: at + 8..<at + 8 + length)
    }
}
