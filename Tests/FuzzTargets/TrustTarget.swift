import Foundation
import TestSupport
import ThemeModel

@testable import ThemeTrust

/// Signatures, lists of signers and feeds. Nothing that was not signed is trusted, and each has one meaning.
enum TrustTarget {
    /// No list contains this key's signatures, because nobody else has the key.
    private static let signer = TestSigner()
    private static let message = Array("message".utf8)

    /// An input is a signature. The list trusts the key that it names, whatever key that is.
    static func signature(_ bytes: [UInt8]) throws {
        guard let signature = try? SSHSignature(armored: bytes) else { return }
        let key = signature.key
        guard signature.namespace.utf8.count <= 255, !signature.namespace.isEmpty,
            try SSHPublicKey(encoded: key.encoded) == key
        else { throw FuzzTarget.Violation("the signature has fields that are not allowed") }
        let list = "fuzz \(key.algorithm.rawValue) \(key.encoded.base64)"
        let signers = try TrustedSigners(allowedSigners: list)
        let other = message + bytes
        guard (try? signers.verify(signature, of: other, namespace: signature.namespace)) == nil else {
            throw FuzzTarget.Violation("a signature is valid for bytes that contain it")
        }
    }

    /// An input is a list. It trusts our key only if it contains it.
    static func allowedSigners(_ bytes: [UInt8]) throws {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let signers = try? TrustedSigners(allowedSigners: text) else { return }
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for signer in signers.signers {
            guard lines.indices.contains(signer.line - 1),
                String(decoding: Array(lines[signer.line - 1]), as: UTF8.self).contains(signer.key.encoded.base64)
            else { throw FuzzTarget.Violation("a signer's key is not in its line") }
            _ = signer.description
        }
        let signature = try SSHSignature(armored: signer.sign(message).utf8)
        guard (try? signers.verify(signature, of: message, namespace: "themepack")) == nil else {
            throw FuzzTarget.Violation("a key that is not in the list is trusted")
        }
    }

    /// An input is a feed. What is read is written as the same bytes, unless the format is newer.
    static func feed(_ bytes: [UInt8]) throws {
        let feed: ThemeFeed
        do throws(FeedError) {
            feed = try ThemeFeed(unverified: bytes)
        } catch {
            guard !error.reason.isEmpty else { throw FuzzTarget.Violation("an error says nothing") }
            return
        }
        guard feed.bytes == bytes || String(decoding: bytes, as: UTF8.self).contains("formatVersion"),
            try ThemeFeed(unverified: feed.bytes) == feed
        else { throw FuzzTarget.Violation("the feed has two forms") }
    }

    static func seeds(_ target: FuzzTarget) throws -> [[UInt8]] {
        let signers = TestSigner.Kind.allCases.map { TestSigner($0) }
        switch target {
        case .signature:
            return try signers.flatMap { signer in
                try ["sha256", "sha512"].map { Array(try signer.sign(message, hash: $0).utf8) }
            }
        case .allowedSigners:
            let options = [
                "", "namespaces=\"themepack,git*\"", "valid-after=\"20260101Z\",valid-before=\"20271231235959\"",
                "cert-authority", "valid-after=\"20260230\"",
            ]
            return signers.flatMap { signer in options.map { Array(signer.line("a,!b,*@c", options: $0).utf8) } }
                + [Array(signers.map { "# a comment\n\n" + $0.line() }.joined().utf8)]
        default: return [try sample().bytes, Array(#"{"formatVersion": 2, "minimumReader": 1}"#.utf8)]
        }
    }

    private static func sample() throws -> ThemeFeed {
        guard let digest = ContentDigest([UInt8](repeating: 1, count: 32)),
            let base = ContentDigest([UInt8](repeating: 2, count: 32)),
            let file = FeedFile(digest: digest, byteCount: 100)
        else { throw FuzzTarget.Violation("the seed is wrong") }
        let entry = try FeedEntry(
            version: SemanticVersion("1.2.0"), pack: file, minimumReader: 1,
            deltas: [FeedDelta(base: base, file: file)])
        return try ThemeFeed(
            base: FeedBase("https://example.org/"), sequence: 3, expires: Moment("2026-12-31T00:00:00Z"),
            channels: [FeedChannel("stable"): [FeedRelease(contract: base, rollout: 20, themes: ["year": entry])]],
            withdrawn: [base])
    }
}

extension [UInt8] {
    fileprivate var base64: String { Data(self).base64EncodedString() }
}
