import ThemeModel
import Crypto
import Foundation

/// A key that signs as `ssh-keygen -Y sign` does, written from PROTOCOL.sshsig and PROTOCOL.u2f alone. It can also make
/// the signatures of hardware keys, and wrong ones.
public struct TestSigner: Sendable {
    public enum Kind: String, CaseIterable, Sendable {
        case ed25519 = "ssh-ed25519"
        case ecdsa = "ecdsa-sha2-nistp256"
        case hardwareEd25519 = "sk-ssh-ed25519@openssh.com"
        case hardwareECDSA = "sk-ecdsa-sha2-nistp256@openssh.com"

        var isHardware: Bool { self == .hardwareEd25519 || self == .hardwareECDSA }
        var isECDSA: Bool { self == .ecdsa || self == .hardwareECDSA }
    }

    public let kind: Kind
    private let ed25519 = Curve25519.Signing.PrivateKey()
    private let ecdsa = P256.Signing.PrivateKey()

    public init(_ kind: Kind = .ed25519) { self.kind = kind }

    /// The public key as OpenSSH encodes it.
    public var encodedKey: [UInt8] {
        var key = Self.string(kind.rawValue.utf8)
        if kind.isECDSA {
            key += Self.string("nistp256".utf8) + Self.string(Array(ecdsa.publicKey.x963Representation))
        } else {
            key += Self.string(Array(ed25519.publicKey.rawRepresentation))
        }
        return kind.isHardware ? key + Self.string("ssh:".utf8) : key
    }

    /// The type and base64, as in a `.pub` file.
    public var publicKey: String { "\(kind.rawValue) \(Data(encodedKey).base64EncodedString())" }

    /// A line of `allowed_signers`.
    public func line(_ identity: String = "release@example.org", options: String = "") -> String {
        "\(identity) \(options.isEmpty ? "" : options + " ")\(publicKey)\n"
    }

    /// - Parameter flags: those of a hardware key; bit 0 means that it was touched.
    public func sign(
        _ message: some Sequence<UInt8>, namespace: String = "themepack", hash: String = "sha512", flags: UInt8 = 1
    ) throws -> String {
        let message = Array(message)
        let digest = hash == "sha256" ? Array(SHA256.hash(data: message)) : Array(SHA512.hash(data: message))
        let names = Self.string(namespace.utf8) + Self.string([]) + Self.string(hash.utf8)
        let signed = Array("SSHSIG".utf8) + names + Self.string(digest)
        let blob =
            Array("SSHSIG".utf8) + [0, 0, 0, 1] + Self.string(encodedKey) + names
            + Self.string(try value(of: signed, flags: flags))
        return Self.armored(blob)
    }

    public static func armored(_ blob: [UInt8]) -> String {
        var text = "-----BEGIN SSH SIGNATURE-----\n"
        var rest = Substring(Data(blob).base64EncodedString())
        while !rest.isEmpty {
            text += rest.prefix(70) + "\n"
            rest = rest.dropFirst(70)
        }
        return text + "-----END SSH SIGNATURE-----\n"
    }

    private func value(of signed: [UInt8], flags: UInt8) throws -> [UInt8] {
        let touch: [UInt8] = kind.isHardware ? [flags, 0, 0, 0, 7] : []
        let message =
            kind.isHardware
            ? Array(SHA256.hash(data: Array("ssh:".utf8))) + touch + Array(SHA256.hash(data: signed)) : signed
        let name = Self.string(kind.rawValue.utf8)
        guard kind.isECDSA else {
            return name + Self.string(Array(try ed25519.signature(for: message))) + touch
        }
        let numbers = Array(try ecdsa.signature(for: message).rawRepresentation)
        return name + Self.string(Self.integer(numbers[..<32]) + Self.integer(numbers[32...])) + touch
    }

    private static func integer(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        let digits = Array(bytes.drop { $0 == 0 })
        return string((digits.first ?? 0) >= 0x80 ? [0] + digits : digits)
    }

    public static func string(_ bytes: some Collection<UInt8>) -> [UInt8] {
        withUnsafeBytes(of: UInt32(bytes.count).bigEndian) { Array($0) } + bytes
    }
}
