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
            case _ where scalar.isControl: bytes.append(contentsOf: visible(scalar).utf8)
            default: bytes.append(contentsOf: Unicode.UTF8.encode(scalar).map { Array($0) } ?? [])
            }
        }
    }

    /// Returns the text with control characters and marks that reorder text made visible, as ``append(_:to:)`` writes
    /// them. Escaping it changes only HTML's special characters.
    static func visible(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: \.isControl) else { return text }
        return text.unicodeScalars.map { $0.isControl ? visible($0) : String($0) }.joined()
    }

    private static func visible(_ control: Unicode.Scalar) -> String {
        control == "\n" ? "\\n" : control.escape
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): false
        default: (0x20..<0x7F).contains(byte)
        }
    }
}
