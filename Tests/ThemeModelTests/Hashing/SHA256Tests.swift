import CSHA256
import ThemeModel
import Crypto
import Foundation
import TestSupport
import Testing

@Suite("SHA-256")
struct SHA256Tests {
    /// All ways that this processor has. The portable one is always among them.
    static let ways = Array(Set([csha256_portable, csha256_best_way()].map(\.rawValue))).sorted()

    /// - Parameter pieces: the lengths of the pieces, in turn.
    private func digest(_ message: [UInt8], _ way: UInt32, pieces: [Int] = [.max]) -> [UInt8] {
        var state = csha256_state()
        csha256_start(&state, csha256_way(rawValue: way))
        var rest = message[...]
        var lengths = pieces[...]
        while !rest.isEmpty {
            let piece = Array(rest.prefix(lengths.popFirst() ?? .max))
            if lengths.isEmpty { lengths = pieces[...] }
            csha256_update(&state, piece, piece.count)
            rest = rest.dropFirst(piece.count)
        }
        return withUnsafeBytes(of: csha256_finish(&state)) { Array($0) }
    }

    @Test("The digests of NIST's messages", arguments: ways)
    func vectors(_ way: UInt32) throws {
        let vectors = nistVectors.split(separator: ";")
        #expect(vectors.count == 66)
        for vector in vectors {
            let texts = vector.filter { !$0.isWhitespace }.split(separator: "=", omittingEmptySubsequences: false)
            let numbers = texts.map { text in
                stride(from: 0, to: text.count, by: 2).compactMap { UInt8(text.dropFirst($0).prefix(2), radix: 16) }
            }
            #expect(digest(numbers[0], way) == numbers[1], "\(vector)")
        }
        let million = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
        let expected = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        #expect(ContentDigest(digest(million, way)) == ContentDigest(hex: expected))
    }

    // The SHA Validation System, section 6.4, for bytes.
    @Test("NIST's Monte Carlo test", arguments: ways)
    func monteCarlo(_ way: UInt32) throws {
        let seed = "6d1e72ad03ddeb5de891e572e2396f8da015d899ef0e79503152d6010a3fe691"
        var digest = try #require(ContentDigest(hex: seed)).bytes
        for checkpoint in 0..<100 {
            var last = [digest, digest, digest]
            for _ in 0..<1000 { last = [last[1], last[2], self.digest(last[0] + last[1] + last[2], way)] }
            digest = last[2]
            if checkpoint == 0 {
                let first = "e93c330ae5447738c8aa85d71a6c80f2a58381d05872d26bdd39f1fcd4f2b788"
                #expect(ContentDigest(digest)?.description == first)
            }
        }
        let expected = "6a912ba4188391a78e6f13d88ed2d14e13afce9db6f7dcbf4a48c24f3db02778"
        #expect(ContentDigest(digest)?.description == expected)
    }

    @Test("Messages of any length in any pieces have the digests of swift-crypto", arguments: ways)
    func pieces(_ way: UInt32) {
        var random = SeededRandom(seed: 256)
        for length in Array(0..<300) + (0..<100).map({ _ in Int.random(in: 0...100_000, using: &random) }) {
            let message = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
            let pieces = (0..<20).map { _ in Int.random(in: 1...200, using: &random) }
            let expected = Array(SHA256.hash(data: message))
            #expect(digest(message, way) == expected)
            #expect(digest(message, way, pieces: pieces) == expected, "\(length) bytes in \(pieces)")
            #expect(ContentDigest(of: message).bytes == expected)
        }
    }

    @Test("Files have the digests of sha256sum", .enabled(if: Tool.path(of: "sha256sum") != nil))
    func program() throws {
        let sandbox = try Sandbox()
        var random = SeededRandom(seed: 1)
        for length in [0, 1, 55, 56, 63, 64, 65, 1_000_003] {
            let message = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
            try sandbox.write("message", message)
            let result = try Tool.run("/usr/bin/env", ["sha256sum", "message"], in: sandbox.path)
            #expect(result.output.hasPrefix(ContentDigest(of: message).description), "\(length)")
        }
    }

    @Test("A copy of a state goes on by itself")
    func copies() {
        var one = ContentHasher()
        one.update(Array("theme".utf8))
        var other = one
        other.update(Array("pack".utf8))
        #expect(one.digest == ContentDigest(of: Array("theme".utf8)))
        #expect(other.digest == ContentDigest(of: Array("themepack".utf8)))
    }
}
