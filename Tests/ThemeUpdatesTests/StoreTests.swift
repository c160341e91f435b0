import ThemeModel
import Foundation
import ThemeSystem
import TestSupport
import Testing
import ThemeTrust
import ThemeManagement
import ThemeRuntime

@testable import ThemeUpdates

/// Disks and processes that fail.
struct UpdateStoreTests {
    private static let new = UpdateAttack.newPack

    enum Way: CaseIterable, Sendable { case whole, delta, ranges }

    @Test(
        "TR11 A disk that fails or stops at any call keeps the old theme or has the new one", arguments: Way.allCases,
        [FaultyDisk.Fault.error(ENOSPC), .stop])
    func faultyDisk(_ way: Way, _ fault: FaultyDisk.Fault) async throws {
        let side = way == .ranges ? 48 : 16
        let (old, new) = (try UpdateSite.pack(side: side), try UpdateSite.pack("year", "1.1.0", side: side))
        let deltas = way == .delta ? [try UpdateSite.delta(from: old, to: new)] : []
        let packs = [try UpdateSite.pack("default"), old]
        for number in 1... {
            let site = try UpdateSite()
            let path = try #require(
                try site.publish(["year": new], deltas: deltas) {
                    let listed = try deltas.map {
                        FeedDelta(base: ContentDigest(of: old), file: try UpdateSite.file($0))
                    }
                    $0.entries["year"] = try UpdateSite.entry(new, deltas: listed)
                }.first)
            let library = try site.library(packs)
            let disk = FaultyDisk(fault, at: number)
            do {
                try await site.updater(library, disk: disk.calls).update()
            } catch {
                #expect(disk.callCount >= number, "\(error)")
            }
            let version = try library.wholeVersion()
            #expect(version == "1.0.0" || version == "1.1.0")
            let requests = site.server.takeRequests().filter { $0.path == path }
            #expect(requests.allSatisfy { ($0.fields["range"] != nil) == (way == .ranges) && way != .delta })
            let restarted = try site.library(packs)
            let second = try await site.updater(restarted)
            let after = try restarted.wholeVersion()
            #expect(after == version, "\(number)")
            try await second.update()
            #expect(try restarted.wholeVersion() == "1.1.0")
            #expect(try site.sandbox.listing().keys.allSatisfy { !$0.contains(TemporaryName.start) })
            guard disk.callCount < number else { continue }
            #expect(number > 10)
            break
        }
    }

    @Test("What a killed update has left is deleted, also from the folder of the state")
    func leftovers() async throws {
        let site = try UpdateSite()
        try site.publish(["year": Self.new])
        for folder in ["", "packs/", "partial/"] {
            try site.sandbox.write("store/\(folder)\(TemporaryName.random())", "x")
        }
        _ = try await site.updater(try site.library()).check()
        #expect(try site.sandbox.listing().keys.allSatisfy { !$0.contains(TemporaryName.start) })
    }

    @Test("Files that are not of the store are deleted from its folders, and the others stay")
    func strayFiles() async throws {
        let site = try UpdateSite()
        try site.publish(["year": Self.new])
        try await site.updater(try site.library()).update()
        for name in [
            "lock", "state.json.new", "packs/\(ContentDigest(of: [1])).new", "partial/\(ContentDigest(of: [2])).ranges",
        ] {
            try site.sandbox.write("store/\(name)", "x")
        }
        try site.publish(["year": UpdateSite.pack("year", "1.2.0")])
        let restarted = try site.library()
        let updater = try await site.updater(restarted)
        #expect(try restarted.wholeVersion() == "1.1.0")
        #expect(try await updater.update().count == 1)
        #expect(try restarted.wholeVersion() == "1.2.0")
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(site.storeFolder)/partial").isEmpty)
    }

    private static let changes: [(String, @Sendable ([UInt8]) -> [UInt8])] = [
        ("zeros", { [UInt8](repeating: 0, count: $0.count) }),
        ("cut", { Array($0.prefix($0.count / 2)) }),
        ("empty", { _ in [] }),
        ("another file", { _ in Array("[1, 2]".utf8) }),
        (
            "from a newer version",
            {
                let text = String(decoding: $0, as: UTF8.self)
                return Array(text.replacing("\"formatVersion\" : 1", with: "\"formatVersion\" : 9").utf8)
            }
        ),
    ]

    @Test("TR11 A state file that cannot be used leaves the embedded themes", arguments: changes.indices)
    func damagedState(_ number: Int) async throws {
        let (name, change) = Self.changes[number]
        let site = try UpdateSite()
        try site.publish(["year": Self.new]) { $0.sequence = 5 }
        let library = try site.library()
        try await site.updater(library).update()
        try site.sandbox.write("store/state.json", change(try site.sandbox.read("store/state.json")))
        let restarted = try site.library()
        let second = try await site.updater(restarted)
        #expect(try restarted.wholeVersion() == "1.0.0")
        if name.contains("newer") {
            try site.publish(["year": Self.new]) { $0.sequence = 4 }
            await #expect(throws: UpdateError.self) { try await second.check() }
        }
        try site.publish(["year": Self.new]) { $0.sequence = 6 }
        #expect(try await second.update().count == 1)
        #expect(try restarted.wholeVersion() == "1.1.0")
    }

    @Test("TR8 Two updaters of one store that follow two addresses keep their own numbers")
    func twoBases() async throws {
        let site = try UpdateSite()
        let library = try site.library()
        func follow(_ path: String) async throws -> ThemeUpdater {
            try await site.updater(library) { source in
                guard let base = try? FeedBase("http://127.0.0.1:\(site.server.port)/\(path)/") else { return }
                source.base = base
            }
        }
        func publish(_ path: String, _ sequence: UInt64) throws {
            try site.publish(["year": Self.new]) {
                $0.base = "http://127.0.0.1:\(site.server.port)/\(path)/"
                $0.sequence = sequence
            }
            for (address, file) in site.server.files where address.hasPrefix("/app/") {
                site.server.files["/\(path)/" + address.dropFirst("/app/".count)] = file
            }
        }
        try publish("one", 5)
        try publish("two", 9)
        let one = try await follow("one")
        let two = try await follow("two")
        let plan = try await one.check()
        _ = try await two.check()
        // Each has its own stored feed.
        _ = site.server.takeRequests()
        _ = try await one.check()
        _ = try await two.check()
        #expect(site.server.takeRequests().map(\.path) == ["/one/feed.json.sig", "/two/feed.json.sig"])
        // The plan of one is not outdated by the other.
        try await one.download(plan)
        #expect(try await one.activate().count == 1)
        try publish("one", 4)
        #expect(await sequenceSeenBefore { try await one.check() } == 5)
        try publish("two", 8)
        #expect(await sequenceSeenBefore { try await two.check() } == 9)
        // A pack that one address withdraws stays withdrawn after a check of the other.
        try site.publish([:]) {
            $0.base = "http://127.0.0.1:\(site.server.port)/one/"
            $0.sequence = 6
            $0.withdrawn = [ContentDigest(of: Self.new)]
        }
        for name in ["feed.json", "feed.json.sig"] {
            site.server.files["/one/\(name)"] = site.server.files["/app/\(name)"]
        }
        try publish("two", 10)
        #expect(try await one.check().withdrawn.count == 1)
        _ = try await two.check()
        let restarted = try site.library()
        _ = try await site.updater(restarted)
        #expect(try restarted.wholeVersion() == "1.0.0")
    }

    @Test("A feed with many withdrawn packs does not make the state long")
    func manyWithdrawn() async throws {
        let site = try UpdateSite()
        let updater = try await site.updater(try site.library())
        var lengths: [Int64] = []
        for count in [1, 5000] {
            try site.publish([:]) {
                $0.withdrawn = Set((0..<count).map { ContentDigest(of: Array("\($0)".utf8)) })
            }
            _ = try await updater.check()
            lengths.append(try #require(UpdateStore(folder: site.storeFolder).length("\(site.storeFolder)/state.json")))
        }
        #expect(lengths[0] == lengths[1])
    }

    @Test("A stored feed that is damaged is fetched once, and replaced")
    func damagedFeed() async throws {
        let site = try UpdateSite()
        try site.publish(["year": Self.new])
        let updater = try await site.updater(try site.library())
        _ = try await updater.check()
        let store = UpdateStore(folder: site.storeFolder)
        let path = store.path(ofFeed: try FeedBase(site.base))
        let length = try #require(store.length(path))
        try store.write([UInt8](repeating: 0, count: Int(length)), to: path)
        for count in [2, 1] {
            _ = site.server.takeRequests()
            _ = try await updater.check()
            #expect(site.server.takeRequests().count == count)
        }
    }

    @Test("Packs that vanished from the store are fetched again")
    func vanishedPacks() async throws {
        let site = try UpdateSite()
        try site.publish(["year": Self.new])
        let library = try site.library()
        try await site.updater(library).update()
        try FileManager.default.removeItem(atPath: "\(site.storeFolder)/packs")
        let restarted = try site.library()
        let second = try await site.updater(restarted)
        #expect(try restarted.wholeVersion() == "1.0.0")
        #expect(await second.startProblem != nil)
        #expect(try await second.update().count == 1)
    }

    @Test("TR11 An installed pack that needs a newer runtime is left, as after a downgrade of the app")
    func downgraded() async throws {
        let site = try UpdateSite()
        try site.publish(["year": Self.new])
        try await site.updater(try site.library()).update()
        let path = "store/packs/\(ContentDigest(of: Self.new))"
        var forge = PackForge(Self.new)
        forge.set(PackForge.indexStart + 10, bytes: 2, to: 99)
        forge.sealHeader()
        try site.sandbox.write(path, forge.bytes)
        let restarted = try site.library()
        let second = try await site.updater(restarted)
        #expect(try restarted.wholeVersion() == "1.0.0")
        #expect(await second.startProblem.map { "\($0)" }?.contains("99") == true)
        #expect(try await second.update().count == 1)
        #expect(try restarted.wholeVersion() == "1.1.0")
    }

    @Test("A store that cannot be written keeps the themes in force")
    func unwritable() async throws {
        let site = try UpdateSite()
        try site.publish(["year": Self.new])
        let library = try site.library()
        let updater = try await site.updater(library)
        #if os(Linux)
            // Nobody can create a folder there. The reason is that of the call that failed.
            let error = #expect(throws: UpdateError.self) { try UpdateStore(folder: "/sys/x/store").createFolders() }
            #expect(error?.reason.hasPrefix("'/sys/x' ") == true)
            #expect(error?.reason.contains("No such file") == false)
        #endif
        // A file in its place, because root can write to every folder.
        try site.sandbox.write("store", "a file")
        await #expect(throws: UpdateError.self) { try await updater.update() }
        #expect(try library.wholeVersion() == "1.0.0")
        try FileManager.default.removeItem(atPath: site.storeFolder)
        #expect(try await updater.update().count == 1)
    }

    @Test("TR11 A store on a disk that is read-only keeps the themes in force")
    func readOnly() async throws {
        let site = try UpdateSite()
        try site.publish(["year": Self.new])
        let library = try site.library()
        try await site.updater(library).update()
        try site.publish(["year": UpdateSite.pack("year", "1.2.0")])
        var disk = DiskCalls()
        let refusal: @Sendable (String) -> Int32 = { _ in
            errno = EROFS
            return -1
        }
        disk.create = refusal
        disk.append = refusal
        let restarted = try site.library()
        let updater = try await site.updater(restarted, disk: disk)
        #expect(try restarted.wholeVersion() == "1.1.0")
        await #expect(throws: UpdateError.self) { try await updater.update() }
        #expect(try restarted.wholeVersion() == "1.1.0")
        let second = try site.library()
        #expect(try await site.updater(second).update().count == 1)
        #expect(try second.wholeVersion() == "1.2.0")
    }

    /// Shows what it gets. From then on, the disk is full, and nothing is shown.
    private final class OnceReceiver: UpdateReceiver {
        let library: ThemeLibrary
        let isSpent = Lock(false)

        init(_ library: ThemeLibrary) { self.library = library }

        func receive(_ change: @escaping @Sendable (inout [ThemeID: ThemePack]) -> Void) async throws {
            guard !isSpent.withLock({ $0 }) else { throw ThemeError.notMounted("year") }
            try await library.receive(change)
            isSpent.withLock { $0 = true }
        }
    }

    @Test("TR11 If neither the state can be written nor the packs before be shown, the next call shows them")
    func refusedReturn() async throws {
        let site = try UpdateSite()
        try site.publish(["year": Self.new])
        let receiver = OnceReceiver(try site.library())
        var disk = DiskCalls()
        disk.create = { path in
            guard receiver.isSpent.withLock({ $0 }) else { return DiskCalls().create(path) }
            errno = ENOSPC
            return -1
        }
        let updater = try await site.updater(receiver, disk: disk)
        await #expect(throws: UpdateError.self) { try await updater.update() }
        #expect(try receiver.library.wholeVersion() == "1.1.0")
        receiver.isSpent.withLock { $0 = false }
        #expect(try await updater.showActivated() == ["year"])
        #expect(try receiver.library.wholeVersion() == "1.0.0")
    }

    @Test("TR11 Two updaters of one store show whole themes, and only one changes the store at a time")
    func twoUpdaters() async throws {
        let site = try UpdateSite()
        try site.publish(["year": Self.new])
        let libraries = [try site.library(), try site.library()]
        let updaters = [try await site.updater(libraries[0]), try await site.updater(libraries[1])]
        await withTaskGroup(of: Void.self) { group in
            for updater in updaters {
                group.addTask { for _ in 0..<3 { _ = try? await updater.update() } }
            }
        }
        let restarted = try site.library()
        _ = try await site.updater(restarted)
        #expect(try restarted.wholeVersion() == "1.1.0")
        for library in libraries {
            let version = try library.wholeVersion()
            #expect(version == "1.0.0" || version == "1.1.0")
        }
        let lock = try await UpdateStore(folder: site.storeFolder).lock()
        await #expect(throws: UpdateError.self) { try await updaters[0].check() }
        withExtendedLifetime(lock) {}
    }

    @Test("TR11 An app that starts while another process changes the store shows the packs of the new state")
    func startedMeanwhile() async throws {
        let site = try UpdateSite()
        let store = UpdateStore(folder: site.storeFolder)
        var states: [UpdateState] = []
        for version in ["1.1.0", "1.2.0", "1.3.0"] {
            try site.publish(["year": try UpdateSite.pack("year", version)])
            try await site.updater(try site.library()).update()
            states.append(try store.state())
        }
        // The pack of the first state is deleted by now.
        var lock: FolderLock? = try await store.lock()
        try store.write(states[0])
        let (library, source) = (try site.library(), try site.source())
        async let starting = ThemeUpdater(
            library, following: source, store: store, transport: SystemTransport(),
            now: { Date(timeIntervalSince1970: UpdateSite.today) })
        try await Task.sleep(for: .milliseconds(100))
        try store.write(states[2])
        withExtendedLifetime(lock) {}
        lock = nil
        let problem = await starting.startProblem
        #expect(problem == nil)
        #expect(try library.wholeVersion() == "1.3.0")
        #expect(try store.state() == states[2])
    }

    @Test("Only current and previous packs stay in the store")
    func keptPacks() async throws {
        let site = try UpdateSite()
        let library = try site.library()
        let updater = try await site.updater(library)
        for version in ["1.1.0", "1.2.0", "1.3.0"] {
            try site.publish(["year": UpdateSite.pack("year", version)])
            try await updater.update()
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(site.storeFolder)/packs").count == 2)
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(site.storeFolder)/partial").isEmpty)
    }
}
