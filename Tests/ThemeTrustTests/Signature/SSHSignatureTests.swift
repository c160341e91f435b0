import Foundation
import TestSupport
import Testing

@testable import ThemeTrust

@Suite("Signatures of OpenSSH")
struct SSHSignatureTests {
    static let message = Array("a message".utf8)

    static func signers(_ signer: TestSigner, options: String = "") throws -> TrustedSigners {
        try TrustedSigners(allowedSigners: signer.line(options: options))
    }

    static func verify(_ text: some Collection<UInt8>, _ signers: TrustedSigners) throws -> TrustedSigner {
        try signers.verify(SSHSignature(armored: text), of: message, namespace: "themepack")
    }

    @Test("TR1 Every kind of key and hash verifies", arguments: TestSigner.Kind.allCases, ["sha256", "sha512"])
    func kinds(_ kind: TestSigner.Kind, _ hash: String) throws {
        let signer = TestSigner(kind)
        let signers = try Self.signers(signer)
        for _ in 0..<20 {
            let text = try signer.sign(Self.message, hash: hash)
            let found = try Self.verify(text.utf8, signers)
            #expect(found.identities == "release@example.org" && found.line == 1)
            #expect(throws: TrustError.differentBytes(fingerprint: found.key.fingerprint)) {
                try signers.verify(
                    SSHSignature(armored: text.utf8), of: Self.message + [0], namespace: "themepack")
            }
        }
    }

    @Test("TR2 A signature with any bit flipped is refused", arguments: TestSigner.Kind.allCases)
    func flippedBits(_ kind: TestSigner.Kind) throws {
        let signer = TestSigner(kind)
        let signers = try Self.signers(signer)
        // 100 signatures of all kinds in a soak.
        for round in 0..<Soak.rounds(1, soaking: 25) {
            let text = Array(try signer.sign(Self.message, hash: round % 2 == 0 ? "sha512" : "sha256").utf8)
            let accepted = (0..<8 * text.count).filter { bit in
                var flipped = text
                flipped[bit / 8] ^= 1 << (bit % 8)
                return (try? Self.verify(flipped, signers)) != nil
            }
            #expect(accepted.isEmpty, "\(String(decoding: text, as: UTF8.self))")
        }
    }

    @Test("A signature that is cut anywhere is refused", arguments: TestSigner.Kind.allCases)
    func cut(_ kind: TestSigner.Kind) throws {
        let signer = TestSigner(kind)
        let text = Array(try signer.sign(Self.message).utf8)
        // Without its last line feed it is whole.
        for length in 0..<text.count - 1 {
            #expect(throws: TrustError.self) { _ = try SSHSignature(armored: text[..<length]) }
        }
        _ = try Self.verify(text[..<(text.count - 1)], Self.signers(signer))
    }

    @Test("Line ends of Windows, and lines of another length, mean the same")
    func lines() throws {
        let signer = TestSigner()
        let signers = try Self.signers(signer)
        let text = try signer.sign(Self.message)
        _ = try Self.verify(text.replacing("\n", with: "\r\n").utf8, signers)
        let lines = text.split(separator: "\n")
        _ = try Self.verify(
            ([lines[0], lines[1...(lines.count - 2)].joined()[...], lines[lines.count - 1]]
                .joined(separator: "\n")).utf8, signers)
    }

    struct Wrong: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let change: @Sendable (String) -> String
    }

    @Test(
        "Text around a signature, and a second spelling of it, are refused",
        arguments: [
            Wrong(testDescription: "text before") { "x\n" + $0 },
            Wrong(testDescription: "a line before") { "\n" + $0 },
            Wrong(testDescription: "text after") { $0 + "x" },
            Wrong(testDescription: "a second signature") { $0 + $0 },
            Wrong(testDescription: "a space in base64") { $0.replacing("\nU1NI", with: "\nU1NI ") },
            Wrong(testDescription: "no padding") { $0.replacing("=", with: "") },
            Wrong(testDescription: "nothing") { _ in "" },
            Wrong(testDescription: "no content") { _ in TestSigner.armored([]) },
            Wrong(testDescription: "too long") { $0 + String(repeating: "\n", count: SSHSignature.maximumByteCount) },
        ])
    func spelling(_ wrong: Wrong) throws {
        let text = try TestSigner(.ecdsa).sign(Self.message, hash: "sha256")
        let changed = wrong.change(text)
        guard changed != text else { return }
        let error = #expect(throws: TrustError.self) { try SSHSignature(armored: changed.utf8, path: "x.sig") }
        #expect(error?.path == "x.sig" && error?.hint != nil)
    }

    @Test(
        "Other types of keys are refused with the reason",
        arguments: [
            "ssh-rsa", "ssh-ed25519-cert-v01@openssh.com", "ecdsa-sha2-nistp384", "ssh-dss",
        ])
    func otherKeys(_ type: String) throws {
        let key = TestSigner.string(TestSigner.string(type.utf8) + TestSigner.string([1, 2, 3]))
        let blob = Array("SSHSIG".utf8) + [0, 0, 0, 1] + key + TestSigner.string("themepack".utf8)
        let error = #expect(throws: TrustError.self) {
            try SSHSignature(armored: TestSigner.armored(blob).utf8)
        }
        guard case .unsupportedKey(type, let found) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try Sentences.mismatch(found, of: "a key of the type \(type)", in: "trust") == nil)
    }

    @Test("A signature is for one purpose")
    func namespaces() throws {
        let signer = TestSigner()
        let signature = try SSHSignature(armored: signer.sign(Self.message, namespace: "themepack-feed").utf8)
        #expect(signature.namespace == "themepack-feed")
        #expect(throws: TrustError.otherNamespace(found: "themepack-feed", expected: "themepack")) {
            try Self.signers(signer).verify(signature, of: Self.message, namespace: "themepack")
        }
    }

    @Test("A hardware key must be touched", arguments: [TestSigner.Kind.hardwareEd25519, .hardwareECDSA])
    func touch(_ kind: TestSigner.Kind) throws {
        let signer = TestSigner(kind)
        let signers = try Self.signers(signer)
        _ = try Self.verify(try signer.sign(Self.message, flags: 5).utf8, signers)
        let error = #expect(throws: TrustError.self) {
            try Self.verify(try signer.sign(Self.message, flags: 4).utf8, signers)
        }
        guard case .withoutPresence = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("A key that is not on the curve is refused")
    func points() throws {
        var key = TestSigner(.ecdsa).encodedKey
        key[key.count - 1] ^= 1
        #expect(throws: SSHSyntaxError.self) { try SSHPublicKey(encoded: key) }
        #expect(throws: SSHSyntaxError.self) { try SSHPublicKey(encoded: TestSigner().encodedKey + [0]) }
    }
}
