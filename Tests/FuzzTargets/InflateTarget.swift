import CPNGShim
import CZlib
import TestSupport

/// Inputs are deflate streams without zlib's header and checksum, which mutations would break most of the time.
enum InflateTarget {
    /// Longer outputs are not compared.
    private static let countMax = 1 << 15

    static func run(_ input: [UInt8]) throws {
        guard let judged = inflateWithZlib(input) else { return }
        let stream = [0x78, 0x01] + input + PNGFile.bigEndian(PNGFile.adler32(judged.bytes))
        let found = inflate(stream, count: judged.bytes.count)
        if found != (judged.isSound ? judged.bytes : nil) {
            throw FuzzTarget.Violation(judged.isSound ? "only zlib inflates it" : "zlib does not inflate it")
        }
        var wrong = stream
        wrong[wrong.count - 1] ^= 1
        let count = judged.bytes.count
        let others = [(stream, count + 1), (wrong, count)] + (count > 0 ? [(stream, count - 1)] : [])
        for (stream, count) in others where inflate(stream, count: count) != nil {
            throw FuzzTarget.Violation("another length or checksum is accepted")
        }
    }

    /// The bytes, as far as zlib gets, and whether it gets to the end of the input. Returns nil for too many of them.
    private static func inflateWithZlib(_ input: [UInt8]) -> (bytes: [UInt8], isSound: Bool)? {
        var stream = z_stream()
        guard inflateInit2_(&stream, -15, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
        defer { inflateEnd(&stream) }
        var source = input
        var bytes = [UInt8](repeating: 0, count: countMax)
        let result = source.withUnsafeMutableBufferPointer { source in
            bytes.withUnsafeMutableBufferPointer { bytes in
                stream.next_in = source.baseAddress
                stream.avail_in = UInt32(source.count)
                stream.next_out = bytes.baseAddress
                stream.avail_out = UInt32(bytes.count)
                return CZlib.inflate(&stream, Z_SYNC_FLUSH)
            }
        }
        guard stream.avail_out > 0 else { return nil }
        let isSound = result == Z_STREAM_END && stream.avail_in == 0
        return (Array(bytes.prefix(countMax - Int(stream.avail_out))), isSound)
    }

    private static func inflate(_ stream: [UInt8], count: Int) -> [UInt8]? {
        // Separate blocks of memory, so that the address sanitizer sees a step beyond the margins.
        let source = stream + [UInt8](repeating: 0xA5, count: Int(PNG_SHIM_INPUT_MARGIN))
        var bytes = [UInt8](repeating: 0x5A, count: count + Int(PNG_SHIM_OUTPUT_MARGIN))
        return png_shim_inflate(source, stream.count, &bytes, count) == 1 ? Array(bytes.prefix(count)) : nil
    }

    /// Streams of zlib: stored, with fixed and with own codes, of one and of many blocks.
    static var seeds: [[UInt8]] {
        let inputs = [Array(0..<3), Array(repeating: 7, count: 1000), pattern(period: 5), pattern(period: 1000)]
        return inputs.flatMap { input in
            [0, 1, 9].flatMap { level in [1, 9].map { deflate(input, level: level, memoryLevel: $0) } }
        }
    }

    /// Bytes of which few differ from those `period` bytes before them.
    private static func pattern(period: Int) -> [UInt8] {
        var random = SeededRandom(seed: UInt64(period))
        var bytes: [UInt8] = []
        for _ in 0..<2500 {
            let isNew = bytes.count < period || random.next() % 20 == 0
            bytes.append(isNew ? UInt8(truncatingIfNeeded: random.next()) & 63 : bytes[bytes.count - period])
        }
        return bytes
    }

    /// Returns a stream with zlib's header and checksum.
    static func zlib(_ input: [UInt8], level: CInt = 9, memoryLevel: CInt = 9) -> [UInt8] {
        deflate(input, level: level, memoryLevel: memoryLevel, windowBits: 15)
    }

    /// - Parameter memoryLevel: with 1, a block ends after 127 symbols.
    private static func deflate(_ input: [UInt8], level: CInt, memoryLevel: CInt, windowBits: CInt = -15) -> [UInt8] {
        var stream = z_stream()
        let size = CInt(MemoryLayout<z_stream>.size)
        deflateInit2_(&stream, level, Z_DEFLATED, windowBits, memoryLevel, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
        defer { deflateEnd(&stream) }
        var source = input
        var bytes = [UInt8](repeating: 0, count: 2 * input.count + 100)
        source.withUnsafeMutableBufferPointer { source in
            bytes.withUnsafeMutableBufferPointer { bytes in
                stream.next_in = source.baseAddress
                stream.avail_in = UInt32(source.count)
                stream.next_out = bytes.baseAddress
                stream.avail_out = UInt32(bytes.count)
                _ = CZlib.deflate(&stream, Z_FINISH)
            }
        }
        return Array(bytes.prefix(bytes.count - Int(stream.avail_out)))
    }
}
