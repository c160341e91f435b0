import Foundation
import TestSupport
import Testing

@testable import ThemeTrust

/// Compares with `ssh-keygen`, and with an implementation in Python.
@Suite("Other programs agree about signatures")
struct JudgeTests {
    static let sshKeygen = Tool.path(of: "ssh-keygen")
    static let python = ProcessInfo.processInfo.environment["THEMEPACK_PYTHON"] ?? "python3"
    static let hasPython =
        Tool.path(of: python).flatMap { try? Tool.run($0, ["-c", "import cryptography"]) }?.status == 0
    static let script = "\(Tool.repository)/Tests/ThemeTrustTests/Judges/sshsig.py"
    static let message = "message of the judges"

    let folder: Sandbox

    init() throws {
        folder = try Sandbox()
        try folder.write("message", Self.message)
    }

    func keygen(_ arguments: String..., input: String? = nil) throws -> Tool.Result {
        let program = try #require(Self.sshKeygen)
        guard let input else { return try Tool.run(program, arguments, in: folder.path) }
        let quoted = arguments.map { "'\($0)'" }.joined(separator: " ")
        return try Tool.run("/bin/sh", ["-c", "\(program) \(quoted) < '\(input)'"], in: folder.path)
    }

    func verify(_ signature: String, _ signers: String, at date: Date = Date()) throws -> TrustedSigner {
        try TrustedSigners(contentsOf: "\(folder.path)/\(signers)").verify(
            SSHSignature(contentsOf: "\(folder.path)/\(signature)"), of: Array(Self.message.utf8),
            namespace: "themepack", identity: "ci", at: date)
    }

    @Test(
        "TR1 Signatures that ssh-keygen makes are verified",
        .enabled(if: sshKeygen != nil, "ssh-keygen is not installed"),
        arguments: [("ed25519", "sha512"), ("ed25519", "sha256"), ("ecdsa", "sha512"), ("ecdsa", "sha256")])
    func fromKeygen(_ type: String, _ hash: String) throws {
        #expect(try keygen("-q", "-t", type, "-N", "", "-f", "key", "-C", "a comment").status == 0)
        try folder.write("signers", "ci namespaces=\"themepack\" \(try folder.text("key.pub"))")
        for _ in 0..<10 {
            let result = try keygen("-Y", "sign", "-n", "themepack", "-O", "hashalg=\(hash)", "-f", "key", "message")
            try #require(result.status == 0, "\(result)")
            #expect(try verify("message.sig", "signers").identities == "ci")
            try FileManager.default.removeItem(atPath: "\(folder.path)/message.sig")
        }
        let listed = try keygen("-l", "-f", "key.pub").output
        let signer = try #require(try TrustedSigners(contentsOf: "\(folder.path)/signers").signers.first)
        #expect(listed.contains(signer.key.fingerprint))
    }

    @Test("RSA signatures and certificates of ssh-keygen are refused", .enabled(if: sshKeygen != nil))
    func refused() throws {
        #expect(try keygen("-q", "-t", "rsa", "-b", "2048", "-N", "", "-f", "rsa").status == 0)
        #expect(try keygen("-Y", "sign", "-n", "themepack", "-f", "rsa", "message").status == 0)
        try folder.write("signers", "ci \(TestSigner().publicKey)\n")
        let refused = #expect(throws: TrustError.self) { try verify("message.sig", "signers") }
        guard case .unsupportedKey("ssh-rsa", _) = refused else {
            Issue.record("\(String(describing: refused))")
            return
        }
        for name in ["ca", "key"] { #expect(try keygen("-q", "-t", "ed25519", "-N", "", "-f", name).status == 0) }
        #expect(try keygen("-q", "-s", "ca", "-I", "ci", "-n", "ci", "key.pub").status == 0)
        try FileManager.default.removeItem(atPath: "\(folder.path)/message.sig")
        #expect(try keygen("-Y", "sign", "-n", "themepack", "-f", "key-cert.pub", "message").status == 0)
        let error = #expect(throws: TrustError.self) { try verify("message.sig", "signers") }
        guard case .unsupportedKey("ssh-ed25519-cert-v01@openssh.com", _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(
        "ssh-keygen verifies the signatures of our own signer, which the other tests use",
        .enabled(if: sshKeygen != nil), arguments: TestSigner.Kind.allCases, ["sha256", "sha512"])
    func toKeygen(_ kind: TestSigner.Kind, _ hash: String) throws {
        let signer = TestSigner(kind)
        try folder.write("signers", signer.line("ci"))
        try folder.write("message.sig", try signer.sign(Self.message.utf8, hash: hash))
        let result = try keygen(
            "-Y", "verify", "-f", "signers", "-I", "ci", "-n", "themepack", "-s", "message.sig", input: "message")
        #expect(result.status == 0, "\(result)")
        _ = try verify("message.sig", "signers")
    }

    /// Lines with options, and times at which each is checked.
    static let lines = [
        "ci KEY", "ci,other KEY", "*,!ci KEY", "c? KEY", "other KEY", "ci namespaces=\"themepack\" KEY",
        "ci namespaces=\"git\" KEY", "ci namespaces=\"git,theme*\" KEY", "ci valid-after=\"20260601Z\" KEY",
        "ci valid-before=\"20260601Z\" KEY", "ci valid-before=\"202606011200\" KEY",
        "ci valid-after=\"20260601120001\",namespaces=\"themepack\" KEY", "\"ci\" KEY",
        "ci VALID-AFTER=\"20260701\" KEY",
        "ci valid-after=\"20260101\",valid-before=\"20271231\" KEY comment",
    ]

    @Test(
        "TR3 ssh-keygen and this library accept the same lines of signers at the same times",
        .enabled(if: sshKeygen != nil), arguments: lines)
    func sameLines(_ line: String) throws {
        let signer = TestSigner()
        try folder.write("signers", line.replacing("KEY", with: signer.publicKey) + "\n")
        try folder.write("message.sig", try signer.sign(Self.message.utf8))
        for time in ["20260531235959Z", "20260601000000Z", "20260601000001Z", "20260601120000Z", "20260701120000Z"] {
            let result = try keygen(
                "-Y", "verify", "-f", "signers", "-I", "ci", "-n", "themepack", "-s", "message.sig",
                "-O", "verify-time=\(time)", input: "message")
            let date = try #require(SignerTime.date(time))
            let own = try? verify("message.sig", "signers", at: date)
            #expect((own != nil) == (result.status == 0), "\(time): \(result)")
        }
    }

    @Test("ssh-keygen refuses the keys that are in the list of revoked ones", .enabled(if: sshKeygen != nil))
    func revoked() throws {
        let signer = TestSigner()
        try folder.write("signers", signer.line("ci"))
        try folder.write("revoked", "# lost\n\(signer.publicKey) laptop\n")
        try folder.write("message.sig", try signer.sign(Self.message.utf8))
        let result = try keygen(
            "-Y", "verify", "-f", "signers", "-I", "ci", "-n", "themepack", "-s", "message.sig", "-r", "revoked",
            input: "message")
        #expect(result.status != 0)
        let signers = try TrustedSigners(
            contentsOf: "\(folder.path)/signers", revoked: "\(folder.path)/revoked")
        #expect(throws: TrustError.self) {
            try signers.verify(
                SSHSignature(contentsOf: "\(folder.path)/message.sig"), of: Array(Self.message.utf8),
                namespace: "themepack")
        }
    }

    @Test(
        "TR1 Signatures of the Python implementation are verified", .enabled(if: hasPython, "cryptography is missing"),
        arguments: TestSigner.Kind.allCases)
    func fromPython(_ kind: TestSigner.Kind) throws {
        let python = try #require(Tool.path(of: Self.python))
        let result = try Tool.run(python, [Self.script, "make", folder.path, kind.rawValue])
        try #require(result.status == 0, "\(result)")
        try folder.write("signers", "ci \(try folder.text("\(kind.rawValue).pub"))")
        _ = try verify("\(kind.rawValue).sig", "signers")
        guard Self.sshKeygen != nil else { return }
        let other = try keygen(
            "-Y", "verify", "-f", "signers", "-I", "ci", "-n", "themepack", "-s", "\(kind.rawValue).sig",
            input: "message")
        #expect(other.status == 0, "\(other)")
    }

    @Test(
        "TR1 The Python implementation agrees about sound and damaged signatures",
        .enabled(if: hasPython, "cryptography is missing"))
    func toPython() throws {
        var expected: [String: Bool] = [:]
        var random = SeededRandom(seed: 19)
        for kind in TestSigner.Kind.allCases {
            let signer = TestSigner(kind)
            let signers = try TrustedSigners(allowedSigners: signer.line("ci"))
            for number in 0..<60 {
                var text = Array(try signer.sign(Self.message.utf8, flags: number == 1 ? 4 : 1).utf8)
                if number > 1 {
                    let place = Int.random(in: 30..<text.count - 30, using: &random)
                    text[place] = UInt8(ascii: "A") + UInt8.random(in: 0..<26, using: &random)
                }
                let name = "\(kind.rawValue)-\(number)"
                try folder.write("\(name).sig", text)
                expected[name] =
                    (try? signers.verify(
                        SSHSignature(armored: text), of: Array(Self.message.utf8), namespace: "themepack")) != nil
            }
        }
        let python = try #require(Tool.path(of: Self.python))
        let result = try Tool.run(python, [Self.script, "verify", folder.path])
        try #require(result.status == 0, "\(result)")
        let lines = result.output.split(separator: "\n").map { $0.split(separator: " ") }
        let found = Dictionary(uniqueKeysWithValues: lines.map { (String($0[0]), $0[1] == "good") })
        #expect(found == expected && found.values.contains(true) && found.values.contains(false))
    }
}
