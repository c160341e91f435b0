import Foundation
import TestSupport
import Testing

@testable import ThemeTrust

@Suite("Trusted signers")
struct TrustedSignersTests {
    static let message = SSHSignatureTests.message
    static let signer = TestSigner()
    /// The signer's key as errors show it.
    static let base64 = signer.publicKey.split(separator: " ").last?.lowercased() ?? ""
    static let fingerprint = (try? SSHPublicKey(encoded: signer.encodedKey))?.fingerprint ?? ""

    static func date(_ text: String) throws -> Date { try #require(SignerTime.date(text)) }

    /// Returns the number of the line that allows a signature.
    static func line(
        _ text: String, revoked: String = "", identity: String? = nil, at date: String = "20260601Z",
        namespace: String = "themepack"
    ) throws -> Int {
        let signers = try TrustedSigners(allowedSigners: text, revokedKeys: revoked)
        let signature = try SSHSignature(armored: signer.sign(message, namespace: namespace).utf8)
        return try signers.verify(
            signature, of: message, namespace: namespace, identity: identity, at: try Self.date(date)
        ).line
    }

    @Test("Empty lines and comments count as lines")
    func lines() throws {
        let other = TestSigner(.ecdsa).line("other@example.org")
        let text = "# trusted\n\n \t\n\(other)  # more\n\t\(Self.signer.line())"
        #expect(try Self.line(text) == 6)
        #expect(try Self.line(text.replacing("\n", with: "\r\n")) == 6)
        #expect(try Self.line(Self.signer.line().trimmingCharacters(in: .newlines) + " a comment") == 1)
    }

    @Test("TR3 Dates that overlap rotate keys")
    func rotation() throws {
        let old = TestSigner(.ecdsa)
        let text =
            old.line("release@example.org", options: #"valid-before="20260701Z""#)
            + Self.signer.line("release@example.org", options: #"valid-after="20260601Z""#)
        let signers = try TrustedSigners(allowedSigners: text)
        func line(_ signer: TestSigner, _ date: String) throws -> Int? {
            let signature = try SSHSignature(armored: signer.sign(Self.message).utf8)
            return try? signers.verify(
                signature, of: Self.message, namespace: "themepack", at: try Self.date(date)
            ).line
        }
        #expect(try line(old, "20260531Z") == 1 && line(Self.signer, "20260531Z") == nil)
        #expect(try line(old, "20260615Z") == 1 && line(Self.signer, "20260615Z") == 2)
        #expect(try line(old, "20260702Z") == nil && line(Self.signer, "20260702Z") == 2)
    }

    @Test("The first and the last second of the dates are inside")
    func bounds() throws {
        let text = Self.signer.line(options: #"valid-after="20260601120000Z",valid-before="20260601120001Z""#)
        #expect(try Self.line(text, at: "20260601120000Z") == 1)
        #expect(try Self.line(text, at: "20260601120001Z") == 1)
        let (first, last) = (try Self.date("20260601120000Z"), try Self.date("20260601120001Z"))
        #expect(throws: TrustError.notYetValid(signer: "release@example.org", from: first)) {
            try Self.line(text, at: "20260601115959Z")
        }
        #expect(throws: TrustError.expired(signer: "release@example.org", since: last)) {
            try Self.line(text, at: "20260601120002Z")
        }
        let signers = try TrustedSigners(allowedSigners: text)
        let signature = try SSHSignature(armored: Self.signer.sign(Self.message).utf8)
        for date in [Double.nan, .infinity, -.infinity] {
            #expect(throws: TrustError.self) {
                try signers.verify(
                    signature, of: Self.message, namespace: "themepack", at: Date(timeIntervalSince1970: date))
            }
        }
    }

    @Test("TR3 A key that is not listed, or is revoked, is refused")
    func foreign() throws {
        #expect(throws: TrustError.unknownSigner(fingerprint: Self.fingerprint)) {
            try Self.line(TestSigner().line())
        }
        for revoked in [Self.signer.publicKey, "# gone\n\n\(Self.signer.publicKey) laptop\n"] {
            #expect(throws: TrustError.revoked(fingerprint: Self.fingerprint)) {
                try Self.line(Self.signer.line(), revoked: revoked)
            }
        }
        #expect(try Self.line(Self.signer.line(), revoked: TestSigner(.ecdsa).publicKey) == 1)
    }

    @Test(
        "Identities are patterns",
        arguments: [
            ("release@example.org", "release@example.org", true), ("release@example.org", "ci@example.org", false),
            ("*@example.org", "ci@example.org", true), ("*@example.org", "ci@example.org.evil", false),
            ("ci?@example.org", "ci1@example.org", true), ("ci?@example.org", "ci@example.org", false),
            ("*@example.org,!ci@example.org", "ci@example.org", false), ("!ci@example.org", "a@example.org", false),
            ("a,b", "b", true), ("a,b", "a,b", false), ("A", "a", false),
            (#""release manager""#, "release manager", true),
            ("*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", false), ("**", "x", true), ("?*", "", false),
        ])
    func identities(_ patterns: String, _ identity: String, _ isAllowed: Bool) throws {
        let text = Self.signer.line(patterns)
        #expect((try? Self.line(text, identity: identity)) == (isAllowed ? 1 : nil))
        #expect(try Self.line(text) == 1)
    }

    @Test(
        "Namespaces are patterns",
        arguments: [
            ("themepack", true), ("themepack*", true), ("git", false), ("git,themepack", true), ("*,!themepack", false),
        ])
    func namespaces(_ patterns: String, _ isAllowed: Bool) throws {
        let text = Self.signer.line(options: "namespaces=\"\(patterns)\"")
        #expect((try? Self.line(text)) == (isAllowed ? 1 : nil))
        let feed = try? Self.line(text, namespace: "themepack-feed")
        #expect((feed == 1) == (patterns == "themepack*" || patterns == "*,!themepack"))
    }

    @Test(
        "Times are those of ssh-keygen(1)",
        arguments: [
            ("19700102Z", 86400), ("20260228Z", 1_772_236_800), ("202602281530Z", 1_772_292_600),
            ("20260228153015Z", 1_772_292_615), ("20260228153015z", 1_772_292_615), ("19700101Z", nil),
            ("20260229Z", nil),
            ("20260001Z", nil), ("2026013Z", nil), ("202601312400Z", nil), ("", nil), ("Z", nil), ("+2026010Z", nil),
            ("99991231Z", 253_402_214_400), ("２０２６０１０１Z", nil),
        ] as [(String, Double?)])
    func times(_ text: String, _ seconds: Double?) {
        #expect(SignerTime.date(text)?.timeIntervalSince1970 == seconds)
    }

    @Test(
        "A line that OpenSSH would skip is an error with its number",
        arguments: [
            "release@example.org", "release@example.org ssh-ed25519",
            "a,,b KEY",
            "a namespaces=\"x\" ", "a namespaces=x KEY",
            "a namespaces=\"x KEY", "a namespaces=\"\" KEY",
            "a namespaces=\"x\",namespaces=\"y\" KEY", "a unknown KEY",
            "a cert-authority KEY", "a valid-after=\"2026\" KEY",
            "a valid-after KEY", "a namespaces=\"x\", KEY",
            "a namespaces=\"x\"y KEY", "a namespaces=\"x\\\" KEY",
            "a valid-after=\"20260102Z\",valid-before=\"20260101Z\" KEY",
            "a ssh-ed25519 AAAA", "a ssh-ed25519 !", "\"a KEY",
            "a ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAAwEAAQ==",
            "a KEY2", "a\0 KEY", "KEY", "-----BEGIN OPENSSH PRIVATE KEY-----",
        ])
    func refused(_ line: String) throws {
        let key = Self.signer.publicKey
        let text = "# first\n" + line.replacing("KEY2", with: "sk-" + key).replacing("KEY", with: key) + "\n"
        let error = #expect(throws: TrustError.self) { try TrustedSigners(allowedSigners: text, path: "signers") }
        guard case .invalidSigners("signers", 2, let found) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        let reason = found.replacing(Self.base64, with: "KEY")
        #expect(try Sentences.mismatch(reason, of: "signers: \(line.debugDescription)", in: "trust") == nil)
    }

    @Test("The text after the key is a comment")
    func comment() throws {
        let line = "release@example.org \(Self.signer.publicKey) extra=1 ssh-ed25519\n"
        #expect(try TrustedSigners(allowedSigners: line).signers.count == 1)
    }

    @Test("An empty list, a wrong line of revoked keys and a missing file are errors")
    func wrongFiles() throws {
        #expect(throws: TrustError.self) { try TrustedSigners(allowedSigners: "# nobody\n") }
        for revoked in ["x", "ssh-ed25519", "ssh-ed25519 AAAA", "release@example.org \(Self.signer.publicKey)"] {
            #expect(throws: TrustError.self) {
                try TrustedSigners(allowedSigners: Self.signer.line(), revokedKeys: revoked)
            }
        }
        let folder = try Sandbox()
        try folder.write("signers", Self.signer.line())
        try folder.write("latin", [0x61, 0xE9, 0x0A])
        try folder.write("krl", Array("SSHKRL\n".utf8) + [0])
        let path = "\(folder.path)/signers"
        #expect(try TrustedSigners(contentsOf: path).signers.count == 1)
        for (signers, revoked) in [("none", nil), ("latin", nil), (".", nil), ("signers", "none"), ("signers", "krl")] {
            #expect(throws: TrustError.self) {
                try TrustedSigners(
                    contentsOf: "\(folder.path)/\(signers)", revoked: revoked.map { "\(folder.path)/\($0)" })
            }
        }
    }
}
