import ThemeModel
import ThemeSystem
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
    @Test("TR11 Halves of two states are refused", arguments: ["feed.json", "feed.json.sig"])
    func mixed(_ name: String) async throws {
        let site = try UpdateSite()
        try site.publish(["year": try UpdateSite.pack("year", "0.9.0")])
        let old = site.server.files["/app/\(name)"]
        try site.publish(["year": UpdateAttack.newPack])
        site.server.behavior = { request, _ in
            request.path == "/app/\(name)" ? [.send(TestServer.good(request, old))] : nil
        }
        try await UpdateAttack(testDescription: "mixed", error: "refused").run(on: site)
    }

    @Test("TR11 A cache that keeps feeds for ever by their whole addresses stops no update")
    func cached() async throws {
        let site = try UpdateSite()
        let cache = Lock([String: [UInt8]]())
        site.server.behavior = { request, file in
            guard request.path == "/app/feed.json" else { return nil }
            let kept = cache.withLock { cache in
                cache[request.query] = cache[request.query] ?? file
                return cache[request.query]
            }
            return [.send(TestServer.good(request, kept))]
        }
        for version in ["1.1.0", "1.2.0", "1.3.0"] {
            try site.publish(["year": try UpdateSite.pack("year", version)])
            let library = try site.library()
            #expect(try await site.updater(library).update().count == 1)
            #expect(try library.wholeVersion() == version)
            // Another device has the same addresses.
            site.storeName = version
        }
        #expect(cache.withLock { $0.count } == 3)
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
