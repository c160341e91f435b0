import ThemeModel
import TestSupport
import Testing
import ThemeTrust

@testable import ThemeUpdates

/// Feeds that are forged, mixed, old or expired.
@Suite(.serialized)
struct FeedAttackTests {
    static let feeds: [UpdateAttack] = [
        UpdateAttack(testDescription: "signed by another key", error: "refused") { site in
            try site.publish(["year": UpdateAttack.newPack]) { $0.signer = TestSigner() }
        },
        UpdateAttack(testDescription: "signed for another purpose", error: "refused") { site in
            try site.publish(["year": UpdateAttack.newPack]) { $0.namespace = "themepack" }
        },
        UpdateAttack(testDescription: "for another address", error: "not for") { site in
            try site.publish(["year": UpdateAttack.newPack]) { $0.base = "https://other.example/app/" }
        },
        UpdateAttack(testDescription: "expired", error: nil) { site in
            try site.publish(["year": UpdateAttack.newPack]) {
                $0.expires = Moment(secondsSince1970: Int64(UpdateSite.today) - 1)
            }
        },
        UpdateAttack(testDescription: "a signed pack of another theme", error: "'autumn'") { site in
            let other = try UpdateSite.pack("autumn", "1.1.0")
            try site.publish(["autumn": other]) {
                $0.entries = ["year": try UpdateSite.entry(other)]
            }
        },
        UpdateAttack(testDescription: "another version than it says", error: "has version 1.1.0") { site in
            try site.publish(["year": UpdateAttack.newPack]) {
                $0.entries["year"] = try UpdateSite.entry(UpdateAttack.newPack) { $0.version = "7.0.0" }
            }
        },
        UpdateAttack(testDescription: "no pack at all", error: "wrongPack") { site in
            let other = Array("PK but no pack".utf8)
            try site.publish(["other": UpdateAttack.newPack]) {
                let entry = try UpdateSite.entry(UpdateAttack.newPack)
                $0.entries = [
                    "year": try FeedEntry(
                        version: entry.version, pack: try UpdateSite.file(other), minimumReader: 1)
                ]
            }
            site.server.files["/app/" + FeedFile.address(of: ContentDigest(of: other))] = other
        },
    ]

    @Test("TR11 No feed makes an app show a wrong theme, or stops later updates", arguments: feeds)
    func feed(_ attack: UpdateAttack) async throws {
        let site = try UpdateSite()
        try attack.sites(site)
        try await attack.run(on: site)
    }

    /// A device sees this while a release is copied to the server.
    @Test(
        "TR11 Without a compressed feed, halves of two states are refused", arguments: ["feed.json", "feed.json.sig"])
    func mixed(_ name: String) async throws {
        let site = try UpdateSite()
        site.compresses = false
        try site.publish(["year": try UpdateSite.pack("year", "0.9.0")])
        let old = site.server.files["/app/\(name)"]
        try site.publish(["year": UpdateAttack.newPack])
        site.server.behavior = { request, _ in
            request.path == "/app/\(name)" ? [.send(TestServer.good(request, old))] : nil
        }
        try await UpdateAttack(testDescription: "mixed", error: "refused").run(on: site)
    }

    /// The signature decides which state a device sees. An edge can have any copy of the feed itself.
    @Test("TR11 A device never sees halves of two states", arguments: ["feed.json", "feed.json.sig"])
    func wholeStates(_ name: String) async throws {
        let site = try UpdateSite()
        try site.publish(["year": try UpdateSite.pack("year", "1.1.0")])
        let old = site.server.files["/app/\(name)"]
        try site.publish(["year": try UpdateSite.pack("year", "1.2.0")])
        site.server.files["/app/\(name)"] = old
        let library = try site.library()
        let updater = try await site.updater(library)
        #expect(try await updater.update().count == 1)
        #expect(try library.wholeVersion() == (name == "feed.json" ? "1.2.0" : "1.1.0"))
        #expect(!site.server.takeRequests().contains { $0.path == "/app/feed.json" })
    }

    /// Compressed feeds that are of no use.
    private static let changes: [(String, @Sendable ([UInt8]) -> [UInt8]?)] = [
        ("absent", { _ in nil }), ("of another time", { _ in TestServer.gzip(Array("{}".utf8)) }),
        ("not compressed", { $0 }), ("empty", { _ in [] }), ("cut", { TestServer.gzip($0).dropLast(9) }),
        ("changed", { TestServer.gzip(Array($0.reversed())) }), ("followed by a byte", { TestServer.gzip($0) + [0] }),
        ("too long", { $0 + [UInt8](repeating: 0, count: ThemeFeed.compressedByteCountMax) }),
        ("a bomb", { _ in TestServer.gzip([UInt8](repeating: 32, count: ThemeFeed.maximumByteCount + 1)) }),
    ]

    static let compressed = changes.map { name, change in
        UpdateAttack(testDescription: name, version: "1.1.0") { site in
            try site.publish(["year": UpdateAttack.newPack])
            site.server.files[site.compressedPath] = site.server.files["/app/feed.json"].flatMap(change)
        }
    }

    @Test("TR11 Instead of a compressed feed that is absent or damaged, a device takes the feed", arguments: compressed)
    func compressedFeed(_ attack: UpdateAttack) async throws {
        let site = try UpdateSite()
        try attack.sites(site)
        try await attack.run(on: site)
    }

    @Test("A server that is busy is not asked for the feed itself", arguments: [429, 503])
    func busyServer(_ status: Int) async throws {
        let site = try UpdateSite()
        try site.publish(["year": UpdateAttack.newPack])
        let path = site.compressedPath
        site.server.behavior = { request, _ in
            request.path == path ? [.send(TestServer.response(status, ["Retry-After": "9"], []))] : nil
        }
        try await UpdateAttack(testDescription: "busy", error: "\(status)").run(on: site)
        #expect(!site.server.takeRequests().contains { $0.path == "/app/feed.json" })
    }

    @Test("TR11 An older feed is refused, and another one with the same number")
    func older() async throws {
        let site = try UpdateSite()
        try site.publish(["year": UpdateAttack.newPack])
        let library = try site.library()
        let updater = try await site.updater(library)
        try await updater.update()
        try site.publish(["year": UpdateSite.pack("year", "1.2.0")]) { $0.sequence = 1 }
        #expect(await updateError { try await updater.check() }.hasPrefix("changedFeed: "))
        try site.publish(["year": UpdateSite.pack("year", "1.3.0")]) { $0.sequence = 9 }
        _ = try await updater.check()
        try site.publish(["year": UpdateAttack.newPack]) { $0.sequence = 8 }
        #expect(await sequenceSeenBefore { try await updater.check() } == 9)
        let restarted = try site.library()
        let second = try await site.updater(restarted)
        #expect(await sequenceSeenBefore { try await second.check() } == 9)
        #expect(try restarted.wholeVersion() == "1.1.0")
        try site.publish(["year": UpdateSite.pack("year", "1.4.0")]) { $0.sequence = 10 }
        #expect(try await second.update().count == 1)
    }

    /// A feed that is served for ever hides new versions until it expires, and no longer.
    @Test("TR11 A clock that is wrong by a year stops updates at most until it is right", arguments: [-365.0, 365.0])
    func wrongClock(_ days: Double) async throws {
        let site = try UpdateSite()
        try site.publish(["year": UpdateAttack.newPack])
        let library = try site.library()
        let wrong = try await site.updater(library, now: UpdateSite.today + days * 86_400)
        let plan = try await wrong.check()
        #expect(plan.isExpired == (days > 0) && plan.isEmpty == plan.isExpired)
        #expect(days < 0 || plan.obstacles == ["year": .expired])
        #expect(try library.wholeVersion() == "1.0.0")
        #expect(try await site.updater(library).update().count == 1)
    }

    @Test("A feed that expires between download and activation is not activated")
    func lateActivation() async throws {
        let site = try UpdateSite()
        try site.publish(["year": UpdateAttack.newPack])
        let library = try site.library()
        let updater = try await site.updater(library)
        try await updater.download(try await updater.check())
        let late = try await site.updater(library, now: UpdateSite.today + 31 * 86_400)
        #expect(await updateError { try await late.activate() }.contains("expired"))
        #expect(try library.wholeVersion() == "1.0.0")
    }

    @Test("Without permission, http is refused before anything is sent")
    func plainHTTP() async throws {
        let site = try UpdateSite()
        try site.publish(["year": UpdateAttack.newPack])
        let updater = try await site.updater(try site.library()) { $0.allowsLoopback = false }
        #expect(await updateError { try await updater.check() }.hasPrefix("insecure: "))
        #expect(site.server.takeRequests().isEmpty)
    }
}
