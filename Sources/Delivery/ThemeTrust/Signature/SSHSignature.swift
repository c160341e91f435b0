import Crypto
package import ThemeSystem

// See docs/decisions/33-signatures.md.
/// A detached signature, as `ssh-keygen -Y sign` writes it.
///
/// The format is SSHSIG, version 1:
/// <https://github.com/openssh/openssh-portable/blob/master/PROTOCOL.sshsig>. A parsed signature is not trusted yet:
/// ``TrustedSigners/verify(_:of:namespace:identity:at:)`` decides.
public struct SSHSignature: Hashable, Sendable {
    /// The purpose of the signature: `themepack` or `themepack-feed`. It is valid for no other purpose.
    public let namespace: String
    /// The key that the signature names.
    public let key: SSHPublicKey
    let hash: MessageHash
    let value: Value

    /// The most bytes that a file with a signature can have.
    public static let maximumByteCount = 16_384

    enum MessageHash: String, Sendable { case sha256, sha512 }

    struct Value: Hashable, Sendable {
        /// 64 bytes: an Ed25519 signature as in RFC 8032, or the numbers r and s of ECDSA.
        let bytes: [UInt8]
        /// `nil` unless a hardware key signed.
        let touch: Touch?
    }

    struct Touch: Hashable, Sendable {
        let flags: UInt8
        let counter: UInt32

        /// Whether the owner touched the hardware key: bit 0 of the flags.
        var isPresent: Bool { flags & 1 != 0 }
    }

    /// Reads a file, for example `year-1.2.0.themepack.zip.sig`.
    ///
    /// - Throws: ``TrustError/missingSignature(path:)`` if there is none.
    public init(contentsOf path: String) throws(TrustError) {
        let text: [UInt8]
        do throws(ThemeError) {
            text = try PackMemory(reading: path, limit: Self.maximumByteCount).withBytes { Array($0) }
        } catch {
            if access(path, F_OK) != 0, errno == ENOENT { throw .missingSignature(path: path) }
            throw .unreadable(path: path, reason: error.reason)
        }
        try self.init(armored: text, path: path)
    }

    /// Reads the text of a signature, for example one that was downloaded.
    ///
    /// - Parameters:
    ///   - text: the file's bytes, from `-----BEGIN SSH SIGNATURE-----` on.
    ///   - path: its name in errors.
    public init(armored text: some Collection<UInt8>, path: String? = nil) throws(TrustError) {
        do throws(SSHSyntaxError) {
            try self.init(text: Array(text.prefix(Self.maximumByteCount + 1)))
        } catch {
            switch error {
            case .unsupportedKey(let type, let reason): throw .unsupportedKey(type: type, reason: reason)
            case .malformed(let reason): throw .malformedSignature(path: path, reason: reason)
            }
        }
    }

    private init(text: [UInt8]) throws(SSHSyntaxError) {
        var reader = SSHReader(try Self.unarmored(text))
        guard try reader.bytes(6).elementsEqual("SSHSIG".utf8) else {
            throw SSHSyntaxError("its content does not begin with SSHSIG")
        }
        let version = try reader.uint32()
        guard version == 1 else { throw SSHSyntaxError("it has version \(version), expected 1") }
        key = try SSHPublicKey(encoded: try reader.string())
        namespace = try reader.text()
        guard !namespace.isEmpty else { throw SSHSyntaxError("its namespace is empty") }
        guard try reader.string().isEmpty else { throw SSHSyntaxError("its reserved field is not empty") }
        let name = try reader.text()
        guard let hash = MessageHash(rawValue: name) else {
            throw SSHSyntaxError("its hash is '\(name)', expected sha256 or sha512")
        }
        self.hash = hash
        value = try Self.value(try reader.string(), by: key.algorithm)
        try reader.expectEnd()
    }

    /// Returns the bytes between the two lines that enclose them.
    private static func unarmored(_ text: [UInt8]) throws(SSHSyntaxError) -> [UInt8] {
        guard text.count <= maximumByteCount else {
            throw SSHSyntaxError("it has more than \(maximumByteCount) bytes")
        }
        var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
        if lines.last?.isEmpty == true { lines.removeLast() }
        guard lines.count > 2, lines[0].elementsEqual("-----BEGIN SSH SIGNATURE-----".utf8) else {
            throw SSHSyntaxError("it does not begin with the line '-----BEGIN SSH SIGNATURE-----'")
        }
        guard lines[lines.count - 1].elementsEqual("-----END SSH SIGNATURE-----".utf8) else {
            throw SSHSyntaxError("it does not end with the line '-----END SSH SIGNATURE-----'")
        }
        guard let bytes = Base64.decode(Array(lines[1..<lines.count - 1].joined())) else {
            throw SSHSyntaxError("its lines are not base64")
        }
        return bytes
    }

    private static func value(_ encoded: [UInt8], by algorithm: SSHPublicKey.Algorithm) throws(SSHSyntaxError) -> Value
    {
        var reader = SSHReader(encoded)
        let type = try reader.text()
        guard type == algorithm.rawValue else {
            throw SSHSyntaxError("its key is of type \(algorithm.rawValue), its value of type \(type)")
        }
        var bytes = try reader.string()
        if algorithm.isECDSA {
            var numbers = SSHReader(bytes)
            bytes = try numbers.positiveInteger(paddedTo: 32) + numbers.positiveInteger(paddedTo: 32)
            try numbers.expectEnd()
        }
        guard bytes.count == 64 else { throw SSHSyntaxError("its value has \(bytes.count) bytes, expected 64") }
        let touch = algorithm.isHardware ? Touch(flags: try reader.number(), counter: try reader.uint32()) : nil
        try reader.expectEnd()
        return Value(bytes: bytes, touch: touch)
    }

    /// Returns whether the key that the signature names signed these bytes. Cost: one pass over them.
    package func isValid(for message: some ContiguousBytes) -> Bool { isValid(forDigest: digest(of: message)) }

    func digest(of message: some ContiguousBytes) -> [UInt8] {
        var hasher = hash.hasher
        message.withUnsafeBytes { hasher.update(bufferPointer: $0) }
        return hasher.digest
    }

    /// - Parameter digest: of the message, by ``hash``.
    func isValid(forDigest digest: [UInt8]) -> Bool {
        let signed =
            Array("SSHSIG".utf8) + SSHReader.string(namespace.utf8) + SSHReader.string([])
            + SSHReader.string(hash.rawValue.utf8) + SSHReader.string(digest)
        return key.accepts(value, of: signed)
    }
}
