import Foundation
import TestSupport
import Testing
import ThemeModel
import ThemeSystem
import ThemeTrust

@testable import ThemeRuntime
@testable import ThemeUpdates

/// Which version a device shows: of the app, of the feed, of another process, or none that is withdrawn or damaged.
struct ReleaseTests {
    let site: UpdateSite

    init() throws { site = try UpdateSite() }

    @Test("TR8 A lower version is never an update, whether the app brought the newer one or it was installed")
    func lowerVersion() async throws {
        let library = try site.library([UpdateSite.pack("default"), UpdateSite.pack("year", "1.2.0")])
        let updater = try await site.updater(library)
        try site.publish(["year": UpdateSite.pack("year", "1.1.0")])
        let older: (String, String) throws -> UpdatePlan.Obstacle = {
            .olderVersion(found: try SemanticVersion($0), installed: try SemanticVersion($1))
        }
        #expect(try await updater.check().obstacles == ["year": older("1.1.0", "1.2.0")])
        #expect(try await updater.update().isEmpty)
        #expect(try library.wholeVersion() == "1.2.0")
        try site.publish(["year": UpdateSite.pack("year", "1.3.0")])
        try await updater.update()
        try site.publish(["year": UpdateSite.pack("year", "1.2.5")])
        #expect(try await updater.check().obstacles == ["year": older("1.2.5", "1.3.0")])
        // A prerelease comes before its version.
        try site.publish(["year": UpdateSite.pack("year", "1.3.0-rc.1")])
        #expect(try await updater.check().obstacles == ["year": older("1.3.0-rc.1", "1.3.0")])
        #expect(try library.wholeVersion() == "1.3.0")
        // Versions that differ in their build metadata are equal.
        for version in ["1.3.0+2", "1.3.0+10", "1.3.0"] {
            try site.publish(["year": UpdateSite.pack("year", version)])
            #expect(try await updater.update().map(\.string) == ["year"])
        }
    }

    @Test("TR10 A lower version follows a newer one that is withdrawn, embedded or installed")
    func lowerThanWithdrawn() async throws {
        let embedded = try UpdateSite.pack("year", "1.2.0")
        let library = try site.library([UpdateSite.pack("default"), embedded])
        let updater = try await site.updater(library)
        try site.publish(["year": UpdateSite.pack("year", "1.1.0")]) { $0.withdrawn = [ContentDigest(of: embedded)] }
        #expect(try await updater.update().map(\.string) == ["year"])
        #expect(try library.wholeVersion() == "1.1.0")
        let installed = try UpdateSite.pack("year", "1.4.0")
        try site.publish(["year": installed])
        try await updater.update()
        try site.publish(["year": UpdateSite.pack("year", "1.3.0")]) { $0.withdrawn = [ContentDigest(of: installed)] }
        #expect(try await updater.update().map(\.string) == ["year"])
        #expect(try library.wholeVersion() == "1.3.0")
    }

    @Test("TR10 While a download waits for its server, another process checks, activates and rolls back")
    func brakeDuringDownload() async throws {
        let (first, second) = (try UpdateSite.pack("year", "1.1.0"), try UpdateSite.pack("year", "1.2.0"))
        try site.publish(["year": first])
        let (library, other) = (try site.library(), try site.library())
        let updater = try await site.updater(library)
        try await updater.update()
        let brake = try await site.updater(other)
        let path = try #require(try site.publish(["year": second]).first)
        let plan = try await updater.check()
        let hasBegun = Lock(false)
        site.server.behavior = { request, file in
            guard request.path == path else { return nil }
            hasBegun.withLock { $0 = true }
            return [.send(Array(TestServer.good(request, file).dropLast(1000))), .wait]
        }
        let download = Task { try await updater.download(plan) }
        try #require(try await suspendUntil { hasBegun.withLock { $0 } })
        #expect(try await brake.check().steps.count == 1)
        #expect(try await brake.activate().isEmpty)
        #expect(try await brake.rollBack(reason: "crashes").map(\.string) == ["year"])
        // So does the process that downloads.
        #expect(try await updater.check().steps.count == 1)
        #expect(try await updater.showActivated().map(\.string) == ["year"])
        #expect(try library.wholeVersion() == "1.0.0")
        download.cancel()
        await #expect(throws: UpdateError.self) { try await download.value }
        site.server.behavior = nil
        _ = site.server.takeRequests()
        #expect(try await updater.update().map(\.string) == ["year"])
        // The rest is asked for; the bytes that had arrived are kept.
        #expect(
            site.server.takeRequests().filter { $0.path == path }.map { $0.range(of: second.count)?.count } == [1000])
        #expect(try library.wholeVersion() == "1.2.0")
    }

    @Test("TR11 Two updaters that fetch the same file at the same time do not disturb each other")
    func sameFile() async throws {
        let new = try UpdateSite.pack("year", "1.1.0", count: 40, side: 64)
        try site.publish(["year": new])
        let libraries = try (0..<4).map { _ in try site.library([UpdateSite.pack("default")]) }
        var updaters: [ThemeUpdater] = []
        for library in libraries { updaters.append(try await site.updater(library)) }
        let plan = try await updaters[0].check()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for updater in updaters { group.addTask { try await updater.download(plan) } }
            try await group.waitForAll()
        }
        for (updater, library) in zip(updaters, libraries) {
            #expect(try await updater.activate().map(\.string) == ["year"])
            #expect(try library.wholeVersion() == "1.1.0")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(site.storeFolder)/partial").isEmpty)
    }

    @Test("A part of a process that has ended is taken over, and one of a process that runs is not")
    func parts() throws {
        let store = UpdateStore(folder: site.storeFolder)
        try store.createFolders()
        let digest = ContentDigest(of: [1])
        let free = "store/partial/\(digest)"
        for (name, isTaken) in [
            ("", true), (".\(pid_t.max)-1", true), (".\(getpid())-999999999", true), (".\(getppid())-1", false),
        ] {
            try site.sandbox.write(free + name, "abc")
            do {
                let part = PartFile(of: digest, in: store)
                #expect((store.length(part.path) == 3) == isTaken, "\(name)")
                #expect(PartFile.isInUse(String(part.path.split(separator: "/").last ?? ""), in: store))
            }
            // A part that was taken over can be taken over again.
            #expect((store.length("\(site.sandbox.path)/\(free)") == 3) == isTaken, "\(name)")
            store.removeUnused(.new())
            #expect(store.parts.isEmpty == isTaken, "\(name)")
            store.remove("\(site.sandbox.path)/\(free)\(name)")
        }
    }

    @Test("A part that was not written for a day is taken over, even if a process has the id in its name")
    func oldParts() throws {
        let store = UpdateStore(folder: site.storeFolder)
        try store.createFolders()
        let digest = ContentDigest(of: [1])
        for hours in [23.0, 25] {
            try site.sandbox.write("store/partial/\(digest).\(getppid())-1", "abc")
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -3600 * hours)],
                ofItemAtPath: store.path(ofPart: "\(digest).\(getppid())-1"))
            let part = PartFile(of: digest, in: store)
            #expect((store.length(part.path) == 3) == (hours > 24))
        }
    }

    @Test("TR8 A second process shows what the first has activated, by a call and by a sequence")
    func secondProcess() async throws {
        try site.publish(["year": UpdateSite.pack("year", "1.1.0")])
        let (library, other) = (try site.library(), try site.library())
        let updater = try await site.updater(library)
        let widget = try await site.updater(other)
        var activations = widget.activations(every: .milliseconds(1)).makeAsyncIterator()
        try await updater.update()
        #expect(try await activations.next()?.get().map(\.string) == ["year"])
        #expect(try other.wholeVersion() == "1.1.0")
        #expect(try await widget.showActivated().isEmpty)
        try await updater.rollBack(reason: "crashes")
        #expect(try await widget.showActivated().map(\.string) == ["year"])
        #expect(try other.wholeVersion() == "1.0.0")
        // A process that checks is not up to date while it shows an earlier version.
        try site.publish(["year": UpdateSite.pack("year", "1.2.0")])
        try await updater.update()
        #expect(try await widget.check().obstacles == ["year": .downloaded])
        #expect(try await widget.update().map(\.string) == ["year"])
        #expect(try other.wholeVersion() == "1.2.0")
        #expect(try await widget.check().obstacles == ["year": .upToDate])
    }

    @Test("A pack of another process that cannot be mounted is fetched again")
    func unmountable() async throws {
        let new = try UpdateSite.pack("year", "1.1.0")
        try site.publish(["year": new])
        let (library, other) = (try site.library(), try site.library())
        let updater = try await site.updater(library)
        let second = try await site.updater(other)
        try await updater.update()
        try site.sandbox.write("store/packs/\(ContentDigest(of: new))", [UInt8](repeating: 0, count: new.count))
        await #expect(throws: UpdateError.self) { try await second.showActivated() }
        #expect(try await second.update().isEmpty)
        #expect(try other.wholeVersion() == "1.0.0")
        #expect(try await second.update().map(\.string) == ["year"])
        #expect(try other.wholeVersion() == "1.1.0")
    }

    @Test("TR10 An update drops a withdrawn pack at once, unless the app does it by a call", arguments: [true, false])
    func dropped(_ isAutomatic: Bool) async throws {
        let (first, second) = (try UpdateSite.pack("year", "1.1.0"), try UpdateSite.pack("year", "1.2.0"))
        let library = try site.library()
        let updater = try await site.updater(library) { $0.dropsWithdrawn = isAutomatic }
        for pack in [first, second] {
            try site.publish(["year": pack])
            try await updater.update()
        }
        try site.publish([:]) { $0.withdrawn = [ContentDigest(of: second)] }
        #expect(try await updater.update().map(\.string) == (isAutomatic ? ["year"] : []))
        #expect(try library.wholeVersion() == (isAutomatic ? "1.1.0" : "1.2.0"))
        #expect(try await updater.dropWithdrawn().map(\.string) == (isAutomatic ? [] : ["year"]))
        #expect(try library.wholeVersion() == "1.1.0")
        try site.publish([:]) { $0.withdrawn = [ContentDigest(of: first), ContentDigest(of: second)] }
        _ = try await updater.check()
        #expect(try await updater.dropWithdrawn().map(\.string) == ["year"])
        #expect(try library.wholeVersion() == "1.0.0")
        #expect(try await updater.dropWithdrawn().isEmpty)
    }

    /// Refuses to take out a theme while that is set.
    private final class Keeper: UpdateReceiver {
        let library: ThemeLibrary
        let kept = Lock<ThemeID?>(nil)

        init(_ library: ThemeLibrary) { self.library = library }

        func receive(_ change: @escaping @Sendable (inout [ThemeID: ThemePack]) -> Void) async throws {
            try library.updatePacks { packs throws(ThemeError) in
                change(&packs)
                if let id = kept.withLock({ $0 }), packs[id] == nil { throw .notMounted(id) }
            }
        }
    }

    @Test("TR10 An update that has changed themes reports them if it cannot drop others, and the next one drops these")
    func droppedLater() async throws {
        let keeper = Keeper(try site.library())
        let updater = try await site.updater(keeper)
        let moon = try UpdateSite.pack("moon")
        try site.publish(["moon": moon])
        try await updater.update()
        try site.publish(["year": UpdateSite.pack("year", "1.1.0")]) { $0.withdrawn = [ContentDigest(of: moon)] }
        keeper.kept.withLock { $0 = "moon" }
        #expect(try await updater.update() == ["year"])
        #expect(await updateError { try await updater.update() }.hasPrefix("notShown: "))
        keeper.kept.withLock { $0 = nil }
        #expect(try await updater.update() == ["moon"])
        #expect(keeper.library.ids == [.default, "year"])
    }

    @Test("TR11 What a read finds damaged is fetched again, of an installed pack and of an embedded one")
    func healed() async throws {
        let new = try UpdateSite.pack("year", "1.1.0")
        func damage(_ path: String) throws {
            let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
            let image = try #require(try ThemePack(mounting: path).contents().images.last?.variants.first)
            try file.seek(toOffset: UInt64(image.stored.offset) + 40)
            try file.write(contentsOf: Data([0xAA, 0xBB]))
            try file.close()
        }
        func readAll(_ library: ThemeLibrary) throws {
            for name in try #require(library.theme("year")).pack.imageNames() {
                _ = try library.theme("year")?.image(ImageKey(name), scale: .one)?.bytes()
            }
        }
        try site.publish(["year": new])
        for isEmbedded in [true, false] {
            let library = try site.library([UpdateSite.pack("default"), new])
            let updater = try await site.updater(library)
            #expect(try await updater.check().obstacles == ["year": .upToDate])
            let path = try #require(library.snapshot.packs["year"]?.path)
            #expect(path.contains(isEmbedded ? "embedded/" : "store/"))
            try damage(path)
            #expect(throws: ThemeError.self) { try readAll(library) }
            #expect(try await updater.update().map(\.string) == ["year"])
            try readAll(library)
            #expect(try library.wholeVersion() == "1.1.0")
            #expect(try await updater.check().obstacles == ["year": .upToDate])
            // The app is installed anew, with its pack whole and the healed one in the store.
            try site.sandbox.write("embedded/again.zip", new)
        }
    }

    @Test("TR8 A feed that was signed again costs one request, one with other bytes two")
    func signedAgain() async throws {
        let pack = try UpdateSite.pack("year", "1.1.0")
        try site.publish(["year": pack])
        let other = TestSigner()
        let updater = try await site.updater(try site.library()) { source in
            if let both = try? TrustedSigners(allowedSigners: site.signer.line() + "\n" + other.line()) {
                source.signers = both
            }
        }
        _ = try await updater.check()
        for _ in 0..<3 {
            let bytes = try #require(site.server.files["/app/feed.json"])
            site.server.files["/app/feed.json.sig"] = Array(
                try other.sign(bytes, namespace: ThemeFeed.namespace).utf8)
            _ = site.server.takeRequests()
            _ = try await updater.check()
            #expect(site.server.takeRequests().map(\.path) == ["/app/feed.json.sig"])
        }
        try site.publish(["year": pack])
        _ = site.server.takeRequests()
        _ = try await updater.check()
        #expect(site.server.takeRequests().map(\.path) == ["/app/feed.json.sig", "/app/feed.json"])
    }

    @Test("TR11 The number that a stolen key has published does not shut out the feeds of the key after it")
    func fastForward() async throws {
        let pack = try UpdateSite.pack("year", "1.1.0")
        let (stolen, next) = (TestSigner(), TestSigner())
        func follow(_ signers: String) async throws -> ThemeUpdater {
            try await site.updater(try site.library()) { source in
                if let signers = try? TrustedSigners(allowedSigners: signers) { source.signers = signers }
            }
        }
        func publish(_ sequence: UInt64, by signer: TestSigner) throws {
            try site.publish(["year": pack]) {
                $0.sequence = sequence
                $0.signer = signer
            }
        }
        let before = try await follow(stolen.line() + "\n" + next.line())
        try publish(ThemeFeed.sequences.upperBound, by: stolen)
        _ = try await before.check()
        // While the list of signers has the key, numbers count, whoever signs.
        try publish(7, by: next)
        #expect(await sequenceSeenBefore { try await before.check() } == ThemeFeed.sequences.upperBound)
        let after = try await follow(next.line())
        #expect(try await after.update().map(\.string) == ["year"])
        try publish(6, by: next)
        #expect(await sequenceSeenBefore { try await after.check() } == 7)
    }
}
