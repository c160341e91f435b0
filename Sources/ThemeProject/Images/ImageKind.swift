/// Recognizes kinds of files by their first bytes: "a JPEG".
enum ImageKind {
    static func name(of bytes: [UInt8]) -> String? {
        let signatures: [(String, Int, [UInt8])] = [
            ("a JPEG", 0, [0xFF, 0xD8, 0xFF]), ("a GIF", 0, Array("GIF8".utf8)), ("a WebP", 8, Array("WEBP".utf8)),
            ("a TIFF", 0, [0x49, 0x49, 0x2A, 0]), ("a TIFF", 0, [0x4D, 0x4D, 0, 0x2A]),
            ("a PDF", 0, Array("%PDF".utf8)),
            ("a BMP", 0, Array("BM".utf8)), ("a HEIC", 4, Array("ftyphei".utf8)), ("an SVG", 0, Array("<svg".utf8)),
            ("a zip archive", 0, Array("PK".utf8)), ("a Photoshop document", 0, Array("8BPS".utf8)),
        ]
        return signatures.first { bytes.dropFirst($0.1).starts(with: $0.2) }?.0
    }
}
