import Foundation
import TestSupport
import Testing
import ThemeManagement
import ThemeTrust

nonisolated(unsafe) private var allowedSigners = ""

/// Signs a pack of the sample.
func signSample() throws {
    let signer = TestSigner()
    let path = "\(packs)/year-1.2.0.themepack.zip"
    let signature = try signer.sign(Data(contentsOf: URL(fileURLWithPath: path)))
    try Data(signature.utf8).write(to: URL(fileURLWithPath: path + ".sig"))
    allowedSigners = signer.line()
}

let fromKeyToFeed: @Sendable () throws -> Void = {
    let library = try ThemeLibrary(default: ThemePack(mounting: "\(packs)/default-1.0.0.themepack.zip"))

    // snippet
    let signers = try TrustedSigners(allowedSigners: allowedSigners)
    do {
        let pack = try ThemePack(mounting: "\(packs)/year-1.2.0.themepack.zip", trusting: signers)
        try library.add(pack)
    } catch {
        print(error)
    }
    // end
    #expect(library.theme("year") != nil)
    // snippet
    let update = try VerifiedPack(reading: "\(packs)/year-1.2.0.themepack.zip", trusting: signers)
    try update.install(at: "\(caches)/installed.zip")
    let installed = try ThemePack(mounting: "\(caches)/installed.zip", mode: .trusted)
    // end
    #expect(installed.theme.id == "year")
}

let atThemeTrust: @Sendable () throws -> Void = {
    // snippet
    let signers = try TrustedSigners(allowedSigners: allowedSigners)
    let pack = try ThemePack(mounting: "\(packs)/year-1.2.0.themepack.zip", trusting: signers)
    // end
    _ = (signers, pack)
}

let atFeed: @Sendable () throws -> Void = {
    let channel = try FeedChannel("stable")
    let now: Int64 = 0
    let digest = try #require(ContentDigest([UInt8](repeating: 1, count: 32)))
    let file = try #require(FeedFile(digest: digest, byteCount: 5))
    let entry = try FeedEntry(version: SemanticVersion("1.2.0"), pack: file, minimumReader: 1)
    let bytes = try ThemeFeed(
        base: FeedBase("https://example.org/"), sequence: 1, expires: Moment("2026-12-31T00:00:00Z"),
        channels: [channel: [FeedRelease(contract: digest, themes: ["year": entry])]]
    ).bytes
    let signer = TestSigner()
    let text = Array(try signer.sign(bytes, namespace: "themepack-feed").utf8)
    let signers = try TrustedSigners(allowedSigners: signer.line())
    // snippet
    let feed = try ThemeFeed(verifying: bytes, signature: SSHSignature(armored: text), trusting: signers)
    if let year = feed.entry(of: "year", in: channel), feed.expires.secondsSince1970 > now {
        print(year.version, feed.base.url(of: year.pack.address), year.pack.byteCount)
    }
    // end
    #expect(feed.entry(of: "year", in: channel) == entry)
}
