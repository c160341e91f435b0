import TestSupport
import Testing
import ThemeModel
import ThemeTrust

@testable import ThemeRuntime
@testable import ThemeUpdates

/// A device takes the first release of its channel that it can take as a whole.
struct WholeReleaseTests {
    /// Two contracts.
    private static let (old, new) = (ContentDigest(of: [1]), ContentDigest(of: [2]))
    private static let names = ["default", "dark", "year"]
    let site: UpdateSite

    init() throws { site = try UpdateSite() }

    private static func packs(
        _ version: String, _ contract: ContentDigest, _ names: [String] = names
    ) throws -> [String: [UInt8]] {
        Dictionary(
            uniqueKeysWithValues: try names.map { ($0, try UpdateSite.pack($0, version, contract: contract)) })
    }

    private func publish(_ releases: [(packs: [String: [UInt8]], contract: ContentDigest, rollout: Int)]) throws {
        for release in releases { try site.publish(release.packs) }
        try site.publish([:]) {
            $0.releases = try releases.map {
                try UpdateSite.release($0.packs, contract: $0.contract, rollout: $0.rollout)
            }
        }
    }

    private func versions(_ library: ThemeLibrary) throws -> Set<String> {
        Set(try Self.names.compactMap { try library.wholeVersion(of: $0) })
    }

    @Test("TR10 A device outside of a rollout, a new one included, gets the last complete release", arguments: 0..<12)
    func lastComplete(_ device: Int) async throws {
        let (first, second) = (try Self.packs("1.0.0", Self.old), try Self.packs("2.0.0", Self.old))
        try publish([(second, Self.old, 50), (first, Self.old, 100)])
        site.storeName = "device-\(device)"
        let library = try site.library([UpdateSite.pack("default", "0.9.0", contract: Self.old)])
        let updater = try await site.updater(library)
        let release = try UpdateSite.release(second, contract: Self.old, rollout: 50)
        _ = try await updater.check()
        let installation = try UpdateStore(folder: site.storeFolder).state().installation
        let isIncluded = release.bucket(installation: installation) < 50
        #expect(try await updater.update().count == 3)
        #expect(try versions(library) == [isIncluded ? "2.0.0" : "1.0.0"])
        #expect(try await updater.update().isEmpty)
        // The rollout is stopped: who has the release keeps it.
        try publish([(second, Self.old, 0), (first, Self.old, 100)])
        #expect(try await updater.update().isEmpty)
        #expect(try versions(library) == [isIncluded ? "2.0.0" : "1.0.0"])
        try publish([(second, Self.old, 100)])
        try await updater.update()
        #expect(try versions(library) == ["2.0.0"])
    }

    @Test("TR10 An app gets the newest release of the contract that it knows, and each device all of it")
    func contracts() async throws {
        let apps: [(embedded: ContentDigest?, known: Set<ContentDigest>?, version: String)] = [
            (Self.old, nil, "1.5.0"), (Self.new, nil, "2.0.0"), (Self.old, [Self.old, Self.new], "2.0.0"),
            (nil, nil, "2.0.0"), (nil, [Self.old], "1.5.0"),
        ]
        for (number, app) in apps.enumerated() {
            site.storeName = "app-\(number)"
            let embedded = try app.embedded.map { try UpdateSite.pack("default", "1.0.0", contract: $0) }
            let library = try embedded.map { try site.library([$0]) } ?? ThemeLibrary()
            let updater = try await site.updater(library) { $0.contracts = app.known }
            try publish([(try Self.packs("1.4.0", Self.old), Self.old, 100)])
            try await updater.update()
            try publish([
                (try Self.packs("2.0.0", Self.new), Self.new, 100), (try Self.packs("1.5.0", Self.old), Self.old, 100),
            ])
            try await updater.update()
            #expect(try versions(library) == [app.version], "\(number)")
        }
    }

    @Test("TR10 Themes without their default theme are taken only by devices that show one of their contract")
    func withoutDefault() async throws {
        let library = try site.library([UpdateSite.pack("default", "1.0.0", contract: Self.old)])
        let updater = try await site.updater(library) { $0.contracts = [Self.old, Self.new] }
        let (next, last) = (try Self.packs("2.0.0", Self.new, ["year"]), try Self.packs("1.1.0", Self.old, ["year"]))
        try publish([(next, Self.new, 100), (last, Self.old, 100)])
        try await updater.update()
        #expect(try library.wholeVersion() == "1.1.0")
        // A default theme that is older than the embedded one does not bring its contract.
        let older = try Self.packs("0.1.0", Self.new, ["default"]).merging(next) { $1 }
        try publish([(older, Self.new, 100), (last, Self.old, 100)])
        #expect(try await updater.update().isEmpty)
        try publish([(try Self.packs("2.0.0", Self.new), Self.new, 100)])
        #expect(try await updater.update().count == 3)
        #expect(try versions(library) == ["2.0.0"])
    }

    @Test("TR10 A release of which a part does not arrive is not activated, by this process or by another")
    func partOfRelease() async throws {
        let library = try site.library([UpdateSite.pack("default", "1.0.0", contract: Self.old)])
        let updater = try await site.updater(library)
        let packs = try Self.packs("2.0.0", Self.old)
        try publish([(packs, Self.old, 100)])
        let path = "/app/" + FeedFile.address(of: ContentDigest(of: try #require(packs["year"])))
        let file = site.server.files.removeValue(forKey: path)
        await #expect(throws: UpdateError.self) { try await updater.update() }
        #expect(try await updater.activate().isEmpty)
        let other = try site.library([UpdateSite.pack("default", "1.0.0", contract: Self.old)])
        #expect(try await site.updater(other).activate().isEmpty)
        #expect(try versions(library) == ["1.0.0"])
        site.server.files[path] = file
        #expect(try await updater.update().count == 3)
        // A pack that is damaged between download and activation.
        let next = try Self.packs("3.0.0", Self.old)
        try publish([(next, Self.old, 100)])
        try await updater.download(try await updater.check())
        let year = try #require(next["year"])
        try site.sandbox.write("store/packs/\(ContentDigest(of: year))", [UInt8](repeating: 0, count: year.count))
        await #expect(throws: UpdateError.self) { try await updater.activate() }
        #expect(try await updater.activate().isEmpty)
        #expect(try versions(library) == ["2.0.0"])
        let restarted = try site.library([UpdateSite.pack("default", "1.0.0", contract: Self.old)])
        _ = try await site.updater(restarted)
        #expect(try versions(restarted) == ["2.0.0"])
        #expect(try await updater.update().count == 3)
        #expect(try versions(library) == ["3.0.0"])
    }

    @Test("TR10 What was rolled back or cannot be read makes room for the next release")
    func nextRelease() async throws {
        let library = try site.library([UpdateSite.pack("default", "1.0.0", contract: Self.old)])
        let updater = try await site.updater(library)
        let (second, third) = (try Self.packs("2.0.0", Self.old), try Self.packs("3.0.0", Self.old))
        try publish([(third, Self.old, 100)])
        try await updater.update()
        try await updater.rollBack(reason: "crashes")
        try publish([(third, Self.old, 100), (second, Self.old, 100)])
        try await updater.update()
        #expect(try versions(library) == ["2.0.0"])
        let fourth = try Self.packs("4.0.0", Self.old)
        try site.publish(fourth) {
            $0.releases = [
                try UpdateSite.release(Self.packs("5.0.0", Self.old), contract: Self.old, minimumReader: 99),
                try UpdateSite.release(fourth, contract: Self.old),
            ]
        }
        try await updater.update()
        #expect(try versions(library) == ["4.0.0"])
    }

    @Test(
        "TR10 A pack that is withdrawn from a release gives way to one of its contract, and a default theme takes all")
    func withdrawnFromRelease() async throws {
        for withdrawn in ["dark", "default"] {
            site.storeName = "withdrawn-\(withdrawn)"
            let embedded = try ["default", "dark"].map { try UpdateSite.pack($0, "0.9.0", contract: Self.old) }
            let library = try site.library(embedded)
            let updater = try await site.updater(library) { $0.contracts = [Self.old, Self.new] }
            try publish([(try Self.packs("1.0.0", Self.old), Self.old, 100)])
            try await updater.update()
            let next = try Self.packs("2.0.0", Self.new)
            try publish([(next, Self.new, 100)])
            try await updater.update()
            #expect(try versions(library) == ["2.0.0"])
            var rest = next
            let removed = rest.removeValue(forKey: withdrawn)
            let pack = try #require(removed)
            // The other packs of the release stay, as `themepack feed --withdraw` has it.
            try site.publish(rest) {
                $0.contract = Self.new
                $0.withdrawn = [ContentDigest(of: pack)]
            }
            _ = try await updater.check()
            let changed = try await updater.dropWithdrawn()
            if withdrawn == "default" {
                #expect(changed.map(\.string) == ["dark", "default", "year"])
                #expect(try versions(library) == ["1.0.0"])
            } else {
                // Version 1.0.0 has the earlier contract, so the app's own pack takes its place.
                #expect(changed.map(\.string) == ["dark"])
                #expect(try library.wholeVersion(of: "dark") == "0.9.0")
                #expect(try library.wholeVersion(of: "year") == "2.0.0")
            }
            let state = try UpdateStore(folder: site.storeFolder).state()
            let restarted = try site.library(embedded)
            _ = try await site.updater(restarted) { $0.contracts = [Self.old, Self.new] }
            #expect(try versions(restarted) == versions(library))
            #expect(try UpdateStore(folder: site.storeFolder).state() == state)
        }
    }
}
