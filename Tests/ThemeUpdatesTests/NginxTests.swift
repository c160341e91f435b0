import ThemeModel
import Foundation
import ThemeSystem
import TestSupport
import Testing
import ThemeTrust
import ThemeManagement

@testable import ThemeUpdates

/// A good server that others wrote.
struct NginxTests {
    private static let nginx = Tool.path(of: "nginx") ?? Tool.path(of: "/usr/sbin/nginx")

    /// A site that nginx serves until this is freed.
    private final class Served {
        let site: UpdateSite
        let base: String
        private let process: Process

        init() async throws {
            site = try UpdateSite()
            let port = Int(try LoopbackSocket.freePort())
            base = "http://127.0.0.1:\(port)/app/"
            process = try await NginxTests.start(port, site.sandbox.path)
        }

        /// `waitUntilExit` needs a run loop, which an async test does not have.
        deinit { kill(process.processIdentifier, SIGKILL) }

        /// Publishes a pack and the delta from the one before. Returns the delta.
        func publish(_ pack: [UInt8], from old: [UInt8]) throws -> [UInt8] {
            let delta = try UpdateSite.delta(from: old, to: pack)
            try site.publish(["year": pack], deltas: [delta]) {
                $0.base = base
                let listed = FeedDelta(base: ContentDigest(of: old), file: try UpdateSite.file(delta))
                $0.entries["year"] = try UpdateSite.entry(pack, deltas: [listed])
            }
            for (path, bytes) in site.server.files { try site.sandbox.write("www" + path, bytes) }
            // As docs/hosting.md makes it.
            let script = "gzip -9nc www/app/feed.json > www/app/feed.json.gz"
            try #require(try Tool.run("/bin/sh", ["-c", script], in: site.sandbox.path).status == 0)
            return delta
        }
    }

    @Test(
        "TR9 nginx serves a feed: by delta, by ranges, as a whole, and resumed",
        .enabled(if: nginx != nil, "nginx is not installed: make setup-tests installs it"))
    func ways() async throws {
        let nginx = try await Served()
        let site = nginx.site
        let base = nginx.base
        let packs = try ["1.0.0", "1.1.0", "1.2.0", "1.3.0"].map {
            try UpdateSite.pack("year", $0, count: 40, side: 64)
        }
        let delta = try UpdateSite.delta(from: packs[0], to: packs[1])
        let library = try site.library([UpdateSite.pack("default"), packs[0]])
        for (number, pack) in packs.enumerated().dropFirst() {
            try site.publish(["year": pack], deltas: number == 1 ? [delta] : []) {
                $0.base = base
                let listed = FeedDelta(base: ContentDigest(of: packs[0]), file: try UpdateSite.file(delta))
                if number == 1 { $0.entries["year"] = try UpdateSite.entry(pack, deltas: [listed]) }
            }
            for (path, bytes) in site.server.files { try site.sandbox.write("www" + path, bytes) }
            let updater = try await site.updater(library) { $0.base = (try? FeedBase(base)) ?? $0.base }
            if number == 3 {
                // The start of a download that was cut.
                try site.sandbox.write("store/partial/\(ContentDigest(of: pack))", Array(pack.prefix(5000)))
            }
            #expect(try await updater.update().count == 1)
            #expect(try library.wholeVersion() == "1.\(number).0")
        }
    }

    /// The answers of nginx since the last call, as paths with the bytes of heads and bodies.
    private static func answers(_ count: Int, in sandbox: Sandbox) async throws -> [(path: Substring, bytes: Int)] {
        let path = "\(sandbox.path)/answers"
        var lines: [[Substring]] = []
        // nginx writes a line after the client has the answer.
        try #require(
            try await suspendUntil {
                lines = (try? sandbox.text("answers"))?.split(separator: "\n").map { $0.split(separator: " ") } ?? []
                return lines.count >= count
            })
        // nginx continues at the end of the file, which is its beginning now.
        try #require(truncate(path, 0) == 0)
        return try lines.map { (path: $0[0], bytes: try #require(Int($0[1]))) }
    }

    @Test(
        "A check that finds nothing costs 520 bytes, and an update by delta 960 more than the delta and the feed",
        .enabled(if: nginx != nil, "nginx is not installed: make setup-tests installs it"))
    func bytes() async throws {
        let nginx = try await Served()
        let site = nginx.site
        let packs = try ["1.0.0", "1.1.0"].map { try UpdateSite.pack("year", $0, count: 40, side: 64) }
        let delta = try nginx.publish(packs[1], from: packs[0])
        let feed = try site.sandbox.read("www/app/feed.json.gz").count
        let library = try site.library([UpdateSite.pack("default"), packs[0]])
        let updater = try await site.updater(library) { $0.base = try FeedBase(nginx.base) }
        #expect(try await updater.update().count == 1)
        let update = try await Self.answers(3, in: site.sandbox)
        #expect(
            update.map { String($0.path) }
                == ["/app/feed.json.sig", "/app/feed.json", "/app/sha256/\(ContentDigest(of: delta))"])
        let more = update.reduce(0) { $0 + $1.bytes } - feed - delta.count
        #expect((0...960).contains(more), "\(more)")
        #expect(try await updater.update().isEmpty)
        let check = try await Self.answers(1, in: site.sandbox)
        #expect(check.map(\.path) == ["/app/feed.json.sig"] && check[0].bytes <= 520, "\(check)")
    }

    /// A pack with an image of random bytes, which no delta makes smaller, and one that does not change.
    private static func pack(_ version: String, changedBytes: Int) throws -> [UInt8] {
        var pack = try ForgedPack("year", extends: "default")
        pack.contract = UpdateSite.contract
        pack.theme.version = try SemanticVersion(version)
        var random = SeededRandom(seed: version == "1.0.0" ? 1 : 2)
        let changed = (0..<changedBytes).map { _ in UInt8.random(in: 0...255, using: &random) }
        for (name, bytes) in [("common/changed", changed), ("common/same", [UInt8](repeating: 7, count: 200_000))] {
            try pack.add(image: name, bytes, size: PixelSize(width: 64, height: 64))
        }
        return try pack.bytes()
    }

    @Test(
        "An update by delta sends at most 1.05 times the changed bytes, from 33 kB on",
        .enabled(if: nginx != nil, "nginx is not installed: make setup-tests installs it"))
    func ratio() async throws {
        let nginx = try await Served()
        let site = nginx.site
        let changedBytes = 33_000
        let packs = try ["1.0.0", "1.1.0"].map { try Self.pack($0, changedBytes: changedBytes) }
        let delta = try nginx.publish(packs[1], from: packs[0])
        let library = try site.library([UpdateSite.pack("default"), packs[0]])
        let updater = try await site.updater(library) { $0.base = try FeedBase(nginx.base) }
        #expect(try await updater.update().count == 1)
        let sent = try await Self.answers(3, in: site.sandbox).reduce(0) { $0 + $1.bytes }
        let added = "\(sent - changedBytes) bytes more, of which \(delta.count - changedBytes) in the delta"
        #expect(Double(sent) <= 1.05 * Double(changedBytes), "\(added)")
    }

    /// The part of a configuration that docs/hosting.md recommends.
    private static func locations() throws -> String {
        let text = try String(contentsOfFile: "\(Tool.repository)/docs/hosting.md", encoding: .utf8)
        return try #require(text.components(separatedBy: "```nginx\n").last?.components(separatedBy: "```").first)
    }

    @Test(
        "nginx says how long caches may keep a file, and compresses the feed, as docs/hosting.md configures it",
        .enabled(if: nginx != nil, "nginx is not installed: make setup-tests installs it"))
    func cacheControl() async throws {
        let sandbox = try Sandbox()
        let port = Int(try LoopbackSocket.freePort())
        let feed = [UInt8](repeating: 7, count: 1000)
        try sandbox.write("www/app/feed.json", feed)
        try sandbox.write("www/app/feed.json.gz", TestServer.gzip(feed))
        try sandbox.write("www/app/sha256/a", [1])
        let process = try await Self.start(port, sandbox.path)
        defer { kill(process.processIdentifier, SIGKILL) }
        for (path, value) in [("feed.json", "max-age=300"), ("sha256/a", "max-age=31536000, immutable")] {
            let request = UpdateRequest(url: "http://127.0.0.1:\(port)/app/\(path)", allowsLoopback: true)
            let fields = try await SystemTransport().send(request).fields
            #expect(fields["cache-control"] == value && fields["content-encoding"] == nil)
            #expect(fields["etag"] == nil && fields["last-modified"] == nil)
        }
        for acceptsGzip in [false, true] {
            let url = "http://127.0.0.1:\(port)/app/feed.json"
            let request = UpdateRequest(url: url, allowsLoopback: true, acceptsGzip: acceptsGzip)
            let response = try await SystemTransport().send(request)
            #expect(response.fields["content-encoding"] == (acceptsGzip ? "gzip" : nil))
            #expect(response.fields["vary"] == "Accept-Encoding")
            #expect(try await response.body.reduce(into: []) { $0 += $1 } == feed)
        }
    }

    private static func start(_ port: Int, _ folder: String) async throws -> Process {
        let configuration = """
            daemon off; master_process off; pid \(folder)/nginx.pid; error_log \(folder)/nginx.log;
            events { }
            http {
              log_format answers '$uri $bytes_sent'; access_log \(folder)/answers answers;
              client_body_temp_path \(folder)/t1; proxy_temp_path \(folder)/t2;
              fastcgi_temp_path \(folder)/t3; uwsgi_temp_path \(folder)/t4; scgi_temp_path \(folder)/t5;
              gzip on; gzip_types *; gzip_min_length 1;
              server { listen 127.0.0.1:\(port); root \(folder)/www;
              \(try locations())
              }
            }
            """
        try configuration.write(toFile: "\(folder)/nginx.conf", atomically: true, encoding: .utf8)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: nginx ?? "")
        process.arguments = ["-c", "\(folder)/nginx.conf", "-p", folder, "-e", "\(folder)/nginx.log"]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        // nginx writes this file when it listens.
        try #require(try await suspendUntil { FileManager.default.fileExists(atPath: "\(folder)/nginx.pid") })
        return process
    }
}
