import ContentHashing
import Foundation
import TestSupport
import Testing
import ThemeCatalogue
import ThemeManagement
import ThemeModel

@testable import ThemeUpdates

/// Attacks of a server, or of somebody between it and the app. After each attack the old theme is in force or the new
/// one, whole, also after a restart, and the next check works.
@Suite(.serialized)
struct AttackTests {
    struct Attack: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// The version of the theme after the attack; `nil` for either.
        var version: String? = "1.0.0"
        /// A part of the error; `nil` if there need not be one.
        var error: String?
        var sites: @Sendable (UpdateSite) throws -> Void = { _ in }
        var behavior: TestServer.Behavior?

        /// Whether the limit for slow transfers ends it.
        var isSlow: Bool { error == "too slowly" }
    }

    static let new = (try? UpdateSite.pack("year", "1.1.0")) ?? []
    private static let path = "/app/" + CatalogueFile.address(of: ContentDigest(of: new))

    /// An attack on the answer for the pack.
    private static func onPack(
        _ name: String, error: String? = nil, version: String? = "1.0.0",
        _ answer: @escaping @Sendable (TestServer.Request, [UInt8]) -> [TestServer.Action]
    ) -> Attack {
        Attack(
            testDescription: name, version: version, error: error,
            behavior: { request, file in request.path == path ? file.map { answer(request, $0) } : nil })
    }

    /// An attack on the answer for any file.
    private static func onAll(
        _ name: String, error: String? = nil, version: String? = "1.0.0",
        _ answer: @escaping @Sendable (TestServer.Request, [UInt8]) -> [TestServer.Action]
    ) -> Attack {
        Attack(
            testDescription: name, version: version, error: error,
            behavior: { request, file in answer(request, file ?? []) })
    }

    static let answers: [Attack] = [
        onPack("reset before an answer", error: "cannot be fetched") { _, _ in [.reset] },
        onPack("cut in the head", error: "cannot be fetched") { _, _ in [.send(Array("HTTP/1.1 200 O".utf8))] },
        onPack("200 for 206", version: "1.1.0") { request, file in
            var request = request
            request.fields["range"] = nil
            return [.send(TestServer.good(request, file))]
        },
        onPack("another range", version: nil) { request, file in
            guard request.range(of: file.count) != nil else { return [.send(TestServer.response(200, [:], file))] }
            return [.send(TestServer.response(206, ["Content-Range": "bytes 0-9/\(file.count)"], Array(file[..<10])))]
        },
        onPack("a range without its field") { _, file in [.send(TestServer.response(206, [:], file))] },
        onPack("416", error: "answered 416") { _, _ in [.send(TestServer.response(416, [:], []))] },
        onPack("404", error: "answered 404") { _, _ in [.send(TestServer.response(404, [:], []))] },
        onPack("500", error: "answered 500") { _, _ in [.send(TestServer.response(500, [:], []))] },
        onPack("gzip though identity was asked", error: "") { _, file in
            [.send(TestServer.response(200, ["Content-Encoding": "gzip"], file))]
        },
        onPack("a body that is really compressed", error: "is compressed") { _, file in
            [.send(TestServer.response(200, ["Content-Encoding": "gzip"], TestServer.gzip(file)))]
        },
        onPack("an endless body", error: "should") { _, _ in
            [
                .send(Array("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".utf8)),
                .repeatedly([UInt8](repeating: 7, count: 10_000), pause: 0),
            ]
        },
        onAll("an endless catalogue", error: "has more than") { _, _ in
            [
                .send(Array("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".utf8)),
                .repeatedly([UInt8](repeating: 7, count: 10_000), pause: 0),
            ]
        },
        onPack("an endless head", error: "too slowly") { _, _ in
            [
                .send(Array("HTTP/1.1 200 OK\r\n".utf8)),
                .repeatedly(Array("X-Filler: 0123456789012345678901234567890123456789\r\n".utf8), pause: 1),
            ]
        },
        onPack("silence", error: "too slowly") { _, _ in [.wait] },
        onPack("silence after the head", error: "too slowly") { _, _ in
            [.send(Array("HTTP/1.1 200 OK\r\nContent-Length: \(new.count)\r\n\r\n".utf8)), .wait]
        },
        onPack("a slow drip", error: "too slowly") { request, file in
            [
                .send(Array("HTTP/1.1 200 OK\r\nContent-Length: \(file.count)\r\n\r\n".utf8)),
                .repeatedly([7], pause: 30),
            ]
        },
        onPack("a redirect to itself", error: "") { request, _ in
            [.send(TestServer.response(302, ["Location": request.path], []))]
        },
        onPack("a redirect to another host without encryption", error: "answered 302") { _, _ in
            [.send(TestServer.response(302, ["Location": "http://example.invalid/x"], []))]
        },
        onPack("a redirect to a file", error: "") { _, _ in
            [.send(TestServer.response(302, ["Location": "file:///etc/hostname"], []))]
        },
        onPack("a longer body", error: "bytes") { _, file in [.send(TestServer.response(200, [:], file + [0]))] },
        onPack("a shorter body", error: "bytes") { _, file in
            [.send(TestServer.response(200, [:], Array(file.dropLast())))]
        },
        onPack("a shorter body than its head says", error: "") { _, file in
            [.send(TestServer.response(200, [:], Array(file.dropLast()), length: file.count))]
        },
        onPack("the right length and wrong bytes", error: "another SHA-256") { _, file in
            var wrong = file
            wrong[wrong.count / 2] ^= 1
            return [.send(TestServer.response(200, [:], wrong))]
        },
        onPack("an old pack in place of the new one", error: "") { _, file in
            let old = (try? UpdateSite.pack("year", "0.9.0")) ?? []
            return [.send(TestServer.response(200, [:], Array((old + file).prefix(file.count))))]
        },
        onAll("no signature", error: "answered 404") { request, file in
            [.send(request.path.hasSuffix(".sig") ? TestServer.response(404, [:], []) : TestServer.good(request, file))]
        },
        onAll("a signature that is none", error: "refused") { request, file in
            let text = Array("<html>Please log in</html>".utf8)
            return [
                .send(
                    request.path.hasSuffix(".sig")
                        ? TestServer.response(200, [:], text) : TestServer.good(request, file))
            ]
        },
        onAll("a changed catalogue", error: "refused") { request, file in
            var file = file
            if request.path.hasSuffix(".json") { file[file.count / 2] ^= 1 }
            return [.send(TestServer.good(request, file))]
        },
    ]

    static let catalogues: [Attack] = [
        Attack(testDescription: "signed by another key", error: "refused") { site in
            try site.publish(["year": new]) { $0.signer = TestSigner() }
        },
        Attack(testDescription: "signed for another purpose", error: "refused") { site in
            try site.publish(["year": new]) { $0.namespace = "themepack" }
        },
        Attack(testDescription: "for another address", error: "not for") { site in
            try site.publish(["year": new]) { $0.base = "https://other.example/app/" }
        },
        Attack(testDescription: "expired", error: nil) { site in
            try site.publish(["year": new]) { $0.expires = Moment(secondsSince1970: Int64(UpdateSite.today) - 1) }
        },
        Attack(testDescription: "a signed pack of another theme", error: "contains the theme 'autumn'") { site in
            let other = try UpdateSite.pack("autumn", "1.1.0")
            try site.publish(["autumn": other]) {
                $0.entries = ["year": try UpdateSite.entry(other)]
            }
        },
        Attack(testDescription: "another version than it says", error: "has version 1.1.0") { site in
            try site.publish(["year": new]) { $0.entries["year"] = try UpdateSite.entry(new) { $0.version = "7.0.0" } }
        },
        Attack(testDescription: "no pack at all", error: "the pack of 'year'") { site in
            let other = Array("PK but no pack".utf8)
            try site.publish(["other": new]) {
                let entry = try UpdateSite.entry(new)
                $0.entries = [
                    "year": try CatalogueEntry(
                        version: entry.version, pack: try UpdateSite.file(other), contract: entry.contract,
                        minimumReader: 1)
                ]
            }
            site.server.files["/app/" + CatalogueFile.address(of: ContentDigest(of: other))] = other
        },
    ]

    static let deltas: [(String, @Sendable ([UInt8]) throws -> [UInt8])] = [
        (
            "from another base",
            { new in try UpdateSite.delta(from: UpdateSite.pack("year", "0.1.0", changed: 7), to: new) }
        ),
        (
            "that claims 4 GiB",
            { new in
                var forge = PackForge(try UpdateSite.delta(from: UpdateSite.pack(), to: new))
                forge.set(16, bytes: 8, to: 4 << 30)
                return forge.bytes
            }
        ),
        (
            "that makes another pack",
            { _ in
                try UpdateSite.delta(from: UpdateSite.pack(), to: UpdateSite.pack("year", "6.6.6"))
            }
        ),
        ("that is none", { _ in Array("no delta".utf8) }),
    ]

    @Test("TR11 No answer of a server makes an app show a wrong theme, or stops later updates", arguments: answers)
    func answer(_ attack: Attack) async throws {
        let site = try UpdateSite()
        try site.publish(["year": Self.new])
        site.server.behavior = attack.behavior
        try await hold(attack, site)
    }

    @Test("TR11 No catalogue makes an app show a wrong theme, or stops later updates", arguments: catalogues)
    func catalogue(_ attack: Attack) async throws {
        let site = try UpdateSite()
        try attack.sites(site)
        try await hold(attack, site)
    }

    @Test("TR11 A wrong delta is replaced by the pack", arguments: deltas.indices)
    func delta(_ number: Int) async throws {
        let site = try UpdateSite()
        let delta = try Self.deltas[number].1(Self.new)
        try site.publish(["year": Self.new], deltas: [delta]) {
            let listed = CatalogueDelta(
                base: ContentDigest(of: try UpdateSite.pack()), file: try UpdateSite.file(delta))
            $0.entries["year"] = try UpdateSite.entry(Self.new, deltas: [listed])
        }
        // The pack itself is fetched in its place.
        try await hold(Attack(testDescription: Self.deltas[number].0, version: "1.1.0"), site)
    }

    @Test("TR11 A connection that is cut at any byte leaves a whole theme, and the next update works")
    func cut() async throws {
        let length = TestServer.good(TestServer.Request(path: "", fields: [:]), Self.new).count
        let cuts = Soak.isOn ? Array(stride(from: 0, to: length, by: 97)) : [0, 1, 20, 150, 300, 5000, length - 1]
        for cut in cuts {
            let site = try UpdateSite()
            try site.publish(["year": Self.new])
            site.server.behavior = { request, file in
                request.path == Self.path ? [.send(Array(TestServer.good(request, file).prefix(cut)))] : nil
            }
            try await hold(Attack(testDescription: "\(cut)", version: nil), site)
        }
    }

    @Test("TR11 A file that changes between two parts of a download is fetched anew")
    func changedFile() async throws {
        let site = try UpdateSite()
        try site.publish(["year": Self.new])
        let isCut = Lock(false)
        site.server.behavior = { request, file in
            guard request.path == Self.path, let file else { return nil }
            let first = isCut.withLock { cut in
                defer { cut = true }
                return !cut
            }
            if first { return [.send(Array(TestServer.good(request, file, tag: "\"one\"").prefix(4000)))] }
            // It ignores If-Range and sends the rest of other bytes.
            let range = request.range(of: file.count) ?? 0..<file.count
            let fields = [
                "ETag": "\"two\"", "Content-Range": "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(file.count)",
            ]
            let zeros = [UInt8](repeating: 0, count: range.count)
            return [
                .send(
                    request.fields["range"] == nil
                        ? TestServer.good(request, file, tag: "\"two\"") : TestServer.response(206, fields, zeros))
            ]
        }
        try await hold(Attack(testDescription: "changed", version: "1.1.0"), site)
    }

    /// A device sees this while a release is copied to the server.
    @Test("TR11 A catalogue with another signature is refused", arguments: ["catalogue.json", "catalogue.json.sig"])
    func mixed(_ name: String) async throws {
        let site = try UpdateSite()
        try site.publish(["year": try UpdateSite.pack("year", "0.9.0")])
        let old = site.server.files["/app/\(name)"]
        try site.publish(["year": Self.new])
        site.server.behavior = { request, _ in
            request.path == "/app/\(name)" ? [.send(TestServer.good(request, old))] : nil
        }
        try await hold(Attack(testDescription: "mixed", error: "refused"), site)
    }

    @Test("TR11 An older catalogue is refused, and another one with the same number")
    func older() async throws {
        let site = try UpdateSite()
        try site.publish(["year": Self.new])
        let library = try site.library()
        let updater = try await site.updater(library)
        try await updater.update()
        try site.publish(["year": UpdateSite.pack("year", "1.2.0")]) { $0.sequence = 1 }
        #expect(await error { try await updater.check() }.contains("two catalogues"))
        try site.publish(["year": UpdateSite.pack("year", "1.3.0")]) { $0.sequence = 9 }
        _ = try await updater.check()
        try site.publish(["year": Self.new]) { $0.sequence = 8 }
        #expect(await error { try await updater.check() }.contains("9 was seen before"))
        let restarted = try site.library()
        let second = try await site.updater(restarted)
        #expect(await error { try await second.check() }.contains("9 was seen before"))
        #expect(try restarted.wholeVersion() == "1.1.0")
        try site.publish(["year": UpdateSite.pack("year", "1.4.0")]) { $0.sequence = 10 }
        #expect(try await second.update().count == 1)
    }

    /// A catalogue that is served for ever hides new versions until it expires, and no longer.
    @Test("TR11 A clock that is wrong by a year stops updates at most until it is right", arguments: [-365.0, 365.0])
    func wrongClock(_ days: Double) async throws {
        let site = try UpdateSite()
        try site.publish(["year": Self.new])
        let library = try site.library()
        let wrong = try await site.updater(library, now: UpdateSite.today + days * 86_400)
        let plan = try await wrong.check()
        #expect(plan.isExpired == (days > 0) && plan.isEmpty == plan.isExpired)
        #expect(days < 0 || plan.obstacles == ["year": .expired])
        #expect(try library.wholeVersion() == "1.0.0")
        #expect(try await site.updater(library).update().count == 1)
    }

    @Test func `A catalogue that expires between download and activation is not activated`() async throws {
        let site = try UpdateSite()
        try site.publish(["year": Self.new])
        let library = try site.library()
        let updater = try await site.updater(library)
        try await updater.download(try await updater.check())
        let late = try await site.updater(library, now: UpdateSite.today + 31 * 86_400)
        #expect(await error { try await late.activate() }.contains("expired"))
        #expect(try library.wholeVersion() == "1.0.0")
    }

    @Test func `Without permission, http is refused before anything is sent`() async throws {
        let site = try UpdateSite()
        try site.publish(["year": Self.new])
        let updater = try await site.updater(try site.library()) { $0.allowsLoopback = false }
        #expect(await error { try await updater.check() }.contains("not an https address"))
        #expect(site.server.takeRequests().isEmpty)
    }

    private func error(_ body: () async throws -> Any) async -> String {
        do {
            _ = try await body()
            return ""
        } catch {
            return "\(error)"
        }
    }

    private func hold(_ attack: Attack, _ site: UpdateSite) async throws {
        let library = try site.library()
        let updater = try await site.updater(library) { if attack.isSlow { $0.limits.interval = .seconds(2) } }
        let start = ContinuousClock.now
        let text = await error { try await updater.update() }
        // Other limits, such as that of URLSession for silence, are longer.
        #expect(!attack.isSlow || .now - start < .seconds(50))
        if let expected = attack.error {
            #expect(!text.isEmpty && (expected.isEmpty || text.contains(expected)), "\(text)")
        } else if attack.version == "1.1.0" {
            #expect(text.isEmpty, "\(text)")
        }
        let version = try library.wholeVersion()
        #expect(
            ["1.0.0", "1.1.0"].contains(version) && attack.version.map { $0 == version } ?? true, "\(version ?? "")")
        let restarted = try site.library()
        let second = try await site.updater(restarted)
        #expect(try restarted.wholeVersion() == version)
        site.server.behavior = nil
        try site.publish(["year": Self.new])
        try await second.update()
        #expect(try restarted.wholeVersion() == "1.1.0")
    }
}
