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
        } else if let known = Self.binary(bytes) ?? Self.text(bytes) {
            name = known
        } else if Self.isConverted(head) {
            name = "a PNG that was converted as if it were text, which destroys it"
            hint = "get it again; '*.png binary' in .gitattributes keeps git from converting it"
        } else {
            return nil
        }
    }

    private static let signatures: [(name: String, offset: Int, bytes: [UInt8])] = [
        ("a PNG", 0, PNGStructure.signature), ("a JPEG", 0, [0xFF, 0xD8, 0xFF]), ("a GIF", 0, Array("GIF8".utf8)),
        ("a WebP", 8, Array("WEBP".utf8)),
        ("a TIFF", 0, [0x49, 0x49, 0x2A, 0]), ("a TIFF", 0, [0x4D, 0x4D, 0, 0x2A]),
        ("a PDF", 0, Array("%PDF".utf8)), ("an icon of Windows", 0, [0, 0, 1, 0]),
        ("a BMP", 0, Array("BM".utf8)), ("a JPEG XL", 0, [0xFF, 0x0A]), ("a JPEG XL", 4, Array("JXL ".utf8)),
        ("a JPEG 2000", 4, Array("jP  ".utf8)),
        ("a zip archive", 0, Array("PK".utf8)), ("a gzip archive", 0, [0x1F, 0x8B]),
        ("a Photoshop document", 0, Array("8BPS".utf8)), ("a GIMP document", 0, Array("gimp xcf".utf8)),
        ("a PNG in Base64", 0, Array("iVBORw0KGgo".utf8)), ("a data URL", 0, Array("data:image/".utf8)),
    ]

    /// Returns the kind of a file that is not a text.
    static func binary(_ bytes: [UInt8]) -> String? {
        signatures.first { bytes.dropFirst($0.offset).starts(with: $0.bytes) }?.name ?? media(bytes)
    }

    /// Returns the kind of a container that lists the formats of its contents, each in four letters, in its first box:
    /// ISO/IEC 14496-12, 4.3.
    private static func media(_ bytes: [UInt8]) -> String? {
        guard bytes.dropFirst(4).starts(with: "ftyp".utf8) else { return nil }
        let length = min(256, bytes.bigEndianNumber(at: 0))
        let brands = String(repairing: bytes.prefix(Int(length)).dropFirst(8))
        let kinds = [
            ("avi", "an AVIF"), ("hei", "a HEIC"), ("hev", "a HEIC"), ("mif1", "a HEIF"), ("msf1", "a HEIF"),
        ]
        return kinds.first { brands.contains($0.0) }?.1 ?? "a video"
    }

    /// Returns the kind of a text file. An SVG can begin with a declaration, a comment or a DOCTYPE.
    private static func text(_ bytes: [UInt8]) -> String? {
        let head = String(repairing: bytes.prefix(StandIn.headLength)).drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        switch head.utf8.first {
        case UInt8(ascii: "<"): return head.contains("<svg") ? "an SVG" : "an XML file"
        case UInt8(ascii: "{"), UInt8(ascii: "["): return "a JSON file"
        default: return nil
        }
    }

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
