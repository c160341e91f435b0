/// A kind of file, recognized by its first bytes.
struct ImageKind {
    /// For example `a JPEG`.
    let name: String
    /// The way to a PNG; `nil` if it is the usual export.
    var hint: String?

    init?(of bytes: [UInt8]) {
        let head = bytes.prefix(256)
        if let standIn = StandIn(bytes, at: "image.png") {
            name = standIn.noun
            hint = standIn.hint
        } else if let signature = Self.signatures.first(where: { head.dropFirst($0.offset).starts(with: $0.bytes) }) {
            name = signature.name
        } else if Self.isConverted(head) {
            name = "a PNG that was converted as if it were text, which destroys it"
            hint = "get it again; '*.png binary' in .gitattributes keeps git from converting it"
        } else {
            return nil
        }
    }

    private static let signatures: [(name: String, offset: Int, bytes: [UInt8])] = [
        ("a JPEG", 0, [0xFF, 0xD8, 0xFF]), ("a GIF", 0, Array("GIF8".utf8)), ("a WebP", 8, Array("WEBP".utf8)),
        ("a TIFF", 0, [0x49, 0x49, 0x2A, 0]), ("a TIFF", 0, [0x4D, 0x4D, 0, 0x2A]),
        ("a PDF", 0, Array("%PDF".utf8)),
        ("a BMP", 0, Array("BM".utf8)), ("a HEIC", 4, Array("ftyphei".utf8)), ("an SVG", 0, Array("<svg".utf8)),
        ("a zip archive", 0, Array("PK".utf8)), ("a Photoshop document", 0, Array("8BPS".utf8)),
    ]

    /// PNG's signature has a byte above 127, both kinds of line ends and Control-Z to show such conversions.
    /// https://www.w3.org/TR/png-3/#5PNG-file-signature
    private static func isConverted(_ head: ArraySlice<UInt8>) -> Bool {
        let starts: [[UInt8]] = [
            [0x89], [0x09],  // the highest bit was lost
            [0xC2, 0x89], [0xEF, 0xBF, 0xBD], [0x3F],  // converted to another encoding
        ]
        guard let start = starts.first(where: { head.starts(with: $0 + Array("PNG".utf8)) }) else { return false }
        let rest = head.dropFirst(start.count + 3).prefix(5)
        return rest.first == 0x0A || rest.first == 0x0D
    }
}
