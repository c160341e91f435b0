import ThemeModel
import Foundation
import TestSupport
import Testing
import ThemeTrust
import ThemeManagement

@testable import ThemeUpdates

/// Signed feeds that say what is not so, or not any more.
struct ClaimTests {
    let site: UpdateSite

    init() throws { site = try UpdateSite() }

    /// Expects that an update refuses a pack, that the old theme stays, also after a restart, and that the next update
    /// works.
    private func refuses(_ name: String) async throws {
        let library = try site.library()
        let error = await #expect(throws: UpdateError.self) { try await site.updater(library).update() }
        guard case .wrongPack("year", let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try Sentences.mismatch(reason, of: name, in: "trust") == nil)
        let restarted = try site.library()
        let second = try await site.updater(restarted)
        #expect(try library.wholeVersion() == "1.0.0" && restarted.wholeVersion() == "1.0.0")
        try site.publish(["year": UpdateSite.pack("year", "1.2.0")])
        try await second.update()
        #expect(try restarted.wholeVersion() == "1.2.0")
    }

    /// The entry of a sound pack in front of another file.
    private func publish(_ pack: [UInt8]) throws {
        let honest = try UpdateSite.entry(UpdateSite.pack("year", "1.1.0"))
        try site.publish(["other": UpdateSite.pack("other")]) {
            $0.entries = [
                "year": try FeedEntry(
                    version: honest.version, pack: UpdateSite.file(pack), minimumReader: 1)
            ]
        }
        site.server.files["/app/" + FeedFile.address(of: ContentDigest(of: pack))] = pack
    }

    @Test("TR11 A pack for other defaults than its feed says is not activated")
    func otherContract() async throws {
        var pack = try ForgedPack("year")
        pack.theme.version = try SemanticVersion("1.1.0")
        try pack.add(image: "common/image", PNGFile(4, 4).bytes, size: PixelSize(width: 4, height: 4))
        try publish(try pack.bytes { $0.contract = ContentDigest(of: [1]) })
        try await refuses("a pack for other defaults")
    }

    @Test("A pack whose settings cannot be read is not activated")
    func wrongSettings() async throws {
        var pack = try ForgedPack("year")
        pack.theme.version = try SemanticVersion("1.1.0")
        pack.contract = UpdateSite.contract
        pack.settings = Array("[]".utf8)
        try publish(try pack.bytes())
        try await refuses("a pack with wrong settings")
    }

    @Test("TR11 A pack for a newer reader than its feed says is not activated")
    func newerReader() async throws {
        var forge = PackForge(try UpdateSite.pack("year", "1.1.0"))
        forge.set(PackForge.indexStart + 10, bytes: 2, to: 99)
        forge.sealHeader()
        try publish(forge.bytes)
        try await refuses("a pack for a newer reader")
    }

    @Test("TR11 A feed that is served for ever is followed until it expires, and what is installed stays")
    func frozen() async throws {
        try site.publish(["year": UpdateSite.pack("year", "1.1.0")])
        try await site.updater(try site.library()).update()
        let frozen = site.server.files
        try site.publish(["year": UpdateSite.pack("year", "1.2.0")]) {
            $0.expires = Moment(secondsSince1970: Int64(UpdateSite.today) + 60 * 86_400)
        }
        site.server.behavior = { request, _ in
            request.path.hasPrefix("/app/feed.json")
                ? [.send(TestServer.good(request, frozen[request.path]))] : nil
        }
        for (days, isExpired) in [(29.0, false), (31, true), (400, true)] {
            let restarted = try site.library()
            let updater = try await site.updater(restarted, now: UpdateSite.today + days * 86_400)
            let plan = try await updater.check()
            #expect(plan.isExpired == isExpired && plan.isEmpty && plan.sequence == 1, "\(days)")
            #expect(try await updater.update().isEmpty)
            #expect(try restarted.wholeVersion() == "1.1.0")
        }
        site.server.behavior = nil
        let library = try site.library()
        let updater = try await site.updater(library, now: UpdateSite.today + 31 * 86_400)
        #expect(try await updater.update().count == 1)
        #expect(try library.wholeVersion() == "1.2.0")
    }

    @Test("TR10 A rollback bars the digest, not the version")
    func barredDigest() async throws {
        let library = try site.library()
        let updater = try await site.updater(library)
        let packs = try [1, 3].map { try UpdateSite.pack("year", "1.1.0", changed: $0) }
        #expect(packs[0] != packs[1])
        try site.publish(["year": packs[0]])
        try await updater.update()
        try await updater.rollBack(reason: "crashes")
        #expect(try library.wholeVersion() == "1.0.0")
        #expect(try await updater.update().isEmpty)
        try site.publish(["year": packs[1]])
        #expect(try await updater.update().count == 1)
        #expect(try library.wholeVersion() == "1.1.0")
        let installed = try #require(library.snapshot.packs["year"])
        #expect(
            ContentDigest(of: Array(try Data(contentsOf: URL(fileURLWithPath: installed.path))))
                == ContentDigest(of: packs[1]))
        // The one that was rolled back stays barred.
        try site.publish(["year": packs[0]])
        #expect(try await updater.check().obstacles == ["year": .barred(reason: "crashes")])
    }

    /// Computed by another program. Other numbers would choose other devices in the middle of a rollout.
    @Test(
        "TR10 The number of a device for a release is that of FEED.md",
        arguments: [
            ("0123456789abcdef0123456789abcdef", ["year": "1.1.0"], 49),
            ("x", ["default": "2.0.0-beta.1", "dark": "2.0.0"], 25), ("", ["a": "0.0.1"], 90),
        ])
    func bucket(_ installation: String, _ release: [String: String], _ number: Int) throws {
        var entries: [ThemeID: FeedEntry] = [:]
        for (id, version) in release {
            entries[try ThemeID(id)] = try UpdateSite.entry(UpdateSite.pack()) { $0.version = version }
        }
        let whole = try FeedRelease(contract: UpdateSite.contract, rollout: 50, themes: entries)
        #expect(whole.bucket(installation: installation) == number)
        let row = "| \(number) |"
        let document = try String(contentsOfFile: "\(Tool.repository)/docs/formats/FEED.md", encoding: .utf8)
        #expect(document.split(separator: "\n").contains { $0.hasSuffix(row) && $0.contains(release.keys.min() ?? "") })
    }

    @Test(
        "TR11 Each wrong delta is fetched, refused, and replaced by the pack",
        arguments: DeltaAttackTests.deltas.indices)
    func wrongDelta(_ number: Int) async throws {
        let delta = try DeltaAttackTests.deltas[number].1(UpdateAttack.newPack)
        let paths = try site.publish(["year": UpdateAttack.newPack], deltas: [delta]) {
            let listed = FeedDelta(
                base: ContentDigest(of: try UpdateSite.pack()), file: try UpdateSite.file(delta))
            $0.entries["year"] = try UpdateSite.entry(UpdateAttack.newPack, deltas: [listed])
        }
        let library = try site.library()
        try await site.updater(library).update()
        let requested = site.server.takeRequests().map(\.path).dropFirst()
        #expect(Array(requested) == ["/app/feed.json", paths[1], paths[0]], "\(requested)")
        #expect(try library.wholeVersion() == "1.1.0")
    }

    /// Files are named by their digests alone, so a feed cannot lead to another host. A redirect can.
    @Test("TR11 Every file is fetched from the address of the source")
    func ownHost() async throws {
        let (old, new) = (try UpdateSite.pack(), try UpdateSite.pack("year", "1.1.0"))
        let delta = try UpdateSite.delta(from: old, to: new)
        try site.publish(["year": new], deltas: [delta]) {
            let listed = FeedDelta(base: ContentDigest(of: old), file: try UpdateSite.file(delta))
            $0.entries["year"] = try UpdateSite.entry(new, deltas: [listed])
        }
        let elsewhere = try TestServer()
        let port = elsewhere.port
        site.server.behavior = { request, _ in
            guard request.path.contains("sha256") else { return nil }
            return [.send(TestServer.response(302, ["Location": "ftp://127.0.0.1:\(port)/x"], []))]
        }
        let library = try site.library()
        await #expect(throws: UpdateError.self) { try await site.updater(library).update() }
        #expect(elsewhere.takeRequests().isEmpty)
        #expect(try library.wholeVersion() == "1.0.0")
    }
}
