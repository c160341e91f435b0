import Crypto
import ThemeSystem

/// A public key of OpenSSH: Ed25519, ECDSA on the curve P-256, or a hardware key (FIDO) of these two kinds.
public struct SSHPublicKey: Hashable, Sendable, CustomStringConvertible {
    enum Algorithm: String, Sendable {
        case ed25519 = "ssh-ed25519"
        case ecdsa = "ecdsa-sha2-nistp256"
        case hardwareEd25519 = "sk-ssh-ed25519@openssh.com"
        case hardwareECDSA = "sk-ecdsa-sha2-nistp256@openssh.com"

        var isHardware: Bool { self == .hardwareEd25519 || self == .hardwareECDSA }
        var isECDSA: Bool { self == .ecdsa || self == .hardwareECDSA }
    }

    let algorithm: Algorithm
    /// The key as OpenSSH encodes it.
    let encoded: [UInt8]
    private let point: [UInt8]
    /// For example `ssh:`; empty unless it is a hardware key.
    private let application: [UInt8]

    /// Reads a key as OpenSSH encodes it in signatures, and after base64 in files.
    init(encoded: [UInt8]) throws(SSHSyntaxError) {
        self.encoded = encoded
        var reader = SSHReader(encoded)
        let type = try reader.text()
        guard let algorithm = Algorithm(rawValue: type) else {
            throw .unsupportedKey(type: type, reason: Self.refusal(of: type))
        }
        self.algorithm = algorithm
        if algorithm.isECDSA {
            guard try reader.text() == "nistp256" else { throw SSHSyntaxError("the curve is not nistp256") }
        }
        point = try reader.string()
        application = algorithm.isHardware ? try reader.string() : []
        try reader.expectEnd()
        // The initializers of swift-crypto check the length; for ECDSA also that the point is on the curve.
        let isPoint =
            algorithm.isECDSA
            ? point.count == 65 && (try? P256.Signing.PublicKey(x963Representation: point)) != nil
            : (try? Curve25519.Signing.PublicKey(rawRepresentation: point)) != nil
        guard isPoint else { throw SSHSyntaxError("the key is not a point of the curve") }
    }

    /// Reads a type and base64, as in a `.pub` file without its comment.
    init(type: some StringProtocol, base64: some StringProtocol) throws(SSHSyntaxError) {
        try self.init(encoded: Self.encoded(type: type, base64: base64))
    }

    /// Returns the bytes of a key of any type, also of one that is not trusted.
    static func encoded(type: some StringProtocol, base64: some StringProtocol) throws(SSHSyntaxError) -> [UInt8] {
        guard let bytes = Base64.decode(Array(base64.utf8)) else { throw SSHSyntaxError("it is not base64") }
        var reader = SSHReader(bytes)
        guard try reader.string().elementsEqual(type.utf8) else {
            throw SSHSyntaxError("it is not of the type \(type)")
        }
        return bytes
    }

    static func refusal(of type: String) -> String {
        if type.contains("-cert-") { return "certificates are not trusted; list the keys themselves" }
        if type.hasPrefix("ssh-rsa") || type.hasPrefix("rsa-") { return "RSA is not trusted" }
        if type.hasPrefix("ecdsa-") { return "of ECDSA's curves, only P-256 is trusted" }
        return "it is not one of the four types that are trusted"
    }

    /// The fingerprint, as `ssh-keygen -l` prints it: `SHA256:` and 43 characters.
    public var fingerprint: String { "SHA256:" + Base64.encode(ContentDigest(of: encoded).bytes).prefix { $0 != "=" } }

    /// The type and the fingerprint.
    public var description: String { "\(algorithm.rawValue) \(fingerprint)" }

    /// Returns whether the holder of the key signed these bytes.
    func accepts(_ signature: SSHSignature.Value, of signed: [UInt8]) -> Bool {
        var message = signed
        if algorithm.isHardware {
            // https://github.com/openssh/openssh-portable/blob/master/PROTOCOL.u2f, "SSH U2F signatures"
            guard let touch = signature.touch else { return false }
            message = ContentDigest(of: application).bytes + [touch.flags]
            withUnsafeBytes(of: touch.counter.bigEndian) { message.append(contentsOf: $0) }
            message += ContentDigest(of: signed).bytes
        }
        if algorithm.isECDSA {
            guard let key = try? P256.Signing.PublicKey(x963Representation: point),
                let numbers = try? P256.Signing.ECDSASignature(rawRepresentation: signature.bytes)
            else { return false }
            return key.isValidSignature(numbers, for: message)
        }
        guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: point) else { return false }
        return key.isValidSignature(signature.bytes, for: message)
    }
}

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
