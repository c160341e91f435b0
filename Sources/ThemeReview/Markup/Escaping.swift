import ThemeModel

/// The project's only conversion of text to HTML. One form suits both element contents and quoted attribute values.
enum Escaping {
    /// Appends text with HTML's special characters escaped. Control characters and marks that reorder text become
    /// visible: `\n`, `\u{202E}`.
    static func append(_ text: String, to bytes: inout [UInt8]) {
        var text = text
        let needsNoEscape = text.withUTF8 { utf8 -> Bool in
            guard utf8.allSatisfy(isPlain) else { return false }
            bytes.append(contentsOf: utf8)
            return true
        }
        if needsNoEscape { return }
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": bytes.append(contentsOf: "&amp;".utf8)
            case "<": bytes.append(contentsOf: "&lt;".utf8)
            case ">": bytes.append(contentsOf: "&gt;".utf8)
            case "\"": bytes.append(contentsOf: "&quot;".utf8)
            case "'": bytes.append(contentsOf: "&#39;".utf8)
            case "\n": bytes.append(contentsOf: "\\n".utf8)
            case _ where scalar.isControl:
                bytes.append(contentsOf: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".utf8)
            default: bytes.append(contentsOf: Unicode.UTF8.encode(scalar).map { Array($0) } ?? [])
            }
        }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): false
        default: (0x20..<0x7F).contains(byte)
        }
    }
}
