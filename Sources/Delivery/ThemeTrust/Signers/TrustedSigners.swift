public import ThemeSystem

/// The keys that an app or service trusts, in the format of the file `allowed_signers` of OpenSSH and git.
///
/// A line has identities, options and a key:
///
///     release@example.org namespaces="themepack",valid-before="20271231Z" ssh-ed25519 AAAAC3Nza...
///
/// To replace a key, add the new one with dates that overlap with those of the old one. The file is valid as a whole or
/// not at all: one line that cannot be used is an error.
public struct TrustedSigners: Hashable, Sendable {
    /// The lines, in order.
    public let signers: [TrustedSigner]
    private let revoked: Set<[UInt8]>

    /// The most bytes that a file of signers or of revoked keys can have.
    public static let maximumByteCount = 1_048_576

    /// Parses signers, for example a constant of the program.
    ///
    /// - Parameters:
    ///   - allowedSigners: the lines of `allowed_signers`. Empty lines and lines with `#` are ignored.
    ///   - revokedKeys: public keys that are not trusted, one per line as in a `.pub` file.
    ///   - path: the name of the signers in errors.
    /// - Throws: ``TrustError/invalidSigners(path:line:reason:)`` if a line cannot be used, or if there is no signer.
    public init(
        allowedSigners: String, revokedKeys: String = "", path: String = "allowed_signers"
    ) throws(TrustError) {
        try self.init(allowedSigners, path, revokedKeys, "the revoked keys")
    }

    /// Reads the files of signers and of revoked keys.
    ///
    /// - Parameters:
    ///   - path: the file `allowed_signers`.
    ///   - revoked: a file with a public key in each line; `nil` if no key is revoked. A binary KRL is an error.
    public init(contentsOf path: String, revoked: String? = nil) throws(TrustError) {
        try self.init(
            try Self.text(of: path), path, try revoked.map { path throws(TrustError) in try Self.text(of: path) } ?? "",
            revoked ?? "")
    }

    /// Reads the files of signers and of revoked keys by their file URLs.
    public init(contentsOf file: URL, revoked: URL? = nil) throws(TrustError) {
        try self.init(contentsOf: file.path, revoked: revoked?.path)
    }

    private init(
        _ allowedSigners: String, _ path: String, _ revokedKeys: String, _ revokedPath: String
    ) throws(TrustError) {
        signers = try Self.lines(of: allowedSigners, path, SignerLine.signer)
        guard !signers.isEmpty else { throw .invalidSigners(path: path, line: 1, reason: "there is no signer") }
        revoked = Set(
            try Self.lines(of: revokedKeys, revokedPath) { line, _ throws(SignerLine.Problem) in
                try SignerLine.revokedKey(line)
            })
    }

    private static func lines<Value>(
        of text: String, _ path: String, _ parse: (Substring, Int) throws(SignerLine.Problem) -> Value
    ) throws(TrustError) -> [Value] {
        guard text.utf8.count <= maximumByteCount else {
            throw .unreadable(path: path, reason: "has more than \(maximumByteCount) bytes")
        }
        var values: [Value] = []
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() where !SignerLine.isEmpty(Substring(line)) {
            do throws(SignerLine.Problem) {
                guard !line.contains(0) else { throw SignerLine.Problem("contains the character U+0000") }
                guard !line.starts(with: "\u{FEFF}".utf8) else {
                    throw SignerLine.Problem("begins with a byte order mark; save the file without it")
                }
                // A line end of Windows. OpenSSH takes others for spaces in some places and not in others.
                let content = line.last == 0x0D ? line.dropLast() : line
                guard !content.contains(0x0D) else { throw SignerLine.Problem("contains the character U+000D") }
                values.append(try parse(Substring(content), index + 1))
            } catch {
                throw .invalidSigners(path: path, line: index + 1, reason: error.reason)
            }
        }
        return values
    }

    private static func text(of path: String) throws(TrustError) -> String {
        let bytes = try rethrow(as: { TrustError.unreadable(path: path, reason: $0.reason) }) { () throws(ThemeError) in
            try PackMemory(reading: path, limit: maximumByteCount).withBytes { Array($0) }
        }
        if bytes.starts(with: "SSHKRL".utf8) {
            throw .invalidSigners(
                path: path, line: 1, reason: "this is a binary KRL; expected public keys, one per line")
        }
        return try rethrow(as: { TrustError.unreadable(path: path, reason: "it \($0)") }) { () throws(InvalidText) in
            try String(checking: bytes)
        }
    }

    /// Returns the trusted signer of a message.
    ///
    /// - Parameters:
    ///   - signature: the signature.
    ///   - message: all bytes that were signed. They are read once.
    ///   - namespace: the purpose that the signature must have, for example `themepack`.
    ///   - identity: the identity that the signer must have; `nil` accepts every signer of the list.
    ///   - date: the time at which the signer must be trusted.
    /// - Returns: the first line that allows the signature.
    public func verify(
        _ signature: SSHSignature, of message: some ContiguousBytes, namespace: String, identity: String? = nil,
        at date: Date = Date()
    ) throws(TrustError) -> TrustedSigner {
        try verify(signature, namespace: namespace, identity: identity, at: date) { signature.digest(of: message) }
    }

    /// Whether the list has a key that is trusted at a time, for any purpose.
    package func isTrusted(keyWithFingerprint fingerprint: String, at date: Date) -> Bool {
        signers.contains {
            $0.key.fingerprint == fingerprint && $0.isValid(at: date) && !revoked.contains($0.key.encoded)
        }
    }

    /// - Parameter digest: returns that of the message. It is called only if a trusted key signed.
    func verify(
        _ signature: SSHSignature, namespace: String, identity: String?, at date: Date, digest: () -> [UInt8]
    ) throws(TrustError) -> TrustedSigner {
        guard UTF8Order.equal(signature.namespace, namespace) else {
            throw .otherNamespace(found: signature.namespace, expected: namespace)
        }
        let fingerprint = signature.key.fingerprint
        guard !revoked.contains(signature.key.encoded) else { throw .revoked(fingerprint: fingerprint) }
        let known = signers.filter { $0.key == signature.key }
        guard let first = known.first else { throw .unknownSigner(fingerprint: fingerprint) }
        guard signature.isValid(forDigest: digest()) else { throw .differentBytes(fingerprint: fingerprint) }
        guard signature.value.touch?.isPresent ?? true else { throw .withoutPresence(fingerprint: fingerprint) }
        let named = known.filter { identity.map($0.principals.matches) ?? true }
        guard !named.isEmpty else { throw .otherIdentity(expected: identity ?? "", found: first.identities) }
        let allowed = named.filter { $0.namespaces?.matches(namespace) ?? true }
        guard let candidate = allowed.first else {
            throw .namespaceNotAllowed(namespace: namespace, signer: named[0].identities)
        }
        if let signer = allowed.first(where: { $0.isValid(at: date) }) { return signer }
        if let next = allowed.first(where: { $0.isTooEarly(date) }), let start = next.validAfter {
            throw .notYetValid(signer: next.identities, from: start)
        }
        throw .expired(signer: candidate.identities, since: candidate.validBefore ?? date)
    }
}

/// A line of the trusted signers: a key, with the purposes and the time for which it is trusted.
public struct TrustedSigner: Hashable, Sendable, CustomStringConvertible {
    /// The line's number, from 1.
    public let line: Int
    /// The key.
    public let key: SSHPublicKey
    let principals: PatternList
    let namespaces: PatternList?
    /// The first moment at which the signer is trusted; `nil` if there is none.
    public let validAfter: Date?
    /// The last moment at which the signer is trusted; `nil` if there is none.
    public let validBefore: Date?

    /// The identities as the line has them, for example `release@example.org,ci@example.org`.
    public var identities: String { principals.text }

    /// The identities and the key.
    public var description: String { "\(identities) (\(key))" }

    /// OpenSSH compares whole seconds. For a date that is not a number, no signer with a time is valid.
    func isValid(at date: Date) -> Bool { !isTooEarly(date) && !isTooLate(date) }

    func isTooEarly(_ date: Date) -> Bool {
        guard let validAfter else { return false }
        return !(date.timeIntervalSince1970 >= validAfter.timeIntervalSince1970)
    }

    private func isTooLate(_ date: Date) -> Bool {
        guard let validBefore else { return false }
        return !(date.timeIntervalSince1970.rounded(.down) <= validBefore.timeIntervalSince1970)
    }
}
