import Foundation
import PackFormat
import TestSupport
import Testing
import ThemeModel
@testable import ThemeTrust

@Suite("Feeds")
struct FeedReadingTests {
    static func digest(_ number: Int) throws -> ContentDigest {
        try #require(ContentDigest([UInt8](repeating: UInt8(number), count: 32)))
    }

    static func sample(sequence: UInt64 = 7) throws -> ThemeFeed {
        func file(_ number: Int, _ count: Int64) throws -> FeedFile {
            try #require(FeedFile(digest: digest(number), byteCount: count))
        }
        let deltas = [
            FeedDelta(base: try digest(9), file: try file(4, 12)),
            FeedDelta(base: try digest(3), file: try file(5, 34)),
        ]
        let year = try FeedEntry(
            version: SemanticVersion("1.2.0"), pack: file(1, 4567), minimumReader: 1, deltas: deltas)
        let before = try FeedEntry(version: SemanticVersion("1.1.0"), pack: file(3, 4444), minimumReader: 1)
        let night = try FeedEntry(
            version: SemanticVersion("2.0.0-beta.1"), pack: file(6, 4_294_967_294), minimumReader: 2)
        return try ThemeFeed(
            base: FeedBase("https://themes.example.org/app/"), sequence: sequence,
            expires: Moment("2026-12-31T00:00:00Z"),
            channels: [
                try FeedChannel("stable"): [
                    FeedRelease(contract: digest(2), rollout: 20, themes: ["year": year]),
                    FeedRelease(contract: digest(2), themes: ["year": before]),
                ],
                try FeedChannel("beta"): [FeedRelease(contract: digest(10), themes: ["night": night])],
            ],
            withdrawn: [try digest(8), try digest(7)])
    }

    @Test("TR6 A feed has one form, which FEED.md shows, and reads back")
    func form() throws {
        let feed = try Self.sample()
        #expect(try ThemeFeed(unverified: feed.bytes) == feed)
        let document = try String(contentsOfFile: "\(Tool.repository)/docs/formats/FEED.md", encoding: .utf8)
        let text = String(decoding: feed.bytes, as: UTF8.self)
        #expect(document.contains("```json\n\(text)```"), "\(text)")
        let empty = try ThemeFeed(
            base: feed.base, sequence: 1, expires: feed.expires, channels: [:])
        #expect(try ThemeFeed(unverified: empty.bytes) == empty)
    }

    @Test("Every bit of a feed counts: a flipped one gives another feed, or none")
    func flippedBits() throws {
        let sound = try Self.sample()
        let bytes = sound.bytes
        for bit in 0..<8 * bytes.count {
            var flipped = bytes
            flipped[bit / 8] ^= 1 << (bit % 8)
            guard let other = try? ThemeFeed(unverified: flipped) else { continue }
            let isNewer = !String(decoding: flipped, as: UTF8.self).contains("\"formatVersion\": 1,")
            #expect(isNewer ? other == sound : other != sound && other.bytes == flipped)
        }
        for length in 0..<bytes.count {
            #expect(throws: FeedError.self) { _ = try ThemeFeed(unverified: Array(bytes[..<length])) }
        }
    }

    @Test(
        "A second form, and values out of range, are errors with their place",
        arguments: [
            ("\"sequence\": 7", "\"sequence\": 7.0", nil), ("\"sequence\": 7", "\"sequence\": 0", "sequence"),
            ("\"sequence\": 7", "\"sequence\": -1", "sequence"), ("\"sequence\": 7", "\"sequence\": 1e300", "sequence"),
            ("\"sequence\": 7", "\"sequence\": \"7\"", "sequence"),
            ("\"sequence\": 7", "\"more\": 1,\n  \"sequence\": 7", "more"),
            ("\"rollout\": 20", "\"rollout\": 101", "channels.stable.0.rollout"),
            ("\"bytes\": 12", "\"bytes\": 0", "channels.stable.0.themes.year.deltas.1.bytes"),
            ("\"bytes\": 4567", "\"bytes\": 4294967296", "channels.stable.0.themes.year.bytes"),
            ("\"address\": \"sha256/0101", "\"address\": \"sha256/0202", "channels.stable.0.themes.year.address"),
            ("\"address\": \"sha256/0101", "\"address\": \"../sha256/0101", "channels.stable.0.themes.year.address"),
            ("\"sha256\": \"0101", "\"sha256\": \"0A01", "channels.stable.0.themes.year.sha256"),
            (
                String(repeating: "03", count: 32), String(repeating: "09", count: 32),
                "channels.stable.0.themes.year.deltas"
            ),
            ("\"version\": \"1.2.0\"", "\"version\": \"1.2\"", "channels.stable.0.themes.year.version"),
            ("\"contract\": \"0202", "\"contract\": \"02", "channels.stable.0.contract"),
            ("\"stable\":", "\"sta/ble\":", "channels.sta/ble"),
            ("\"year\":", "\"con\":", "channels.stable.0.themes.con"),
            ("https://", "http://", "base"), ("2026-12-31T00:00:00Z", "2026-12-31T00:00:00+00:00", nil),
            ("2026-12-31T00:00:00Z", "soon", "expires"), ("\"0707", "\"7", "withdrawn"),
            (
                String(repeating: "08", count: 32),
                String(repeating: "01", count: 32), nil
            ),
            ("\n}\n", "\n}", nil), ("  \"base\": \"https", " \"base\": \"https", nil),
        ] as [(String, String, String?)])
    func refused(_ sound: String, _ wrong: String, _ place: String?) throws {
        let text = String(decoding: try Self.sample().bytes, as: UTF8.self)
        let range = try #require(text.range(of: sound))
        let changed = text.replacingCharacters(in: range, with: wrong)
        let error = #expect(throws: FeedError.self) { try ThemeFeed(unverified: Array(changed.utf8)) }
        guard case .malformed(let found, let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(!reason.isEmpty && (place == nil || found == place), "\(found ?? ""): \(reason)")
    }

    @Test("A newer form that old readers can read may have more members; any other is named as too new")
    func versions() throws {
        let text = String(decoding: try Self.sample().bytes, as: UTF8.self)
        let newer = text.replacing("\"formatVersion\": 1", with: "\"formatVersion\": 2")
            .replacing("\"sequence\": 7", with: "\"new\": {},\n  \"sequence\": 7")
            .replacing("\"rollout\": 20", with: "\"hint\": \"x\", \"rollout\": 20")
        #expect(try ThemeFeed(unverified: Array(newer.utf8)) == Self.sample())
        let incompatible = newer.replacingOccurrences(
            of: "\"minimumReader\": 1,\n  \"new\"", with: "\"minimumReader\": 2,\n  \"new\"")
        #expect(throws: FeedError.newerFormat(minimumReader: 2, reads: 1)) {
            try ThemeFeed(unverified: Array(incompatible.utf8))
        }
    }

    @Test("Only what a trusted signer signed as a feed is read")
    func signatures() throws {
        let (signer, sample) = (TestSigner(), try Self.sample())
        let signers = try TrustedSigners(allowedSigners: signer.line())
        func read(_ bytes: [UInt8], _ text: String) throws -> ThemeFeed {
            try ThemeFeed(verifying: bytes, signature: SSHSignature(armored: text.utf8), trusting: signers)
        }
        let text = try signer.sign(sample.bytes, namespace: "themepack-feed")
        #expect(try read(sample.bytes, text) == sample)
        let other = try Self.sample(sequence: 8).bytes
        for (bytes, signature) in [
            (other, text), (sample.bytes, try signer.sign(sample.bytes)),
            (sample.bytes, try TestSigner().sign(sample.bytes, namespace: "themepack-feed")),
        ] {
            let error = #expect(throws: FeedError.self) { try read(bytes, signature) }
            guard case .untrusted = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    @Test("A feed cannot list a pack that it withdraws, or two deltas from one pack")
    func contradictions() throws {
        let sample = try Self.sample()
        #expect(throws: FeedError.self) {
            _ = try ThemeFeed(
                base: sample.base, sequence: 8, expires: sample.expires, channels: sample.channels,
                withdrawn: [Self.digest(1)])
        }
        let entry = try #require(sample.entry(of: "year", in: FeedChannel("stable")))
        for bases in [[3, 3], [1]] {
            #expect(throws: FeedError.self) {
                _ = try FeedEntry(
                    version: entry.version, pack: entry.pack, minimumReader: 1,
                    deltas: bases.map { FeedDelta(base: try Self.digest($0), file: entry.pack) })
            }
        }
    }

    @Test("A release has a theme and a percentage")
    func release() throws {
        let themes = try #require(try Self.sample().channels[FeedChannel("stable")]?.first?.themes)
        for (rollout, themes) in [(-1, themes), (101, themes), (50, [:])] {
            #expect(throws: FeedError.self) {
                _ = try FeedRelease(contract: Self.digest(2), rollout: rollout, themes: themes)
            }
        }
        let text = String(decoding: try Self.sample().bytes, as: UTF8.self)
        let start = try #require(text.range(of: "\"themes\": {"))
        let empty = text.replacing(/"themes": \{(.|\n)*?\n        \}/, with: "\"themes\": {}")
        #expect(empty.count < text.count && text[..<start.lowerBound] == empty.prefix(upTo: start.lowerBound))
        #expect(throws: FeedError.self) { _ = try ThemeFeed(unverified: Array(empty.utf8)) }
    }

    @Test("The largest feed is read in time linear in its size, and a larger one not at all")
    func size() throws {
        let entry = try #require(try Self.sample().entry(of: "year", in: FeedChannel("stable")))
        let themes = try (0..<4000).map { (try ThemeID("theme-\($0)"), entry) }
        let feed = try ThemeFeed(
            base: FeedBase("https://a/"), sequence: 1, expires: Moment("2026-12-31T00:00:00Z"),
            channels: [
                FeedChannel("stable"): [
                    FeedRelease(contract: Self.digest(2), themes: Dictionary(uniqueKeysWithValues: themes))
                ]
            ])
        #expect(try ThemeFeed(unverified: feed.bytes).channels.values.first?.first?.themes.count == 4000)
        let long = feed.bytes + [UInt8](repeating: 0x20, count: ThemeFeed.maximumByteCount)
        #expect(throws: FeedError.self) { _ = try ThemeFeed(unverified: long) }
    }
}
