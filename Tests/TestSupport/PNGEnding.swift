/// Bytes after the image data of a PNG that is sound up to there.
public struct PNGEnding: Sendable, CustomStringConvertible {
    public enum Verdict: Sendable {
        /// libpng reads the image; of some it warns.
        case sound
        case trailingData, damaged
    }

    public let description: String
    public let verdict: Verdict
    /// Returns the bytes of a PNG with another end.
    public let replacing: @Sendable (PNGFile) -> [UInt8]

    private init(_ name: String, _ verdict: Verdict, _ replacing: @escaping @Sendable (PNGFile) -> [UInt8]) {
        (description, self.verdict, self.replacing) = (name, verdict, replacing)
    }

    private static func inserting(_ name: String, _ verdict: Verdict, _ chunks: PNGFile.Chunk...) -> PNGEnding {
        PNGEnding(name, verdict) { image in
            chunks.reduce(image) { $0.inserting($1, before: "IEND") }.bytes
        }
    }

    private static let text = PNGFile.Chunk("tEXt", Array("a\0b".utf8))

    public static let all: [PNGEnding] = [
        PNGEnding("nothing but IEND", .sound) { $0.bytes },
        inserting("a text", .sound, text),
        inserting("an empty IDAT", .sound, .init("IDAT")),
        inserting("an empty IDAT after a text", .sound, text, .init("IDAT")),
        inserting("PLTE", .sound, .init("PLTE", [1, 2, 3])),
        PNGEnding("IEND with data", .sound) { $0.changing("IEND") { $0.data = [0] }.bytes },
        inserting("an IDAT after the stream", .trailingData, .init("IDAT", [1, 2, 3, 4, 5])),
        inserting("an IDAT after a text", .trailingData, text, .init("IDAT", [1, 2, 3])),
        PNGEnding("bytes after the stream", .trailingData) { $0.changing("IDAT") { $0.data += [0, 0, 0] }.bytes },
        PNGEnding("a byte after IEND", .trailingData) { $0.bytes + [0] },
        PNGEnding("a second PNG", .trailingData) { $0.bytes + $0.bytes },
        inserting("tRNS", .damaged, .init("tRNS", [0, 0, 0, 0, 0, 0])),
        PNGEnding("no IEND", .damaged) { PNGFile(chunks: $0.chunks.dropLast()).bytes },
        PNGEnding("a part of IEND", .damaged) { $0.bytes.dropLast(2) },
        PNGEnding("IEND with a wrong CRC", .damaged) { $0.changing("IEND") { $0.crc = 1 }.bytes },
        PNGEnding("IDAT with a wrong CRC", .damaged) { $0.changing("IDAT") { $0.crc = 1 }.bytes },
        PNGEnding("a wrong checksum of the stream", .damaged) { image in
            image.changing("IDAT") { $0.data[$0.data.count - 1] ^= 1 }.bytes
        },
        PNGEnding("a stream without its end", .damaged) { $0.changing("IDAT") { $0.data.removeLast(3) }.bytes },
        inserting("a text with a wrong CRC", .damaged, .init("tEXt", Array("a\0b".utf8), crc: 1)),
        inserting("an unknown critical chunk", .damaged, .init("ABCD")),
        inserting("a chunk whose name has a digit", .damaged, .init("te1t")),
        inserting("a second IHDR", .damaged, PNGFile.header(1, 1)),
        PNGEnding("a chunk longer than the file", .damaged) { image in
            PNGFile(chunks: image.chunks.dropLast()).bytes + [0, 0, 1, 0] + Array("tEXt".utf8)
        },
    ]
}
