import PackFormat

/// Bytes in memory.
package struct BytesInMemory: ReadableBytes {
    package let path: String
    private let bytes: [UInt8]

    package init(_ bytes: [UInt8], path: String) { (self.bytes, self.path) = (bytes, path) }

    package var count: Int { bytes.count }

    package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) {
        buffer.copyBytes(from: bytes[offset..<offset + buffer.count])
    }
}
