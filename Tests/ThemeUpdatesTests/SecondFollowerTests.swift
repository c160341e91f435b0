import Foundation
import PackFormat
import TestSupport
import Testing
import ThemeModel
import ThemeTrust

@testable import ThemeRuntime
@testable import ThemeUpdates

/// A second program that follows feeds, written from FEED.md alone. It and the updater must agree.
struct SecondFollowerTests {
    private struct Client: Encodable {
        struct Pack: Encodable {
            let version: String
            let sha256: String
        }

        let base: String
        var sequence: UInt64 = 0
        var digest = ""
        var installation = ""
        var channel = UpdateSite.channel
        var now = UpdateSite.today
        var reader = PackIndex.formatVersion
        var shown: [String: Pack] = [:]
        /// The contracts that the app knows; `nil` for all.
        var contracts: [String]?
        /// The contract of the default theme that is shown.
        var contract: String?
        /// The packs that were rolled back.
        var barred: [String] = []
    }

    private struct Case: Encodable {
        var feed = ""
        let client: Client
    }

    private static func answers(_ cases: [Case], in sandbox: Sandbox) throws -> [[String: String]?] {
        try sandbox.write("cases.json", Array(try JSONEncoder().encode(cases)))
        let result = try Tool.run(
            try #require(Tool.python),
            ["\(Tool.repository)/Tests/ThemeUpdatesTests/Readers/read_feed.py", "\(sandbox.path)/cases.json"],
            environment: ["PYTHONUTF8": "1"])
        try #require(result.status == 0, "\(result.errors)")
        return try JSONDecoder().decode([[String: String]?].self, from: Data(result.output.utf8))
    }

    @Test("It takes the same packs of random feeds", .enabled(if: Tool.python != nil, "python3 is not installed"))
    func updates() async throws {
        let site = try UpdateSite()
        var random = SeededRandom(seed: 34)
        let versions = ["1.0.0-rc.2", "1.0.0-rc.10", "1.0.0", "1.0.0+build", "1.9.0", "1.10.0", "2.0.0-beta", "2.0.0"]
        let contracts = [UpdateSite.contract, ContentDigest(of: [1])]
        let readers = [1, 1, PackIndex.formatVersion, PackIndex.formatVersion + 1]
        var packs: [ContentDigest: [String: [[UInt8]]]] = [:]
        for contract in contracts {
            for id in ["default", "year", "dark"] {
                packs[contract, default: [:]][id] = try versions.map {
                    try UpdateSite.pack(id, $0, count: 2, contract: contract)
                }
            }
        }
        let all = packs.values.flatMap { $0.values.joined() }
        var (cases, expected): ([Case], [[String: String]]) = ([], [])
        for number in 0..<(Soak.isOn ? 600 : 60) {
            if number.isMultiple(of: 10) { site.storeName = "device-\(number)" }
            let own = try #require(contracts.randomElement(using: &random))
            let embedded = try ["default", "year"].map { try #require(packs[own]?[$0]?.randomElement(using: &random)) }
            let library = try site.library(embedded)
            let known: Set<ContentDigest>? = number % 3 == 0 ? Set(contracts) : nil
            let updater = try await site.updater(library) { $0.contracts = known }
            let state = try UpdateStore(folder: site.storeFolder).state()
            let withdrawn = Set(all.shuffled(using: &random).prefix(number % 4).map { ContentDigest(of: $0) })
            var releases: [FeedRelease] = []
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                let contract = try #require(contracts.randomElement(using: &random))
                var members: [String: [UInt8]] = [:]
                for (id, versions) in try #require(packs[contract]).sorted(by: { $0.key < $1.key }) {
                    let pack = try #require(versions.randomElement(using: &random))
                    guard !withdrawn.contains(ContentDigest(of: pack)), Int.random(in: 0..<4, using: &random) > 0
                    else { continue }
                    members[id] = pack
                }
                guard !members.isEmpty else { continue }
                releases.append(
                    try UpdateSite.release(
                        members, contract: contract, rollout: [0, 30, 60, 100].randomElement(using: &random) ?? 0,
                        minimumReader: readers.randomElement(using: &random) ?? 1))
            }
            try site.publish([:]) {
                $0.releases = releases
                $0.withdrawn = withdrawn
            }
            for pack in all { site.server.files["/app/" + FeedFile.address(of: ContentDigest(of: pack))] = pack }
            let feed = String(decoding: try #require(site.server.files["/app/feed.json"]), as: UTF8.self)
            let plan = try await updater.check()
            var shown: [String: Client.Pack] = [:]
            for (id, pack) in library.snapshot.packs {
                let digest = try #require(UpdateStore(folder: site.storeFolder).digest(ofFile: pack.path))
                shown[id.string] = Client.Pack(version: pack.theme.version.description, sha256: digest.description)
            }
            let installation = try UpdateStore(folder: site.storeFolder).state().installation
            let seen = state.seen(at: site.base)
            cases.append(
                Case(
                    feed: feed,
                    client: Client(
                        base: site.base, sequence: seen.sequence, digest: seen.feed, installation: installation,
                        shown: shown, contracts: (known ?? [own]).map(\.description),
                        contract: library.defaultTheme.pack.contract.description,
                        barred: state.themes.values.flatMap(\.barred.keys))))
            var steps: [String: String] = [:]
            for step in plan.steps { steps[step.theme.string] = step.entry.pack.digest.description }
            expected.append(steps)
            try await updater.update()
            if number % 7 == 6 { _ = try? await updater.rollBack(reason: "crashes") }
        }
        for (number, answer) in try Self.answers(cases, in: site.sandbox).enumerated() {
            #expect(answer == expected[number], "\(number): \(cases[number])")
        }
        #expect(expected.contains { $0.count > 1 } && expected.contains { $0.isEmpty })
    }

    @Test(
        "It and a device take the releases of FEED.md's examples",
        .enabled(if: Tool.python != nil, "python3 is not installed"))
    func examples() async throws {
        let document = try String(contentsOfFile: "\(Tool.repository)/docs/formats/FEED.md", encoding: .utf8)
        let table = document.components(separatedBy: "| releases of the channel | client | takes |\n|---|---|---|\n")
        let rows = try #require(table.last).split(separator: "\n").prefix { $0.hasPrefix("|") }
            .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
        try #require(rows.count == 8)
        let site = try UpdateSite()
        let contracts = ["A": UpdateSite.contract, "B": ContentDigest(of: [1])]
        var (cases, expected): ([Case], [[String: String]]) = ([], [])
        for (row, number) in rows.flatMap({ row in [10, 20].map { (row, $0) } }) {
            let client = row[1]
            guard !client.contains("number") || client.hasSuffix("number \(number)") else { continue }
            let own = try #require(contracts[client.contains("knows B") ? "B" : "A"])
            var embedded = try Dictionary(
                uniqueKeysWithValues: ["default", "year"].map { ($0, try UpdateSite.pack($0, contract: own)) })
            var releases: [FeedRelease] = []
            for (place, text) in row[0].components(separatedBy: "; ").enumerated() {
                let words = text.split(separator: " ")
                let contract = try #require(contracts[String(words[0])])
                let ids = text.contains("without `default`") ? ["year"] : ["default", "year"]
                let members = try Dictionary(
                    uniqueKeysWithValues: ids.map { id in
                        (id, try UpdateSite.pack(id, "1.\(9 - place).0", contract: contract))
                    })
                if place == 0, client.hasPrefix("has all packs") { embedded = members }
                releases.append(
                    try UpdateSite.release(
                        members, contract: contract, rollout: try #require(Int(words[1])),
                        minimumReader: text.contains("reader 9") ? 9 : 1))
            }
            site.storeName = "example-\(cases.count)"
            let store = UpdateStore(folder: site.storeFolder)
            try store.createFolders()
            var state = UpdateState.new()
            state.installation = try #require(
                (0..<100_000).lazy.map(String.init).first { releases[0].bucket(installation: $0) == number })
            if row[0].contains("rolled back") {
                let pack = try #require(releases[0].themes["year"]).pack
                state.themes["year"] = UpdateState.Theme(barred: [pack.digest.description: "crashes"])
            }
            try store.write(state)
            try site.publish([:]) { $0.releases = releases }
            let library = try site.library(["default", "year"].map { try #require(embedded[$0]) })
            let known = ["all", "A and B"].contains { client.contains("knows \($0)") } ? Set(contracts.values) : nil
            let updater = try await site.updater(library) { $0.contracts = known }
            let ordinals = [
                "the first": 0, "the second": 1, "the third": 2, "the first or second, by its number": number / 20,
            ]
            let packs = ordinals[row[2]].map { releases[$0].themes } ?? [:]
            let answer = Dictionary(
                uniqueKeysWithValues: packs.map { ($0.key.string, $0.value.pack.digest.description) })
            let plan = try await updater.check()
            #expect(plan.steps.count == answer.count, "\(row)")
            #expect(plan.steps.allSatisfy { answer[$0.theme.string] == $0.entry.pack.digest.description }, "\(row)")
            expected.append(answer)
            let shown = embedded.mapValues {
                Client.Pack(
                    version: client.hasPrefix("has all packs") ? "1.9.0" : "1.0.0",
                    sha256: ContentDigest(of: $0).description)
            }
            let feed = String(decoding: try #require(site.server.files["/app/feed.json"]), as: UTF8.self)
            var other = Client(base: site.base, installation: state.installation, shown: shown)
            if client.contains("version 2") { other.reader = 2 }
            other.contracts = (known ?? [own]).map(\.description)
            other.contract = own.description
            other.barred = state.themes.values.flatMap(\.barred.keys)
            cases.append(Case(feed: feed, client: other))
        }
        #expect(try Self.answers(cases, in: site.sandbox) == expected)
    }

    @Test("It refuses the same changed feeds", .enabled(if: Tool.python != nil, "python3 is not installed"))
    func refused() throws {
        let site = try UpdateSite()
        var random = SeededRandom(seed: 35)
        let pack = try UpdateSite.pack("year", "2.0.0-beta.1")
        try site.publish(["year": pack]) { $0.withdrawn = [ContentDigest(of: [1]), ContentDigest(of: [2])] }
        let sound = String(decoding: try #require(site.server.files["/app/feed.json"]), as: UTF8.self)
        let words = [
            "\"", "{", "}", "[", "]", ",", ":", "0", "1", "-", ".", "a", "A", "/", " ", "\n", "\\", "e", "+", "\u{0}",
            "é",
            "1.0.0-01", "1.0.0-", "01.0.0", "1.0.0+", "2030-02-30T00:00:00Z", "2026-08-01T00:00:60Z", "com1", "a.",
            "..",
            "null", "1.0", "1e2", "-0", "\"x\": 1,", "https://a..b/", "http://localhost/", "https://-a/",
        ]
        var cases = [Case(feed: sound, client: Client(base: site.base))]
        for _ in 0..<(Soak.isOn ? 50_000 : 3000) {
            var text = Array(sound)
            for _ in 0..<Int.random(in: 1...2, using: &random) {
                let start = Int.random(in: 0..<text.count, using: &random)
                let end = min(start + Int.random(in: 0...2, using: &random), text.count)
                text.replaceSubrange(start..<end, with: words.randomElement(using: &random) ?? "")
            }
            cases.append(Case(feed: String(text), client: Client(base: site.base)))
        }
        // Changes of whole values, which random ones seldom make.
        for (value, others) in [
            ("\"2.0.0-beta.1\"", ["1.0.0-01", "1.0.0-0a", "1.0.0-a..b", "01.0.0", "1.0.0+a-b.01", "1.0.0-", "1.0"]),
            ("\"year\"", ["a.", ".a", "com1", "COM1.x", "aux", "a b", "-a", "_a", String(repeating: "a", count: 65)]),
            (
                "\"2026-",
                ["2026-08-01T00:00:60Z", "2026-02-30T00:00:00Z", "2026-8-01T00:00:00Z", "1969-12-31T23:59:59Z"]
            ),
        ] {
            let range = try #require(sound.range(of: value))
            let end =
                value.last == "\"" ? range.upperBound : try #require(sound[range.upperBound...].firstIndex(of: ","))
            for other in others {
                let text = sound.replacingCharacters(in: range.lowerBound..<end, with: "\"\(other)\"")
                cases.append(Case(feed: text, client: Client(base: site.base)))
            }
        }
        let label = String(repeating: "a", count: 63)
        for base in [
            "https://a/", "https://a", "https://a:1/", "https://a:0/", "https://a:01/", "https://a:65535/",
            "https://a:65536/", "https://-a/", "https://a-/", "https://a-b/", "https://a..b/", "https://.a/",
            "https://A/",
            "https://\(label)/", "https://\(label)a/", "https://\(label).\(label).\(label).\(label)/", "https://[::1]/",
            "https://[::1]:8/", "https://[1]/", "https://[G::]/", "https://[::1/", "http://localhost/", "http://a/",
            "http://127.0.0.1:8/x/", "https://a/b//", "https://a/./", "https://a/../", "https://a/.../",
            "https://a/%20/",
            "https://a/b?/", "https://u@a/", "https:///", "https://a/\(String(repeating: "b", count: 1013))/",
            "https://a/\(String(repeating: "b", count: 1014))/",
        ] {
            cases.append(Case(feed: sound.replacing(site.base, with: base), client: Client(base: base)))
        }
        cases.append(
            Case(
                feed: sound.replacing(/"stable": \[(.|\n)*\n    \]/, with: "\"stable\": []"),
                client: Client(base: site.base)
            ))
        for (number, answer) in try Self.answers(cases, in: site.sandbox).enumerated() {
            let feed = try? ThemeFeed(unverified: Array(cases[number].feed.utf8))
            #expect((answer != nil) == (feed?.base.string == cases[number].client.base), "\(cases[number].feed)")
        }
    }
}
