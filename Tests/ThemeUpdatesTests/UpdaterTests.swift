import ThemeSystem
import ThemeModel
import Foundation
import TestSupport
import Testing
import ThemeTrust
import ThemeManagement

@testable import PackFormat
@testable import ThemeUpdates

struct UpdaterTests {
    let site: UpdateSite

    init() throws { site = try UpdateSite() }

    @Test("TR8 A new version is planned, downloaded, activated, and in force after a restart")
    func installs() async throws {
        let new = try UpdateSite.pack("year", "1.1.0")
        try site.publish(["year": new])
        let library = try site.library()
        let updater = try await site.updater(library)
        let plan = try await updater.check()
        #expect(plan.steps.map(\.theme.string) == ["year"] && plan.byteCount == Int64(new.count))
        #expect(try library.wholeVersion() == "1.0.0")
        let last = Lock(0 as Int64)
        try await updater.download(plan) { progress in last.withLock { $0 = progress.received } }
        #expect(last.withLock { $0 } == Int64(new.count))
        #expect(try library.wholeVersion() == "1.0.0")
        #expect(try await updater.check().obstacles == ["year": .downloaded])
        #expect(try await updater.activate() == ["year"])
        #expect(try library.wholeVersion() == "1.1.0")
        #expect(try await updater.check().obstacles == ["year": .upToDate])
        #expect(try await updater.update().isEmpty)

        let restarted = try site.library()
        let second = try await site.updater(restarted)
        #expect(try restarted.wholeVersion() == "1.1.0")
        #expect(await second.startProblem == nil)
    }

    @Test("TR8 A manager shows a new theme at once, and a theme that the app did not bring")
    func shownAtOnce() async throws {
        let library = try site.library()
        let manager = try ThemeManager(library)
        try await manager.select("year")
        try site.publish(["year": UpdateSite.pack("year", "1.1.0"), "autumn": UpdateSite.pack("autumn")])
        let updater = try await site.updater(manager)
        #expect(try await updater.update().map(\.string) == ["autumn", "year"])
        #expect(manager.theme.version.description == "1.1.0")
        try await manager.select("autumn")
        #expect(try await updater.rollBackToEmbedded().map(\.string) == ["autumn", "year"])
        #expect(manager.id == .default && library.ids.map(\.string) == ["default", "year"])
    }

    /// Shows the version of a theme, and refuses some.
    @MainActor
    private final class Page {
        var version = ""

        init(_ manager: ThemeManager, refusing minor: UInt64) throws {
            let version = ThemeValue<Theme, String>(reading: { theme in
                if theme.version.minor == minor { throw CocoaError(.fileReadCorruptFile) }
                return theme.version.description
            })
            try manager.select("year")
            try manager.bind(self, \.version, to: version)
        }
    }

    @Test("TR10 A downloaded pack is not shown after its release was taken back, and does not stop others")
    func takenBack() async throws {
        let old = try UpdateSite.pack()
        let manager = try ThemeManager(site.library([UpdateSite.pack("default"), old]))
        let page = try await Page(manager, refusing: 1)
        let updater = try await site.updater(manager)
        try site.publish(["year": UpdateSite.pack("year", "1.1.0")])
        #expect(await updateError { try await updater.update() }.hasPrefix("notShown: "))
        try site.publish(["year": old, "autumn": UpdateSite.pack("autumn")])
        #expect(try await updater.update() == ["autumn"])
        try site.publish(["year": UpdateSite.pack("year", "1.2.0")])
        try await updater.download(try await updater.check())
        try site.publish(["year": old])
        #expect(try await updater.check().obstacles == ["year": .upToDate])
        #expect(try await updater.activate().isEmpty)
        #expect(await page.version == "1.0.0")
    }

    @Test("TR10 If the feed replaces one of the packs that wait, none is shown before the release is whole again")
    func replacedWhileWaiting() async throws {
        let updater = try await site.updater(try site.library())
        let year = try UpdateSite.pack("year", "1.1.0")
        try site.publish(["year": year, "autumn": UpdateSite.pack("autumn")])
        try await updater.download(try await updater.check())
        try site.publish(["year": year, "autumn": UpdateSite.pack("autumn", "1.1.0")])
        #expect(try await updater.check().steps.map(\.theme) == ["autumn", "year"])
        #expect(try await updater.activate().isEmpty)
        #expect(try await updater.update() == ["autumn", "year"])
    }

    @Test("TR10 An updater leaves the waiting packs of themes that it does not follow")
    func othersWait() async throws {
        try site.publish(["year": UpdateSite.pack("year", "1.1.0"), "autumn": UpdateSite.pack("autumn")])
        let library = try site.library()
        let first = try await site.updater(library) { $0.themes = ["year"] }
        let second = try await site.updater(library) { $0.themes = ["autumn"] }
        try await first.download(try await first.check())
        _ = try await second.check()
        #expect(try await first.activate() == ["year"])
    }

    @Test("TR10 A downloaded pack does not replace a newer one that the app brings meanwhile")
    func broughtWhileWaiting() async throws {
        try site.publish(["year": UpdateSite.pack("year", "1.1.0")])
        let first = try await site.updater(try site.library())
        try await first.download(try await first.check())
        let newer = try site.library([UpdateSite.pack("default"), UpdateSite.pack("year", "2.0.0")])
        #expect(try await site.updater(newer).activate().isEmpty)
        #expect(try newer.wholeVersion() == "2.0.0")
    }

    @Test("TR8 Progress grows over all files of a plan")
    func progress() async throws {
        let packs = ["year": try UpdateSite.pack("year", "1.1.0"), "autumn": try UpdateSite.pack("autumn")]
        try site.publish(packs)
        let updater = try await site.updater(try site.library([UpdateSite.pack("default")]))
        let reports = Lock([UpdateProgress]())
        try await updater.update { report in reports.withLock { $0.append(report) } }
        let all = Int64(packs.values.reduce(0) { $0 + $1.count })
        let received = reports.withLock { $0.map(\.receivedOfAll) }
        #expect(received == received.sorted() && received.last == all)
        #expect(reports.withLock { $0.allSatisfy { $0.totalOfAll == all && $0.received <= $0.total } })
    }

    @Test("TR9 A delta is fetched in place of the pack")
    func byDelta() async throws {
        let (old, new) = (try UpdateSite.pack(), try UpdateSite.pack("year", "1.1.0"))
        let delta = try UpdateSite.delta(from: old, to: new)
        try site.publish(["year": new], deltas: [delta]) {
            let listed = FeedDelta(base: ContentDigest(of: old), file: try UpdateSite.file(delta))
            $0.entries["year"] = try UpdateSite.entry(new, deltas: [listed])
        }
        let library = try site.library()
        let updater = try await site.updater(library)
        let plan = try await updater.check()
        #expect(plan.byteCount == Int64(delta.count))
        _ = site.server.takeRequests()
        try await updater.download(plan)
        #expect(
            site.server.takeRequests().map(\.path) == ["/app/" + FeedFile.address(of: ContentDigest(of: delta))])
        try await updater.activate()
        #expect(try library.wholeVersion() == "1.1.0")
    }

    @Test("TR9 Without a delta, only the entries that the device lacks are fetched")
    func byRanges() async throws {
        let (old, new) = (
            try UpdateSite.pack(count: 40, side: 64), try UpdateSite.pack("year", "1.1.0", count: 40, side: 64)
        )
        try site.publish(["year": new])
        let library = try site.library([UpdateSite.pack("default"), old])
        let updater = try await site.updater(library)
        let plan = try await updater.check()
        _ = site.server.takeRequests()
        try await updater.download(plan)
        let ranges = site.server.takeRequests().compactMap { $0.range(of: new.count)?.count }
        #expect(ranges.count == 2 && ranges.reduce(0, +) < new.count / 4, "\(ranges) of \(new.count)")
        try await updater.activate()
        #expect(try library.wholeVersion() == "1.1.0")
    }

    @Test("TR9 If 32 requests are not enough, the whole pack is fetched", arguments: [(29, true), (30, false)])
    func manyRanges(_ changed: Int, _ isByRanges: Bool) async throws {
        func pack(_ version: String) throws -> [UInt8] {
            try UpdateSite.pack("year", version, changed: changed, step: 2, count: 90, side: 66)
        }
        let (old, new) = (try pack("1.0.0"), try pack("1.1.0"))
        let path = try #require(try site.publish(["year": new]).first)
        let library = try site.library([UpdateSite.pack("default"), old])
        let updater = try await site.updater(library)
        let plan = try await updater.check()
        _ = site.server.takeRequests()
        try await updater.download(plan)
        let requests = site.server.takeRequests().filter { $0.path == path }
        #expect(
            requests.count < 32 && requests.contains { $0.fields["range"] == nil } != isByRanges, "\(requests.count)")
        try await updater.activate()
        #expect(try library.wholeVersion() == "1.1.0")
    }

    @Test("TR9 A host without ranges works")
    func withoutRanges() async throws {
        let (old, new) = (
            try UpdateSite.pack(count: 40, side: 64), try UpdateSite.pack("year", "1.1.0", count: 40, side: 64)
        )
        try site.publish(["year": new])
        site.server.behavior = { request, file in
            var request = request
            request.fields["range"] = nil
            return [.send(TestServer.good(request, file))]
        }
        let library = try site.library([UpdateSite.pack("default"), old])
        let updater = try await site.updater(library)
        #expect(try await updater.update().count == 1)
        #expect(try library.wholeVersion() == "1.1.0")
    }

    @Test("TR9 A cut download is resumed by another process, whatever entity tag the server sends")
    func resumed() async throws {
        let new = try UpdateSite.pack("year", "1.1.0")
        let path = try #require(try site.publish(["year": new]).first)
        site.server.behavior = { request, file in
            request.path == path ? [.send(Array(TestServer.good(request, file).dropLast(3000))), .reset] : nil
        }
        let library = try site.library([UpdateSite.pack("default")])
        await #expect(throws: UpdateError.self) {
            try await site.updater(library) { $0.limits.resumptions = 0 }.update()
        }
        site.server.behavior = { request, _ in
            request.path == path ? [.send(TestServer.response(503, [:], []))] : nil
        }
        _ = site.server.takeRequests()
        let second = try await site.updater(library)
        // A busy server is asked once, and takes nothing away.
        #expect(await updateError { try await second.update() }.contains("answered 503"))
        #expect(site.server.takeRequests().count { $0.path == path } == 1)
        site.server.behavior = nil
        #expect(try await second.update().count == 1)
        let request = try #require(site.server.takeRequests().last)
        #expect(request.fields["if-range"] == nil)
        #expect(request.fields["accept-encoding"] == "identity")
        #expect((request.range(of: new.count)?.count ?? .max) < new.count)
        #expect(try library.wholeVersion() == "1.1.0")
    }

    @Test("TR10 A rollback bars that version alone")
    func rollsBack() async throws {
        let library = try site.library()
        let updater = try await site.updater(library)
        try site.publish(["year": UpdateSite.pack("year", "1.1.0")])
        try await updater.update()
        try site.publish(["year": UpdateSite.pack("year", "1.2.0")])
        try await updater.update()
        #expect(try await updater.rollBack(reason: "crashes").map(\.string) == ["year"])
        #expect(try library.wholeVersion() == "1.1.0")
        #expect(try await updater.check().obstacles == ["year": .barred(reason: "crashes")])
        #expect(try await updater.update().isEmpty)
        await #expect(throws: UpdateError.self) { try await updater.rollBack(reason: "again") }
        try site.publish(["year": UpdateSite.pack("year", "1.3.0")])
        try await updater.update()
        #expect(try library.wholeVersion() == "1.3.0")
        #expect(try await updater.rollBackToEmbedded().map(\.string) == ["year"])
        #expect(try library.wholeVersion() == "1.0.0")
        let restarted = try site.library()
        _ = try await site.updater(restarted)
        #expect(try restarted.wholeVersion() == "1.0.0")
    }

    @Test("TR10 A withdrawn pack is never activated, and is left at the next start")
    func withdrawn() async throws {
        let (first, second) = (try UpdateSite.pack("year", "1.1.0"), try UpdateSite.pack("year", "1.2.0"))
        let library = try site.library()
        let updater = try await site.updater(library)
        try site.publish(["year": first])
        try await updater.update()
        try site.publish(["year": second])
        try await updater.download(try await updater.check())
        try site.publish([:]) { $0.withdrawn = [ContentDigest(of: first), ContentDigest(of: second)] }
        #expect(try await updater.check().withdrawn.map(\.string) == ["year"])
        #expect(try await updater.activate().isEmpty)
        #expect(try library.wholeVersion() == "1.1.0")
        let restarted = try site.library()
        _ = try await site.updater(restarted)
        #expect(try restarted.wholeVersion() == "1.0.0")
    }

    @Test("TR10 A rollout reaches a share of all devices, and more with a larger percentage")
    func rollout() throws {
        func numbers(_ versions: [String: String]) throws -> [Int] {
            var entries: [ThemeID: FeedEntry] = [:]
            for (id, version) in versions {
                entries[try ThemeID(id)] = try UpdateSite.entry(UpdateSite.pack()) { $0.version = version }
            }
            let release = try FeedRelease(contract: UpdateSite.contract, rollout: 20, themes: entries)
            return (0..<4000).map { release.bucket(installation: "\($0)") }
        }
        let release = try numbers(["year": "1.1.0", "default": "2.0.0"])
        #expect(release.allSatisfy { (0..<100).contains($0) })
        let share = Double(release.count { $0 < 20 }) / 4000
        #expect(abs(share - 0.2) < 0.03)
        // The next release begins with other devices.
        let next = try numbers(["year": "1.1.1", "default": "2.0.0"])
        #expect(zip(release, next).count { $0 < 20 && $1 < 20 } < 300)
    }

    @Test("TR10 A device gets all packs of a release or none", arguments: 0..<12)
    func release(_ device: Int) async throws {
        let packs = ["default": try UpdateSite.pack("default", "2.0.0"), "year": try UpdateSite.pack("year", "2.0.0")]
        try site.publish(packs) { $0.rollout = 50 }
        site.storeName = "device-\(device)"
        let library = try site.library()
        let updater = try await site.updater(library)
        let changed = try await updater.update().count
        #expect(changed == 0 || changed == 2)
        #expect(try library.wholeVersion() == library.wholeVersion(of: "default"))
    }

    @Test("TR10 A version that is rolled out to nobody is not fetched")
    func rolledOutToNobody() async throws {
        let new = try UpdateSite.pack("year", "1.1.0")
        let library = try site.library()
        let updater = try await site.updater(library)
        try site.publish(["year": new]) { $0.rollout = 0 }
        #expect(try await updater.check().obstacles == ["year": .notInRollout(percentage: 0)])
        try site.publish(["year": new])
        #expect(try await updater.update().count == 1)
    }

    @Test("Themes for another contract or a newer reader are not fetched")
    func unusable() async throws {
        let new = try UpdateSite.pack("year", "1.1.0")
        let library = try site.library()
        let updater = try await site.updater(library)
        let other = ContentDigest(of: [1])
        try site.publish(["year": new]) { $0.contract = other }
        #expect(try await updater.check().obstacles == ["year": .otherContract(found: other)])
        try site.publish(["year": new]) {
            $0.entries["year"] = try UpdateSite.entry(new) { $0.minimumReader = 99 }
        }
        #expect(try await updater.check().obstacles == ["year": .needsNewerReader(minimumReader: 99)])
    }

    @Test("TR8 An unchanged feed costs one request for its signature")
    func unchanged() async throws {
        try site.publish(["year": UpdateSite.pack("year", "1.1.0")])
        let library = try site.library()
        let updater = try await site.updater(library)
        _ = try await updater.check()
        _ = site.server.takeRequests()
        _ = try await updater.check()
        #expect(site.server.takeRequests().map(\.path) == ["/app/feed.json.sig"])
    }

    @Test("While a new feed is there before its signature, a device that has the old one notices nothing")
    func signatureLast() async throws {
        try site.publish(["year": UpdateSite.pack("year", "1.1.0")])
        let library = try site.library()
        let updater = try await site.updater(library)
        try await updater.update()
        let (name, old) = ("/app/feed.json.sig", site.server.files["/app/feed.json.sig"])
        try site.publish(["year": UpdateSite.pack("year", "1.2.0")])
        let new = site.server.files[name]
        site.server.files[name] = old
        #expect(try await updater.update().isEmpty)
        site.server.files[name] = new
        #expect(try await updater.update().count == 1)
    }

    @Test("A newer version that the app brings replaces an installed one")
    func broughtByApp() async throws {
        try site.publish(["year": UpdateSite.pack("year", "1.1.0")])
        let library = try site.library()
        try await site.updater(library).update()
        let newer = try site.library([UpdateSite.pack("default"), UpdateSite.pack("year", "2.0.0")])
        // Another process has the store, so the updater cannot write that the app's pack is in force.
        var lock: FolderLock? = try await UpdateStore(folder: site.storeFolder).lock()
        let second = try await site.updater(newer)
        #expect(try newer.wholeVersion() == "2.0.0" && lock != nil)
        lock = nil
        try site.publish(["year": UpdateSite.pack("year", "1.2.0")])
        #expect(try await second.update().isEmpty)
        #expect(try newer.wholeVersion() == "2.0.0")
    }

    @Test("TR8 A further updater of a library, as for another channel, keeps what is installed")
    func furtherUpdater() async throws {
        try site.publish(["year": UpdateSite.pack("year", "1.1.0"), "autumn": UpdateSite.pack("autumn")])
        let library = try site.library()
        try await site.updater(library).update()
        let further = try await site.updater(library)
        #expect(try library.wholeVersion() == "1.1.0" && library.ids == ["autumn", .default, "year"])
        let restarted = try site.library()
        _ = try await site.updater(restarted)
        #expect(try restarted.wholeVersion() == "1.1.0" && restarted.ids == library.ids)
        // If another process takes a pack out of use, a further updater of the library stops showing it.
        let last = try await site.updater(restarted)
        try await further.rollBackToEmbedded()
        #expect(try library.wholeVersion() == "1.0.0" && library.ids == [.default, "year"])
        _ = try await site.updater(restarted)
        #expect(try restarted.wholeVersion() == "1.0.0" && restarted.ids == library.ids)
        #expect(await last.startProblem == nil)
    }

    @Test(
        "Only https is allowed, and http for this machine",
        arguments: [
            ("https://a.example/x", true), ("http://a.example/", false), ("http://127.0.0.1:80/a", true),
            ("http://localhost/", true), ("http://[::1]:9/", true), ("http://127.0.0.1.evil.example/", false),
            ("http://127.0.0.1:80@evil.example/", false), ("file:///etc/passwd", false), ("ftp://a/", false),
            ("http://localhost.evil/", false), ("HTTPS://a.example/x", true), ("Http://LocalHost:8/", true),
        ])
    func schemes(_ url: String, _ isAllowed: Bool) {
        #expect(UpdateAddress.isAllowed(url, allowsLoopback: true) == isAllowed)
        #expect(UpdateAddress.isAllowed(url, allowsLoopback: false) == url.lowercased().hasPrefix("https://"))
    }
}
