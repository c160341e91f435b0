import Foundation
import ThemeSystem
import TestSupport
import Testing
import ThemeModel
import ThemeTrust

@testable import ThemeUpdates

/// Something else at the names of a store's files and folders.
struct ObstacleTests {
    private static let childTest = "ObstacleTests.child"
    private static let instructions = TestChild.instructions(for: childTest)

    /// The names of a store, which ``names()`` compares with those that it uses.
    enum Name: CaseIterable, Sendable {
        case state, feed, packs, pack, parts, part

        func path(in store: UpdateStore, _ site: UpdateSite, _ pack: ContentDigest) throws -> String {
            switch self {
            case .state: store.statePath
            case .feed: store.path(ofFeed: try FeedBase(site.base))
            case .packs: "\(store.folder)/packs"
            case .pack: store.path(ofPack: pack)
            case .parts: "\(store.folder)/partial"
            case .part: store.path(ofPart: pack.description)
            }
        }
    }

    enum Obstacle: CaseIterable, Sendable {
        case file, folder, fullFolder, fifo, socket, link, linkToFile, linkToFolder, linkToItself
        case unreadableFile, unreadableFolder

        /// Whether a file or a folder that is there already becomes the obstacle.
        var isOfPermissions: Bool { self == .unreadableFile || self == .unreadableFolder }

        func put(at path: String, outside: String) throws {
            let files = FileManager.default
            if isOfPermissions, files.fileExists(atPath: path) { return try #require(chmod(path, 0) == 0) }
            if (try? files.attributesOfItem(atPath: path)) != nil { try files.removeItem(atPath: path) }
            switch self {
            case .file, .unreadableFile: try #require(files.createFile(atPath: path, contents: Data("x".utf8)))
            case .folder: try files.createDirectory(atPath: path, withIntermediateDirectories: false)
            case .fullFolder, .unreadableFolder:
                try files.createDirectory(atPath: "\(path)/a/b", withIntermediateDirectories: true)
                try #require(files.createFile(atPath: "\(path)/a/b/c", contents: Data("x".utf8)))
            case .fifo: try #require(mkfifo(path, 0o600) == 0)
            case .socket: try #require(mknod(path, S_IFSOCK | 0o600, 0) == 0)
            case .link: try #require(symlink("\(outside)/none", path) == 0)
            case .linkToFile: try #require(symlink("\(outside)/kept", path) == 0)
            case .linkToFolder: try #require(symlink(outside, path) == 0)
            case .linkToItself: try #require(symlink(path, path) == 0)
            }
            if isOfPermissions { try #require(chmod(path, 0) == 0) }
        }
    }

    /// Expects that two updates install their versions, although the obstacle is there before the second one.
    private static func expectUpdate(_ name: Name, _ obstacle: Obstacle) async throws {
        let site = try UpdateSite()
        try site.publish(["year": UpdateSite.pack("year", "1.1.0")])
        try await site.updater(try site.library()).update()
        let new = try UpdateSite.pack("year", "1.2.0")
        try site.publish(["year": new])
        try site.sandbox.write("outside/kept", #"{"formatVersion": 1}"#)
        let outside = try site.sandbox.listing(of: "outside")
        let store = UpdateStore(folder: site.storeFolder)
        let path = try name.path(in: store, site, ContentDigest(of: new))
        try obstacle.put(at: path, outside: "\(site.sandbox.path)/outside")
        let library = try site.library()
        let updater = try await site.updater(library)
        let keeps = obstacle == .unreadableFile && name == .state
        #expect(try !keeps || library.wholeVersion() == "1.1.0", "a state with wrong permissions is kept")
        #expect(try await updater.update() == ["year"], "\(name) \(obstacle)")
        #expect(try library.wholeVersion() == "1.2.0", "\(name) \(obstacle)")
        #expect(try site.sandbox.listing(of: "outside") == outside, "\(name) \(obstacle)")
        let restarted = try site.library()
        let second = try await site.updater(restarted)
        #expect(try restarted.wholeVersion() == "1.2.0", "\(name) \(obstacle)")
        #expect(await second.startProblem == nil)
        _ = try await second.check()
        #expect(try site.sandbox.listing(of: "store").keys.allSatisfy { !$0.contains(TemporaryName.start) })
    }

    @Test(
        "TR11 Whatever is at a name of the store, the next update replaces it", .timeLimit(.minutes(10)),
        .enabled(if: instructions == nil), arguments: Name.allCases, Obstacle.allCases)
    func obstacles(_ name: Name, _ obstacle: Obstacle) async throws { try await Self.expectUpdate(name, obstacle) }

    @Test("A process without root's permissions", .enabled(if: instructions != nil))
    func child() async throws {
        setenv("TMPDIR", try #require(Self.instructions), 1)
        // For root, every file can be read.
        if geteuid() == 0 { try #require(setgroups(0, nil) == 0 && setgid(65_534) == 0 && setuid(65_534) == 0) }
        for name in Name.allCases {
            for obstacle in Obstacle.allCases where obstacle.isOfPermissions {
                try await Self.expectUpdate(name, obstacle)
            }
        }
        #if os(Linux)
            try await keptState()
        #endif
        FileHandle.standardOutput.write(Data("done\n".utf8))
    }

    #if os(Linux)
        /// No file can be opened for a moment, as those of a device that is locked.
        private func keptState() async throws {
            let site = try UpdateSite()
            try site.publish(["year": UpdateSite.pack("year", "1.1.0")])
            try await site.updater(try site.library()).update()
            let store = UpdateStore(folder: site.storeFolder)
            let state = try store.state()
            var limit = rlimit()
            try #require(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
            var none = rlimit(rlim_cur: 0, rlim_max: limit.rlim_max)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &none)
            let text = await updateError { try store.state() }
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            #expect(text.hasPrefix("store") && text.contains("state.json"), "\(text)")
            #expect(try store.state() == state)
        }
    #endif

    @Test(
        "Wrong permissions in a store do not stop updates, and a state that cannot be read now is kept",
        .enabled(if: instructions == nil))
    func permissions() async throws {
        let sandbox = try Sandbox()
        try #require(chmod(sandbox.path, 0o777) == 0)
        let child = try TestChild(Self.childTest, sandbox.path)
        try await child.end()
        let output = try child.output()
        #expect(child.process.terminationStatus == 0 && output == "done\n", "\(output)")
    }

    @Test("A store uses no other names than those of these tests")
    func names() async throws {
        let site = try UpdateSite()
        let real = DiskCalls()
        let used = Lock<Set<String>>([])
        var disk = DiskCalls()
        disk.create = { path in
            used.withLock { _ = $0.insert(path) }
            return real.create(path)
        }
        disk.rename = { old, new in
            used.withLock { $0.formUnion([old, new]) }
            return real.rename(old, new)
        }
        let paths = try site.publish(["year": UpdateSite.pack("year", "1.1.0")])
        site.server.behavior = { request, file in
            guard request.path == paths[0] else { return nil }
            return [.send(Array(TestServer.good(request, file).dropLast(9))), .reset]
        }
        let updater = try await site.updater(try site.library(), disk: disk)
        await #expect(throws: UpdateError.self) { try await updater.update() }
        site.server.behavior = nil
        try await updater.update()
        let names = try used.withLock { $0 }.map { String(try #require($0.path(below: site.storeFolder))) }
            .map {
                $0.replacing(/\.themepack-\w+\.tmp/, with: "TEMPORARY").replacing(/[0-9a-f]{64}/, with: "DIGEST")
                    .replacing(/\.\d+-\d+/, with: ".PROCESS")
            }
        #expect(
            Set(names) == [
                "state.json", "feed-DIGEST.json", "packs/DIGEST", "partial/DIGEST", "TEMPORARY",
                // A new name for each transfer.
                "partial/DIGEST.PROCESS",
            ])
        let folders = try site.sandbox.listing(of: "store").keys.filter { !$0.contains("/") && !$0.contains(".") }
        #expect(Set(folders) == ["packs", "partial"])
    }
}
