import Foundation
import TestSupport
import Testing
import ThemeModel
import ThemeSystem
import ThemeTrust

@testable import ThemeRuntime
@testable import ThemeUpdates

/// An app's choices: further servers, themes on demand, room and networks, and its view of failures.
struct SourceOptionTests {
    let site: UpdateSite
    private let failures = Record<UpdateFailure>()

    init() throws { site = try UpdateSite() }

    private func report(_ source: inout UpdateSource) {
        source.onFailure = { [failures] failure in failures.add(failure) }
    }

    /// Another server with the same files.
    private func mirror() throws -> TestServer {
        let mirror = try TestServer()
        mirror.files = site.server.files
        return mirror
    }

    private static func base(of server: TestServer) throws -> FeedBase {
        try FeedBase("http://127.0.0.1:\(server.port)/app/")
    }

    /// A server's faults that another one makes good.
    private static let faults: [(String, TestServer.Behavior)] = [
        ("reset", { _, _ in [.reset] }),
        ("status", { _, _ in [.send(TestServer.response(503, [:], []))] }),
        (
            "missing packs",
            { request, file in request.path.contains("sha256") ? [.send(TestServer.good(request, nil))] : nil }
        ),
        ("other bytes", { request, file in [.send(TestServer.good(request, file.map { $0.reversed() }))] }),
        ("login page", { _, _ in [.send(TestServer.response(200, [:], Array("<html>".utf8)))] }),
    ]

    @Test("TR13 What one server does not have, the next mirror has", arguments: faults.indices)
    func mirrors(_ fault: Int) async throws {
        let new = try UpdateSite.pack("year", "1.1.0")
        try site.publish(["year": new])
        let mirror = try mirror()
        let (name, behavior) = Self.faults[fault]
        site.server.behavior = behavior
        let library = try site.library()
        let updater = try await site.updater(library) {
            $0.mirrors = [try Self.base(of: mirror)]
            report(&$0)
        }
        try await updater.update()
        #expect(try library.wholeVersion() == "1.1.0", "\(name)")
        let failures = failures.all
        #expect(failures.contains { $0.next == .nextServer && $0.server.string == site.base }, "\(name)")
        #expect(!failures.contains { $0.next == .end }, "\(name)")
    }

    @Test(
        "TR13 A mirror with an older feed or an untrusted one is passed over, and one with all faults changes nothing")
    func untrustedMirror() async throws {
        try site.publish(["year": UpdateSite.pack("year", "1.1.0")])
        let (behind, forged) = (try mirror(), try mirror())
        try site.publish(["year": UpdateSite.pack("year", "1.2.0")])
        forged.files["/app/feed.json.sig"] = Array(try TestSigner().sign([1], namespace: "themepack-feed").utf8)
        let library = try site.library()
        let updater = try await site.updater(library) {
            $0.mirrors = [try Self.base(of: behind), try Self.base(of: forged)]
            report(&$0)
        }
        try await updater.update()
        #expect(try library.wholeVersion() == "1.2.0")
        #expect(failures.all.isEmpty)
        site.server.behavior = { _, _ in [.send(TestServer.response(500, [:], []))] }
        // The error is that of the first server.
        #expect(await updateError { try await updater.update() }.contains("500"))
        #expect(failures.all.map(\.next) == [.nextServer, .nextServer, .end])
        #expect(try library.wholeVersion() == "1.2.0")
    }

    @Test("TR13 A disk that is full is not the fault of a server")
    func notOfServer() async throws {
        try site.publish(["year": UpdateSite.pack("year", "1.1.0")])
        let mirror = try mirror()
        let updater = try await site.updater(site.library()) {
            $0.mirrors = [try Self.base(of: mirror)]
            $0.quota = 1
        }
        await #expect(throws: UpdateError.self) { try await updater.update() }
        #expect(mirror.takeRequests().isEmpty)
    }

    @Test("TR14 An app learns which file did not arrive, and what followed")
    func observed() async throws {
        let (old, new) = (
            try UpdateSite.pack(count: 40, side: 64), try UpdateSite.pack("year", "1.1.0", count: 40, side: 64)
        )
        let delta = try UpdateSite.delta(from: old, to: new)
        let paths = try site.publish(["year": new], deltas: [delta]) {
            $0.entries["year"] = try UpdateSite.entry(
                new, deltas: [FeedDelta(base: ContentDigest(of: old), file: try UpdateSite.file(delta))])
        }
        // The server does not have the delta, and cuts the first answer of each other file.
        let cut = Lock<Set<String>>([])
        site.server.behavior = { request, file in
            if request.path == paths[1] { return [.send(TestServer.response(404, [:], []))] }
            guard request.path == paths[0], cut.withLock({ $0.insert(request.path).inserted }) else { return nil }
            return [.send(Array(TestServer.good(request, file).dropLast(100))), .reset]
        }
        let library = try site.library([UpdateSite.pack("default"), old])
        let updater = try await site.updater(library, report)
        try await updater.update()
        #expect(try library.wholeVersion() == "1.1.0")
        let failures = failures.all
        #expect(failures.map(\.next) == [.otherWay, .retry])
        #expect(failures.map { $0.error.url?.hasSuffix($0.next == .retry ? paths[0] : paths[1]) } == [true, true])
        #expect(failures.allSatisfy { $0.theme == "year" && $0.server.string == site.base })
    }

    @Test("TR15 A download that exceeds the quota ends before its first byte, with the numbers")
    func quota() async throws {
        let (first, second) = (try UpdateSite.pack("year", "1.1.0"), try UpdateSite.pack("year", "1.2.0", side: 40))
        try site.publish(["year": first])
        let library = try site.library()
        let quota = Int64(first.count + second.count - 1)
        let updater = try await site.updater(library) { $0.quota = quota }
        try await updater.update()
        try site.publish(["year": second])
        let plan = try await updater.check()
        _ = site.server.takeRequests()
        let error = await #expect(throws: UpdateError.self) { try await updater.download(plan) }
        guard case .overQuota(let needed, quota) = error else { throw try #require(error) }
        #expect(needed == quota + 1)
        #expect(site.server.takeRequests().isEmpty)
        #expect(try library.wholeVersion() == "1.1.0")
        // Packs that nobody uses make room.
        let unused = "store/packs/\(ContentDigest(of: [7]))"
        try site.sandbox.write(unused, [7])
        let larger = try await site.updater(library) { $0.quota = needed }
        try await larger.update()
        #expect(try library.wholeVersion() == "1.2.0")
        #expect(!FileManager.default.fileExists(atPath: "\(site.sandbox.path)/\(unused)"))
    }

    @Test("TR16 A theme on demand is fetched when it is asked for, with what it extends, and followed from then on")
    func onDemand() async throws {
        func publish(_ version: String) throws {
            try site.publish([
                "default": UpdateSite.pack("default", version), "season": UpdateSite.pack("season", version),
                "autumn": UpdateSite.pack("autumn", version, extends: "season"),
                "winter": UpdateSite.pack("winter", version, extends: "season"),
            ])
        }
        try publish("1.1.0")
        let library = try site.library()
        let updater = try await site.updater(library) { $0.onDemand = true }
        #expect(try await updater.update().map(\.string) == ["default"])
        let plan = try await updater.check()
        #expect(plan.isEmpty && plan.obstacles["autumn"] == .notAskedFor)
        #expect(try await updater.fetch("autumn").map(\.string) == ["autumn", "season"])
        #expect(library.theme("autumn")?.missingParent == nil)
        #expect(try await updater.fetch("autumn").isEmpty)
        try publish("1.2.0")
        #expect(try await updater.update().map(\.string) == ["autumn", "default", "season"])
        #expect(try library.wholeVersion(of: "winter") == nil)
        // A process that starts again follows it, too.
        try publish("1.3.0")
        let restarted = try await site.updater(site.library()) { $0.onDemand = true }
        #expect(try await restarted.update().map(\.string) == ["autumn", "default", "season"])
        let missing = await #expect(throws: UpdateError.self) { try await updater.fetch("spring") }
        guard case .unavailable("spring", nil) = missing else { throw try #require(missing) }
    }

    @Test("TR16 A theme on demand of another contract is an error that says so")
    func unavailable() async throws {
        let (old, new) = (ContentDigest(of: [1]), ContentDigest(of: [2]))
        try site.publish(["autumn": UpdateSite.pack("autumn", "1.1.0", contract: new)]) { $0.contract = new }
        let library = try site.library([UpdateSite.pack("default", contract: old)])
        let updater = try await site.updater(library) { $0.onDemand = true }
        let error = await #expect(throws: UpdateError.self) { try await updater.fetch("autumn") }
        guard case .unavailable("autumn", .otherContract(new)) = error else { throw try #require(error) }
    }

    @Test(
        "TR17 A file that the app has fetched itself is not fetched again, and a wrong one is refused",
        arguments: [false, true])
    func accepted(_ isDelta: Bool) async throws {
        let (old, new) = (try UpdateSite.pack(), try UpdateSite.pack("year", "1.1.0"))
        let delta = try UpdateSite.delta(from: old, to: new)
        try site.publish(["year": new], deltas: [delta]) {
            let deltas = isDelta ? [FeedDelta(base: ContentDigest(of: old), file: try UpdateSite.file(delta))] : []
            $0.entries["year"] = try UpdateSite.entry(new, deltas: deltas)
        }
        let library = try site.library([UpdateSite.pack("default"), old])
        let updater = try await site.updater(library)
        let plan = try await updater.check()
        let file = try #require(plan.steps.first?.file)
        #expect(file.digest == ContentDigest(of: isDelta ? delta : new))
        try site.sandbox.write("inbox/fetched", [1, 2, 3])
        try FileManager.default.createSymbolicLink(
            atPath: "\(site.sandbox.path)/link", withDestinationPath: "inbox")
        let path = "\(site.sandbox.path)/link/fetched"
        #expect(await updateError { try updater.accept(path, as: file.digest) }.hasPrefix("wrongFile: "))
        for absent in [path + "-absent", "\(site.sandbox.path)/absent/fetched"] {
            let text = await updateError { try updater.accept(absent, as: file.digest) }
            #expect(text.hasPrefix("store: ") && text.contains("No such file"), "\(text)")
        }
        #expect(FileManager.default.fileExists(atPath: path))
        try site.sandbox.write("inbox/fetched", isDelta ? delta : new)
        try updater.accept(path, as: file.digest)
        #expect(!FileManager.default.fileExists(atPath: path))
        _ = site.server.takeRequests()
        try await updater.download(plan)
        try await updater.activate()
        #expect(site.server.takeRequests().isEmpty)
        #expect(try library.wholeVersion() == "1.1.0")
    }

    /// Values that other threads add.
    private final class Record<Element: Sendable>: Sendable {
        private let elements = Lock<[Element]>([])

        var all: [Element] { elements.withLock { $0 } }

        func add(_ element: Element) { elements.withLock { $0.append(element) } }
    }

    private struct RecordingTransport: UpdateTransport {
        let requests: Record<UpdateRequest>

        func send(_ request: UpdateRequest) async throws -> UpdateResponse {
            requests.add(request)
            return try await SystemTransport().send(request)
        }
    }

    @Test("TR18 Without metered networks the feed is checked on all networks, and packs are not fetched on these")
    func metered() async throws {
        let requests = Record<UpdateRequest>()
        let new = try UpdateSite.pack("year", "1.1.0", count: 40, side: 64)
        try site.publish(["year": new])
        // The library has another pack, so parts are requested as well.
        let library = try site.library([UpdateSite.pack("default"), UpdateSite.pack(count: 40, side: 64)])
        let updater = try await site.updater(library, transport: RecordingTransport(requests: requests)) {
            $0.allowsMetered = false
        }
        try await updater.update()
        let sent = requests.all
        let isOfFeed = sent.map { $0.url.contains("feed.json") }
        #expect(isOfFeed.contains(true) && isOfFeed.contains(false))
        #expect(sent.map(\.allowsMetered) == isOfFeed)
    }
}
