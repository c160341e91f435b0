public import ThemeSystem

/// The reason why a signature is not trusted, or cannot be checked.
public indirect enum TrustError: DescribedError, Hashable, Sendable {
    /// A file cannot be read.
    case unreadable(path: String, reason: String)
    /// A file cannot be written.
    case unwritable(path: String, reason: String)
    /// There is no signature at `path`.
    case missingSignature(path: String)
    /// The signature is not one that `ssh-keygen -Y sign` makes. `path` is `nil` if it does not come from a file.
    case malformedSignature(path: String?, reason: String)
    /// The signature's key has a type that is not trusted, such as RSA, or is a certificate.
    case unsupportedKey(type: String, reason: String)
    /// A line of the trusted signers, or of the revoked keys, is invalid. Lines count from 1.
    case invalidSigners(path: String, line: Int, reason: String)
    /// The signature was made for something else, for example for a feed instead of a pack.
    case otherNamespace(found: String, expected: String)
    /// The signer is not in the list. Keys are named by their fingerprints.
    case unknownSigner(fingerprint: String)
    /// The key is in the list of revoked keys.
    case revoked(fingerprint: String)
    /// The bytes are not those that were signed.
    case differentBytes(fingerprint: String)
    /// The hardware key signed without a touch of its owner.
    case withoutPresence(fingerprint: String)
    /// The signer has other identities than the requested one.
    case otherIdentity(expected: String, found: String)
    /// The list allows the signer other namespaces only.
    case namespaceNotAllowed(namespace: String, signer: String)
    /// The signer is not trusted yet.
    case notYetValid(signer: String, from: Date)
    /// The signer is not trusted any more.
    case expired(signer: String, since: Date)
    /// The signature is trusted, and the signed file is not a pack that can be mounted.
    case invalidPack(ThemeError)

    /// The file that caused the error; `nil` if it is not a file, or only the caller knows it.
    public var path: String? {
        switch self {
        case .unreadable(let path, _), .unwritable(let path, _), .missingSignature(let path),
            .invalidSigners(let path, _, _):
            path
        case .malformedSignature(let path, _): path
        case .invalidPack(let error): error.path
        default: nil
        }
    }

    /// The reason for the error, in one clause.
    public var reason: String {
        switch self {
        case .unreadable(_, let reason): "cannot be read: \(reason)"
        case .unwritable(_, let reason): "cannot be written: \(reason)"
        case .missingSignature: "there is no signature"
        case .malformedSignature(_, let reason): "is not a signature: \(reason)"
        case .unsupportedKey(let type, let reason): "the key has the type \(type): \(reason)"
        case .invalidSigners(_, let line, let reason): "line \(line): \(reason)"
        case .otherNamespace(let found, let expected):
            "was signed for the namespace '\(found)', expected '\(expected)'"
        case .unknownSigner(let fingerprint): "was signed by the key \(fingerprint), which is not trusted"
        case .revoked(let fingerprint): "was signed by the key \(fingerprint), which is revoked"
        case .differentBytes(let fingerprint):
            "differs from what was signed by the key \(fingerprint)"
        case .withoutPresence(let fingerprint):
            "was signed by the hardware key \(fingerprint) without a touch of its owner"
        case .otherIdentity(let expected, let found): "was signed by '\(found)', expected '\(expected)'"
        case .namespaceNotAllowed(let namespace, let signer):
            "was signed by '\(signer)', who may not sign for the namespace '\(namespace)'"
        case .notYetValid(let signer, let date): "was signed by '\(signer)', who is trusted from \(Self.text(date)) on"
        case .expired(let signer, let date): "was signed by '\(signer)', who was trusted until \(Self.text(date))"
        case .invalidPack(let error): error.reason
        }
    }

    /// Advice on how to fix it.
    public var hint: String? {
        switch self {
        case .unreadable, .unwritable: "check the path and its permissions"
        case .missingSignature: "sign it with 'themepack sign -f KEY FILE'"
        case .malformedSignature, .differentBytes: "fetch both files again, or sign again"
        case .unsupportedKey:
            "sign with an Ed25519 key ('ssh-keygen -t ed25519'), ECDSA on P-256, or a hardware key of these kinds"
        case .invalidSigners: "correct the line; the format is ALLOWED SIGNERS in ssh-keygen(1)"
        case .otherNamespace(_, let expected): "sign it with 'ssh-keygen -Y sign -n \(expected)'"
        case .unknownSigner: "use the file of a signer whom you trust, or add the signer's line to the list"
        case .revoked: "sign again with another key"
        case .withoutPresence: "sign again with a key that was made without '-O no-touch-required'"
        case .otherIdentity, .namespaceNotAllowed: "sign with another key, or correct the signer's line in the list"
        case .notYetValid, .expired: "check the clock; sign with a current key, or add a line with other dates"
        case .invalidPack(let error): error.hint
        }
    }

    /// Returns the date in ISO 8601, in UTC.
    private static func text(_ date: Date) -> String {
        let seconds = Int64(exactly: date.timeIntervalSince1970.rounded(.down))
        return seconds.flatMap { Moment(secondsSince1970: $0)?.description } ?? "another time"
    }

    /// Path and reason, such as `year-1.2.0.themepack.zip.sig: there is no signature`.
    public var message: String { [path, reason].compactMap(\.self).joined(separator: ": ") }
}
