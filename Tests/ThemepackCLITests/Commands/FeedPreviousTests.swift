import Foundation
import TestSupport
import Testing
import ThemeTrust
import ThemeModel

extension FeedCommandTests {
    private func sign(_ path: String, as key: String, namespace: String = "themepack-feed") throws {
        let keygen = try #require(Tool.path(of: "ssh-keygen"))
        if !FileManager.default.fileExists(atPath: "\(sandbox.path)/\(key)") {
            let made = try Tool.run(keygen, ["-q", "-t", "ed25519", "-N", "", "-f", key], in: sandbox.path)
            try #require(made.status == 0)
            try sandbox.write("\(key).signers", "ci \(sandbox.text("\(key).pub"))")
        }
        _ = try? FileManager.default.removeItem(atPath: "\(sandbox.path)/\(path).sig")
        let signed = try Tool.run(keygen, ["-q", "-Y", "sign", "-n", namespace, "-f", key, path], in: sandbox.path)
        try #require(signed.status == 0, "\(signed)")
    }

    /// A server could list packs of its own, which the next signature would make trusted.
    @Test(
        "TR6 A feed from a server is continued only if a trusted signer signed it",
        .enabled(if: Tool.path(of: "ssh-keygen") != nil))
    func continuesSigned() throws {
        try publish()
        let bytes = try sandbox.read("dist/feed.json")
        let changed = try sandbox.text("dist/feed.json").replacing("\"rollout\": 100", with: "\"rollout\": 99")
        try FileManager.default.removeItem(atPath: "\(sandbox.path)/dist/feed.json")
        let (server, signers) = ("server/feed.json", "key.signers")
        try sandbox.write(server, bytes)
        try sign(server, as: "other")
        try sign(server, as: "key")
        let signature = try sandbox.read("\(server).sig")
        func refused(_ name: String, _ signers: String, _ more: String...) throws {
            let before = try sandbox.listing(of: "dist")
            let arguments = ["--channel", "beta", "--previous", server, "--signed-by", signers] + more
            let result = try Tool.run(
                Tool.themepack, ["feed", "--first", "--base-url", Self.url] + arguments, in: sandbox.path)
            try expect(result, 2, "--previous: \(name)")
            #expect(try sandbox.listing(of: "dist") == before)
        }
        try refused("another signer", "other.signers")
        try refused("another identity", signers, "--identity", "release")
        try refused("a revoked key", signers, "--revoked", "key.pub")
        try refused("absent signers", "absent.signers")
        try sandbox.write(server, changed)
        try refused("a changed feed", signers)
        try sandbox.write(server, bytes)
        try sign(server, as: "key", namespace: "themepack")
        try refused("another namespace", signers)
        try FileManager.default.removeItem(atPath: "\(sandbox.path)/\(server).sig")
        try refused("no signature", signers)
        try sandbox.write("\(server).sig", signature)
        try publish("--channel", "beta", "--previous", server, "--signed-by", signers, "--identity", "ci")
        #expect(try feed().sequence == 2 && feed().channels.count == 2)
        // The first feed of a site continues none.
        try publish("-o", "site/feed.json", "--signed-by", signers)
        #expect(try feed("site/feed.json").sequence == 1)
        try publish("-o", "site/feed.json", "--signed-by", "absent.signers", status: 2)
    }

    @Test("TR6 --prune deletes what no feed has listed for a time, and keeps what deltas start from")
    func prunes() throws {
        let year = try ContentDigest(of: sandbox.read("dist/year-1.2.0.themepack.zip")).description
        try publish("--deltas", "0")
        let other = String(repeating: "0", count: 64)
        try sandbox.write("dist/sha256/\(other)", "x")
        try sandbox.write("dist/sha256/readme", "x")
        func age(_ name: String) throws {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -3 * 86_400)],
                ofItemAtPath: "\(sandbox.path)/dist/sha256/\(name)")
        }
        for name in [year, other, "readme"] { try age(name) }
        func files() throws -> Set<String> { Set(try sandbox.listing(of: "dist/sha256").keys) }
        let before = try files()
        // Listed files stay, whatever their age, and files of a day ago.
        try publish("--deltas", "0", "--prune", "2d", says: "a file that no feed lists")
        #expect(try files() == before.subtracting([other]))
        // A pack that leaves the list now is kept for two days from now.
        let next = try build("1.3.0")
        try publish("--deltas", "0", "--prune", "2d")
        #expect(try files().isSuperset(of: [year, next, "readme"]))
        try age(year)
        try publish("--deltas", "0", "--prune", "2d")
        #expect(try !files().contains(year) && files().contains(next))
        // The base of a delta is needed for the next one.
        let last = try build("1.4.0")
        try publish("--prune", "1h")
        try age(next)
        try publish("--prune", "1h")
        #expect(try files().isSuperset(of: [next, last]))
        try publish("--prune", "soon", status: 64)
    }

    @Test("TR6 In a new folder, a feed is continued or said to be the first")
    func firstOfAll() throws {
        let arguments = ["feed", "--base-url", Self.url]
        try expect(Tool.run(Tool.themepack, arguments, in: sandbox.path), 2, "no feed to continue")
        #expect(try sandbox.listing(of: "dist")["feed.json"] == nil)
        try publish()
        // The next one continues it, with or without the word.
        #expect(try Tool.run(Tool.themepack, arguments, in: sandbox.path).status == 0)
        try publish()
        #expect(try feed().sequence == 3)
    }

    @Test("The number does not fall below that of the feed that is replaced")
    func lowerNumber() throws {
        try publish()
        let first = try sandbox.read("dist/feed.json")
        try sandbox.write("first.json", first)
        try publish()
        let second = try sandbox.read("dist/feed.json")
        try publish("--previous", "first.json", status: 2, says: "a number below that of the feed that is replaced")
        #expect(try sandbox.read("dist/feed.json") == second)
        // The file that is replaced can be older or damaged, or belong to another site.
        for replaced in [first, Array("{}".utf8)] {
            try sandbox.write("dist/feed.json", replaced)
            if replaced.count == 2 { try publish(status: 2, says: "a damaged feed") }
            try sandbox.write("second.json", second)
            try publish("--previous", "second.json")
            #expect(try feed().sequence == 3)
        }
        try publish("--base-url", "https://other.example.org/", "--previous", "first.json", "-o", "dist/other.json")
        try publish("--previous", "first.json", "-o", "dist/other.json")
        #expect(try feed("dist/other.json").sequence == 2)
    }

    @Test("Files that a killed run has left do not go up with the site")
    func leftovers() throws {
        try publish()
        let before = try sandbox.listing(of: "dist/sha256")
        try sandbox.write("dist/sha256/.themepack-0123456789abcdef.tmp", "part of a pack")
        try sandbox.write("dist/sha256/.htaccess", "of somebody else")
        try publish()
        #expect(Set(try sandbox.listing(of: "dist/sha256").keys) == Set(before.keys).union([".htaccess"]))
    }

    @Test("A wrong folder and a wrong pack are named, with what is expected")
    func wrongNames() throws {
        try expect(themepack("feed", "absent"), 2, "an absent folder without an address")
        // The next command that is printed would take it for a pack.
        try publish("-o", "dist/feed", status: 64, says: "a feed's name without .json")
        try publish("--withdraw", String(repeating: "0", count: 63), status: 2, says: "63 digits to withdraw")
    }

    @Test("The highest number cannot be continued")
    func highestNumber() throws {
        try publish()
        let last = try sandbox.text("dist/feed.json").replacing(
            "\"sequence\": 1", with: "\"sequence\": 9007199254740992")
        try sandbox.write("dist/feed.json", last)
        try publish(status: 2, says: "the highest number")
        #expect(try sandbox.text("dist/feed.json") == last)
    }

    @Test("A feed that has expired when it is written is reported")
    func expiredAlready() throws {
        try publish(says: "the first feed")
        #expect(try publish("--expires", "36500d").errors.isEmpty)
        let current = try themepack("feed")
        #expect(current.status == 0 && current.errors.isEmpty, "\(current)")
    }
}
