import ThemeModel
import Foundation
import TestSupport
import Testing
import ThemeTrust

@Suite("Publishing a feed")
struct FeedCommandTests: ToolTests, SentenceTests {
    static let sentences = "commands-feed"
    static let url = "https://themes.example.org/app/"

    let sandbox: Sandbox

    init() throws { sandbox = try Self.builtProject() }

    /// - Parameter name: of the case with what the command prints.
    @discardableResult
    func publish(_ arguments: String..., status: Int = 0, says name: String? = nil) throws -> Tool.Result {
        let result = try Tool.run(
            Tool.themepack, ["feed", "--first", "--base-url", Self.url] + arguments, in: sandbox.path,
            environment: ["SOURCE_DATE_EPOCH": "1767225600"])
        #expect(Int(result.status) == status, "\(result)")
        if let name { try expect(result, status, name) }
        return result
    }

    func feed(_ path: String = "dist/feed.json") throws -> ThemeFeed {
        try ThemeFeed(unverified: sandbox.read(path))
    }

    func build(_ version: String) throws -> String {
        let manifest = try sandbox.text("themes/year/theme.json")
        let range = try #require(manifest.firstMatch(of: /"version": "[^"]*"/)).range
        try sandbox.write(
            "themes/year/theme.json", manifest.replacingCharacters(in: range, with: "\"version\": \"\(version)\""))
        try #require(themepack("build").status == 0)
        let bytes = try sandbox.read("dist/year-\(version).themepack.zip")
        return ContentDigest(of: bytes).description
    }

    func year(_ channel: String = "stable") throws -> FeedEntry? {
        try feed().entry(of: "year", in: FeedChannel(channel))
    }

    /// The releases of the channel, the newest first, as percentage and versions.
    func releases() throws -> [String] {
        try (feed().channels[FeedChannel("stable")] ?? []).map { release in
            let themes = release.themes.sorted { $0.key < $1.key }.map { "\($0) \($1.version)" }
            return "\(release.rollout) %: " + themes.joined(separator: ", ")
        }
    }

    func setDefaultVersion(_ version: String) throws {
        let manifest = try sandbox.text("themes/default/theme.json")
        let range = try #require(manifest.firstMatch(of: /"version": "[^"]*"/)).range
        try sandbox.write(
            "themes/default/theme.json", manifest.replacingCharacters(in: range, with: "\"version\": \"\(version)\""))
    }

    @Test("TR6 The folder is a complete site: every file that is listed is there, under its digest")
    func site() throws {
        try publish(says: "the first feed")
        let feed = try feed()
        #expect(feed.base.string == Self.url && feed.sequence == 1 && feed.withdrawn.isEmpty)
        let release = try #require(feed.channels[FeedChannel("stable")]?.first)
        #expect(release.rollout == 100 && feed.channels.values.first?.count == 1)
        let themes = release.themes
        #expect(Set(themes.keys) == [.default, "year"])
        for (id, entry) in themes {
            let bytes = try sandbox.read("dist/\(entry.pack.address)")
            #expect(ContentDigest(of: bytes) == entry.pack.digest && bytes.count == Int(entry.pack.byteCount))
            #expect(try bytes == sandbox.read("dist/\(id)-\(entry.version).themepack.zip"))
            #expect(entry.minimumReader == 1 && entry.deltas.isEmpty)
        }
        #expect(try sandbox.listing(of: "dist").keys.allSatisfy { !$0.contains(".tmp") })
        // As a shell completes the name of a folder.
        try publish("dist/", says: "the second feed")
    }

    @Test("TR6 The next feed continues the one before")
    func continues() throws {
        try publish("--rollout", "20")
        let first = try #require(try year())
        let before = try sandbox.read("dist/feed.json")
        try sandbox.write("dist/feed.json.sig", "old")
        let digest = try build("1.3.0")
        try publish("--channel", "beta", "--expires", "12h")
        #expect(try feed().sequence == 2 && feed().expires == Moment("2026-01-01T12:00:00Z"))
        #expect(try year() == first && year("beta")?.pack.digest.description == digest)
        #expect(!FileManager.default.fileExists(atPath: "\(sandbox.path)/dist/feed.json.sig"))
        try publish()
        #expect(try releases() == ["20 %: default 1.0.0, year 1.3.0"])
        try publish("--rollout", "50")
        #expect(try releases() == ["50 %: default 1.0.0, year 1.3.0"])
        try sandbox.write("before.json", before)
        try publish("--previous", "before.json", "-o", "site/feed.json")
        #expect(try feed("site/feed.json").sequence == 2)
        let pack = try #require(try feed("site/feed.json").channels.values.first?.first?.themes["year"]).pack
        #expect(try ContentDigest(of: sandbox.read("site/\(pack.address)")) == pack.digest)
    }

    @Test("A rollout that would change no pack is refused")
    func completeRollout() throws {
        try publish("--rollout", "50")
        try publish("--rollout", "20")
        #expect(try releases() == ["20 %: default 1.0.0, year 1.2.0"], "it can be lowered until all devices get it")
        try publish("--rollout", "100")
        try publish("--rollout", "50", status: 2, says: "a rollout that would change no pack")
        try publish("--rollout", "100")
        #expect(try releases() == ["100 %: default 1.0.0, year 1.2.0"] && feed().sequence == 4)
    }

    @Test("TR10 While a release is rolled out, the last complete one stays; a withdrawal returns to it")
    func lastComplete() throws {
        try publish()
        let stays = "100 %: default 1.0.0, year 1.2.0"
        for version in ["1.3.0", "1.4.0"] {
            _ = try build(version)
            try publish("--rollout", "20", "--expires", "36500d")
            #expect(try releases() == ["20 %: default 1.0.0, year \(version)", stays])
        }
        #expect(try year()?.deltas.count ?? 0 > 0)
        try expect(themepack("feed", "--check"), 0, "a rollout beside the last complete release")
        let feed = try sandbox.read("dist/feed.json")
        try sandbox.write("alone/a.themepack.zip", sandbox.read("dist/default-1.0.0.themepack.zip"))
        try publish("alone", "-o", "dist/feed.json", "--withdraw", "dist/year-1.4.0.themepack.zip")
        #expect(try releases() == [stays])
        try sandbox.write("dist/feed.json", feed)
        try publish("--rollout", "100")
        #expect(try releases() == ["100 %: default 1.0.0, year 1.4.0"])
    }

    @Test("TR9 A new version has deltas from the versions before")
    func deltas() throws {
        let manifest = try sandbox.text("themes/year/theme.json")
        try sandbox.write(
            "themes/year/theme.json",
            manifest.replacing("\"version\"", with: "\"resources\": [\"fonts/*\"], \"version\""))
        try sandbox.write("themes/year/fonts/a.ttf", [UInt8](repeating: 7, count: 40_000))
        var digests: [String] = []
        for version in ["1.3.0", "1.4.0", "1.5.0", "1.6.0"] {
            digests.append(try build(version))
            try publish("--deltas", "2", "--rollout", "20")
        }
        let entry = try #require(try year())
        #expect(Set(entry.deltas.map(\.base.description)) == Set(digests[1...2]))
        for delta in entry.deltas {
            let bytes = try sandbox.read("dist/\(delta.file.address)")
            #expect(ContentDigest(of: bytes) == delta.file.digest && bytes.count < 2000)
            let base = "dist/\(FeedFile.address(of: delta.base))"
            let result = try themepack("patch", base, "dist/\(delta.file.address)", "-o", "new.zip")
            #expect(result.status == 0, "\(result)")
            #expect(try ContentDigest(of: sandbox.read("new.zip")) == entry.pack.digest)
        }
        try publish("--rollout", "50")
        #expect(try year()?.deltas == entry.deltas)
    }

    @Test(
        "TR9 A pack that cannot be read is no base of a delta, and the command says why",
        arguments: ["no access", "cut"])
    func unreadableBase(_ state: String) throws {
        try publish()
        let base = "dist/\(try #require(try year()).pack.address)"
        let bytes = try sandbox.read(base)
        if state == "cut" {
            try sandbox.write(base, Array(bytes.dropLast()))
        } else {
            try #require(chmod("\(sandbox.path)/\(base)", 0) == 0)
        }
        _ = try build("1.3.0")
        let words = try #require(Tool.withinPermissions) + [Tool.themepack, "feed", "--base-url", Self.url]
        let result = try Tool.run(words[0], Array(words.dropFirst()), in: sandbox.path)
        try expect(result.errors, "a base of a delta: \(state)")
        #expect(try result.status == 0 && year()?.version.description == "1.3.0" && year()?.deltas.isEmpty == true)
    }

    @Test("TR10 A version goes back only after the newer one is withdrawn")
    func goesBack() throws {
        let old = try build("1.2.0")
        let new = try build("1.3.0")
        try publish()
        try FileManager.default.removeItem(atPath: "\(sandbox.path)/dist/year-1.3.0.themepack.zip")
        try publish(status: 2, says: "a version below the published one")
        #expect(try feed().sequence == 1)
        let withdrawal = try publish("--withdraw", new, says: "a withdrawal")
        #expect(withdrawal.output.contains(": \(new)\n"), "\(withdrawal)")
        #expect(try year()?.pack.digest.description == old)
        #expect(try feed().withdrawn.map(\.description) == [new])
        _ = try build("1.3.0")
        try publish()
        #expect(try year()?.pack.digest.description == old, "a withdrawn pack is not published again")
        try publish("--withdraw", "dist/year-1.2.0.themepack.zip")
        #expect(try year() == nil && feed().withdrawn.count == 2)
    }

    @Test("TR6 A feed is written only after all of its files, and the one before stays with its signature")
    func lastOfAll() throws {
        try publish()
        try sandbox.write("dist/feed.json.sig", "signature")
        let before = try sandbox.read("dist/feed.json")
        _ = try build("1.3.0")
        try FileManager.default.moveItem(
            atPath: "\(sandbox.path)/dist/sha256", toPath: "\(sandbox.path)/dist/moved")
        try sandbox.write("dist/sha256", "in the way")
        try publish(status: 2, says: "a file in place of the folder of packs")
        #expect(try sandbox.read("dist/feed.json") == before)
        #expect(try sandbox.text("dist/feed.json.sig") == "signature")
        try FileManager.default.removeItem(atPath: "\(sandbox.path)/dist/sha256")
        try publish()
        #expect(try feed().sequence == 2)
    }

    @Test(
        "TR6 Feeds of several channels that are written at once lose none",
        arguments: ["dist/feed.json", "new/folder/feed.json"])
    func atOnce(_ path: String) throws {
        let running = try (1...4).map { number in
            try Tool.start(
                Tool.themepack,
                ["feed", "--first", "--base-url", Self.url, "--channel", "channel\(number)", "-o", path],
                in: sandbox.path)
        }
        for tool in running { #expect(try tool.result().status == 0) }
        #expect(try feed(path).channels.count == 4 && feed(path).sequence == 4)
    }

    @Test("A version has one pack")
    func sameVersion() throws {
        try publish()
        try sandbox.write("themes/year/common/year_button.png", PNGFile(44, 22, shade: 77).bytes)
        try #require(themepack("build").status == 0)
        try publish(status: 2, says: "other bytes of a published version")
    }

    @Test("TR6 A release has one contract, when it is written and when it is checked")
    func contracts() throws {
        try publish()
        let before = try sandbox.read("dist/feed.json")
        // A new default image is another contract. Only the default theme is built with it.
        try sandbox.write("assets/common/new.png", PNGFile(8, 8).bytes)
        try setDefaultVersion("2.0.0")
        try #require(themepack("build", "themes/default", "-o", "alone").status == 0)
        try sandbox.write("alone/year-1.2.0.themepack.zip", sandbox.read("dist/year-1.2.0.themepack.zip"))
        try publish("alone", "-o", "dist/feed.json", status: 2, says: "a release of packs with two contracts")
        #expect(try sandbox.read("dist/feed.json") == before)
        let feed = try feed()
        let release = try #require(feed.channels[FeedChannel("stable")]?.first)
        let forged = try ThemeFeed(
            base: feed.base, sequence: 9, expires: Moment("9999-01-01T00:00:00Z"),
            channels: [
                FeedChannel("stable"): [FeedRelease(contract: ContentDigest(of: [1]), themes: release.themes)]
            ])
        try sandbox.write("dist/feed.json", forged.bytes)
        try expect(themepack("feed", "--check"), 1, "a release with the contract of none of its packs")
    }

    @Test("TR6 A new contract adds a release, and that of the earlier contract can be continued")
    func newContract() throws {
        try publish()
        let first = "100 %: default 1.0.0, year 1.2.0"
        try sandbox.write("assets/common/new.png", PNGFile(8, 8).bytes)
        try setDefaultVersion("2.0.0")
        try #require(themepack("build", "themes/default", "-o", "alone").status == 0)
        try publish("alone", "-o", "dist/feed.json", says: "a new contract without a theme")
        #expect(try releases() == ["100 %: default 2.0.0", first])
        _ = try build("2.0.0")
        try publish("--rollout", "30", says: "a new contract with all themes")
        #expect(try releases() == ["30 %: default 2.0.0, year 2.0.0", "100 %: default 2.0.0", first])
        // An update for apps of the earlier contract keeps its place.
        try FileManager.default.removeItem(atPath: "\(sandbox.path)/assets/common/new.png")
        try setDefaultVersion("1.1.0")
        try FileManager.default.removeItem(atPath: "\(sandbox.path)/dist/default-2.0.0.themepack.zip")
        try FileManager.default.removeItem(atPath: "\(sandbox.path)/dist/year-2.0.0.themepack.zip")
        _ = try build("1.2.1")
        try publish("--expires", "876000h")
        #expect(
            try releases() == [
                "30 %: default 2.0.0, year 2.0.0", "100 %: default 2.0.0", "100 %: default 1.1.0, year 1.2.1",
            ])
        let checked = try themepack("feed", "--check")
        #expect(checked.status == 0, "\(checked)")
    }

    @Test("Wrong use and wrong files change nothing")
    func refused() throws {
        for arguments in [
            ["--base-url", "http://example.org"], ["--channel", "a/b"], ["--expires", "30"], ["--expires", "0d"],
            ["--expires", "876001h"], ["--expires", "36501d"], ["--prune", "0h"], ["--base-url", "HTTPS://A.example/"],
            ["--rollout", "101"], ["-o", ""],
        ] {
            let result = try Tool.run(
                Tool.themepack, ["feed", "--first", "--base-url", Self.url] + arguments, in: sandbox.path)
            try expect(result, 64, "\(arguments)")
        }
        try expect(themepack("feed"), 64, "no address")
        try publish("--previous", "absent.json", status: 2, says: "an absent feed")
        try publish("--withdraw", "absent.zip", status: 2, says: "an absent pack to withdraw")
        try publish("absent", status: 2, says: "an absent folder")
        try publish("absent", "-o", "new/folder/feed.json", status: 2, says: "an absent folder for a new feed")
        #expect(!FileManager.default.fileExists(atPath: "\(sandbox.path)/new"))
        try sandbox.write("dist/z.themepack.zip", "no pack")
        try publish(status: 2, says: "a file that is no pack")
        try FileManager.default.removeItem(atPath: "\(sandbox.path)/dist/z.themepack.zip")
        #expect(try sandbox.listing(of: "dist")["feed.json"] == nil)
        try sandbox.write("dist/feed.json", "{}")
        try publish(status: 2, says: "a feed that cannot be read")
    }

    @Test("A pack under another name than a build gives it is published with a warning")
    func renamed() throws {
        _ = try build("1.3.0")
        try publish(says: "packs under their names")
        try FileManager.default.moveItem(
            atPath: "\(sandbox.path)/dist/year-1.3.0.themepack.zip",
            toPath: "\(sandbox.path)/dist/year.themepack.zip")
        try publish(says: "a pack under another name")
    }

    @Test(
        "TR12 A site is checked before it goes up: signature, files, entries, deltas and date",
        .enabled(if: Tool.path(of: "ssh-keygen") != nil))
    func check() throws {
        @discardableResult
        func check(_ name: String, _ arguments: String..., status: Int = 1) throws -> Tool.Result {
            let result = try Tool.run(Tool.themepack, ["feed", "--check"] + arguments, in: sandbox.path)
            try expect(result, status, "--check: \(name)")
            return result
        }
        try check("an absent feed", status: 2)
        let old = try build("1.3.0")
        try publish("--expires", "30000d")
        let new = try build("1.4.0")
        try publish("--expires", "30000d")
        for name in ["key", "other"] {
            let made = try Tool.run(
                try #require(Tool.path(of: "ssh-keygen")),
                ["-q", "-t", "ed25519", "-N", "", "-f", "\(sandbox.path)/\(name)"])
            try #require(made.status == 0)
            try sandbox.write("\(name).signers", "ci \(sandbox.text("\(name).pub"))")
        }
        try check("no signature", "--signed-by", "key.signers")
        try #require(themepack("sign", "-f", "key", "dist/feed.json").status == 0)
        let listing = try sandbox.listing(of: "dist")
        let sound = try check("a trusted signature", "--signed-by", "key.signers", "--identity", "ci", status: 0)
        let unchecked = try check("no signers", "dist", "-o", "dist/feed.json", status: 0)
        #expect(unchecked.output == sound.output && sound.errors.isEmpty)
        try check("another signer", "--signed-by", "other.signers")
        #expect(try sandbox.listing(of: "dist") == listing)

        let entry = try #require(try year())
        let delta = try #require(entry.deltas.first)
        #expect(delta.base.description == old && entry.pack.digest.description == new)
        for (path, what, change) in [
            (entry.pack.address, "pack", "cut"), (delta.file.address, "delta", "changed"),
            (delta.file.address, "delta", "deleted"), (entry.pack.address, "pack", "deleted"),
            (entry.pack.address, "pack", "old"),
        ] {
            let bytes = try sandbox.read("dist/\(path)")
            switch change {
            case "cut": try sandbox.write("dist/\(path)", Array(bytes.dropLast(100)))
            case "changed": try sandbox.write("dist/\(path)", bytes.dropLast() + [bytes[bytes.count - 1] ^ 1])
            case "old": try sandbox.write("dist/\(path)", try sandbox.read("dist/sha256/\(old)"))
            default: try FileManager.default.removeItem(atPath: "\(sandbox.path)/dist/\(path)")
            }
            #expect(try check("\(what) \(change)").errors.contains("dist/\(path): error: "))
            try sandbox.write("dist/\(path)", bytes)
        }
        try check("no signers", status: 0)
        let signature = try sandbox.read("dist/feed.json.sig")
        try publish()
        try check("an expired feed")
        try sandbox.write("dist/feed.json.sig", signature)
        try check("a signature of another feed")
        try sandbox.write("dist/feed.json.sig", Array(signature.dropLast(40)))
        try check("a damaged signature")
        let publishing = ["--rollout 5", "--channel beta", "--expires 3d", "--deltas 3", "--prune 3d", "--first"].map {
            ["--check"] + $0.split(separator: " ").map(String.init)
        }
        for arguments in publishing + [["--identity", "ci"]] {
            let result = try Tool.run(Tool.themepack, ["feed"] + arguments, in: sandbox.path)
            try expect(result, 64, arguments.joined(separator: " "))
        }
        try expect(themepack("verify", "dist/feed.json", "--signed-by", "key.signers"), 64, "verify of a feed")
    }

    @Test(
        "A signed feed is what an app reads", .enabled(if: Tool.path(of: "ssh-keygen") != nil),
        arguments: ["dist/feed.json", ""])
    func signed(_ argument: String) throws {
        try publish()
        let made = try Tool.run(
            try #require(Tool.path(of: "ssh-keygen")), ["-q", "-t", "ecdsa", "-N", "", "-f", "\(sandbox.path)/key"])
        try #require(made.status == 0)
        let arguments = ["sign", "-f", "key"] + (argument.isEmpty ? [] : [argument])
        let result = try Tool.run(Tool.themepack, arguments, in: sandbox.path)
        #expect(result.status == 0 && result.output.hasSuffix("dist/feed.json.sig\n"), "\(result)")
        let signers = try TrustedSigners(allowedSigners: "ci \(sandbox.text("key.pub"))")
        let signature = try SSHSignature(contentsOf: "\(sandbox.path)/dist/feed.json.sig")
        let read = try ThemeFeed(
            verifying: sandbox.read("dist/feed.json"), signature: signature, trusting: signers)
        #expect(try read == feed())
    }
}
