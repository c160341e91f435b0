/// The encoding of a path in an address, RFC 3986, section 2.1.
package enum PercentEncoding {
    /// Keeps ASCII letters, digits, `-._~/@` and the characters of `more`.
    package static func encode(_ text: String, keeping more: String = "") -> String {
        let isKept = { (byte: UInt8) in
            byte.isASCIILetter || byte.isASCIIDigit || "-._~/@".utf8.contains(byte) || more.utf8.contains(byte)
        }
        if !text.utf8.contains(where: { !isKept($0) }) { return text }
        return text.utf8.reduce(into: "") { encoded, byte in
            encoded += isKept(byte) ? String(Unicode.Scalar(byte)) : "%" + byte.hexadecimal(digits: 2, uppercase: true)
        }
    }
}
