/// The format of an image file, recognized by its first bytes. Its name can be wrong.
enum ImageFormat: String, Sendable {
    case png = "PNG"
    case jpeg = "JPEG"
    case webp = "WebP"
    case heic = "HEIC"
    case pdf = "PDF"
    case svg = "SVG"
    case androidVector = "an Android vector drawable"

    init?(of bytes: [UInt8]) {
        func has(_ text: String, at offset: Int) -> Bool { bytes.dropFirst(offset).starts(with: text.utf8) }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
            self = .png
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if has("RIFF", at: 0), has("WEBP", at: 8) {
            self = .webp
        } else if ["heic", "heix", "mif1", "hevc", "heim"].contains(where: { has("ftyp" + $0, at: 4) }) {
            self = .heic
        } else if bytes.prefix(1024).firstRange(of: Array("%PDF-".utf8)) != nil {
            self = .pdf
        } else if let format = Self.markup(bytes) {
            self = format
        } else {
            return nil
        }
    }

    /// The name of another format of images, which no program here converts.
    static func unsupported(_ bytes: [UInt8]) -> String? {
        let starts = [
            ("GIF", "GIF8", 0), ("BMP", "BM", 0), ("TIFF", "II*\0", 0), ("TIFF", "MM\0*", 0), ("AVIF", "ftypavif", 4),
        ]
        return starts.first { bytes.dropFirst($0.2).starts(with: $0.1.utf8) }?.0
    }

    var isVector: Bool { self == .pdf || self == .svg }

    /// The root element decides. A declaration, comments and a document type can come before it.
    private static func markup(_ bytes: [UInt8]) -> ImageFormat? {
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        guard text.first(where: { !$0.isSpace }) == UInt8(ascii: "<") else { return nil }
        let head = text.prefix(65_536)
        for (root, format) in [("<svg", ImageFormat.svg), ("<vector", .androidVector)]
        where head.firstRange(of: Array(root.utf8)) != nil { return format }
        return head.firstRange(of: Array(":svg".utf8)) == nil ? nil : .svg
    }
}
