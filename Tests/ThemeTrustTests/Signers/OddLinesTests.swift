import Foundation
import TestSupport
import Testing

@testable import ThemeTrust

/// Lines that people and attackers write, and that two programs could read in two ways.
@Suite("Odd lines of signers")
struct OddLinesTests {
    private static func signers(_ line: String) throws -> TrustedSigners {
        try TrustedSigners(allowedSigners: line.replacing("KEY", with: TrustedSignersTests.signer.publicKey))
    }

    @Test(
        "A line that can be read in two ways is an error that says why",
        arguments: [
            // Without identities, the options would be the identities, and the key would never expire.
            "valid-before=\"20260101Z\" KEY", "namespaces=\"git\",valid-before=\"20260101Z\" KEY", "ci\"x\"y KEY",
            "ci\"x\" KEY", "ci\" KEY", "\u{FEFF}ci KEY", "\u{FEFF}# comment",
            "ci,\(String(repeating: "x", count: 1024)) KEY",
            "ci namespaces=\"\(String(repeating: "x", count: 1024))\" KEY", "\u{A0}# no comment", "ci\u{A0}KEY",
            "ci KEY KEY\0", "ci\rKEY", "\rci KEY", "ci KEY\r\r",
        ])
    func refused(_ line: String) throws {
        let error = #expect(throws: TrustError.self) { try Self.signers("# first\n\(line)\n") }
        guard case .invalidSigners(_, 2, let found) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        let name = line.replacing(String(repeating: "x", count: 1024), with: "(1024 x)").debugDescription
        let reason = found.replacing(TrustedSignersTests.base64, with: "KEY")
        #expect(try Sentences.mismatch(reason, of: "odd signers: \(name)", in: "trust") == nil)
    }

    @Test(
        "Tabs, line ends of Windows and quoted identities have their usual meaning",
        arguments: [
            ("ci\tnamespaces=\"themepack\"\tKEY\r", "ci", true), ("\t \"ci\"\tKEY", "ci", true),
            ("\"a b,ci\" KEY", "a b", true), ("\"ci\"KEY", "ci", true), ("!ci,* KEY", "ci", false),
            ("*,!c* KEY", "ci", false), ("*,!ci KEY", "c", true), ("!* KEY", "ci", false), ("é KEY", "é", true),
            ("é KEY", "e\u{301}", false), ("ci KEY comment \"with\" marks", "ci", true),
            (String(repeating: "a,", count: 2000) + "ci KEY", "ci", true),
        ])
    func accepted(_ line: String, _ identity: String, _ isAllowed: Bool) throws {
        let signers = try Self.signers(line + "\n")
        let signature = try SSHSignature(armored: TrustedSignersTests.signer.sign(TrustedSignersTests.message).utf8)
        let signer = try? signers.verify(
            signature, of: TrustedSignersTests.message, namespace: "themepack", identity: identity)
        #expect((signer != nil) == isAllowed)
    }
}

@Suite(
    "Random lines of signers", .enabled(if: JudgeTests.sshKeygen != nil, "ssh-keygen is not installed"))
struct RandomLinesTests {
    private static let tokens = [
        "ci", "ci ", "\"ci\"", "ci\"x\"", "\"", ",", "!", "*", "?", " ", "\t", "\r", "=", "\\", "#", "é", "\u{A0}",
        "\u{B}", "namespaces=\"themepack\"", "NAMESPACES=\"theme*\"", "valid-after=\"20200101\"",
        "valid-before=\"20300101\"", "cert-authority", "namespaces=", " KEY", " KEY comment", "KEY",
    ]

    /// OpenSSH skips a line that it cannot use. It also skips some that this library names as an error.
    @Test("TR3 No line is followed that ssh-keygen skips or reads in another way")
    func strict() throws {
        let (folder, signer, program) = (try Sandbox(), TestSigner(), try #require(JudgeTests.sshKeygen))
        let message = Array(JudgeTests.message.utf8)
        try folder.write("message", message)
        try folder.write("message.sig", try signer.sign(message))
        let signature = try SSHSignature(contentsOf: "\(folder.path)/message.sig")
        var random = SeededRandom(seed: 7)
        var accepted = 0
        for _ in 0..<Soak.rounds(150, soaking: 5000) {
            var line = (0..<Int.random(in: 1...5, using: &random))
                .map { _ in Self.tokens.randomElement(using: &random) ?? "" }.joined()
            if !line.contains("KEY") { line += " KEY" }
            let text = line.replacing("KEY", with: signer.publicKey) + "\n"
            guard let signers = try? TrustedSigners(allowedSigners: text) else { continue }
            try folder.write("signers", text)
            for identity in [nil, "ci"] {
                let isTrusted =
                    (try? signers.verify(signature, of: message, namespace: "themepack", identity: identity)) != nil
                guard isTrusted else { continue }
                accepted += 1
                let command =
                    identity.map { "verify -n themepack -I \($0)" } ?? "find-principals"
                let result = try Tool.run(
                    "/bin/sh", ["-c", "'\(program)' -Y \(command) -f signers -s message.sig < message"],
                    in: folder.path)
                #expect(result.status == 0, "\(line.debugDescription) as \(identity ?? "anybody"): \(result)")
            }
        }
        #expect(accepted > 30, "\(accepted)")
    }
}
