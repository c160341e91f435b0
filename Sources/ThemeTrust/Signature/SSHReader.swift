import ThemeModel

/// A defect of a signature or a key.
enum SSHSyntaxError: Error {
    /// The reason is the rest of "is not a signature: ...".
    case malformed(String)
    case unsupportedKey(type: String, reason: String)

    init(_ reason: String) { self = .malformed(reason) }
}

/// Reads the data types of RFC 4251, section 5.
typealias SSHReader = ByteCursor<SSHSyntaxError>

extension ByteCursor<SSHSyntaxError> {
    init(_ bytes: [UInt8]) { self.init(bytes, pastEnd: SSHSyntaxError("it ends within a value")) }

    /// Reads a big-endian number.
    mutating func uint32() throws(SSHSyntaxError) -> UInt32 { try number(UInt32.self).byteSwapped }

    mutating func string() throws(SSHSyntaxError) -> [UInt8] { try bytes(try uint32()) }

    /// Reads a string of at most 255 printable characters of ASCII.
    mutating func text() throws(SSHSyntaxError) -> String {
        let bytes = try string()
        guard bytes.count <= 255, bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) else {
            throw SSHSyntaxError("a name in it has characters that are not printable, or more than 255")
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Reads an `mpint` that is positive and has its shortest form. Returns it with leading zeros.
    mutating func positiveInteger(paddedTo count: Int) throws(SSHSyntaxError) -> [UInt8] {
        let bytes = try string()
        guard let head = bytes.first, head < 0x80, head != 0 || bytes.count > 1 && bytes[1] >= 0x80 else {
            throw SSHSyntaxError("a number in it is not positive, or is too long")
        }
        let digits = bytes.drop { $0 == 0 }
        guard digits.count <= count else { throw SSHSyntaxError("a number in it is too large") }
        return [UInt8](repeating: 0, count: count - digits.count) + digits
    }

    func expectEnd() throws(SSHSyntaxError) {
        guard isAtEnd else { throw SSHSyntaxError("it has \(remaining) more bytes than expected") }
    }

    /// Returns a string as this type reads it: its length in four bytes, then its bytes.
    static func string(_ bytes: some Collection<UInt8>) -> [UInt8] {
        withUnsafeBytes(of: UInt32(bytes.count).bigEndian) { Array($0) } + bytes
    }
}
