import Foundation
import TestSupport
import Testing

/// Publishes a feed by the commands of docs/hosting.md. Only the addresses are other ones.
struct HostingTests {
    let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
        try ProjectFiles.sound.write(to: sandbox)
        let commands = """
            themepack build -q
            ssh-keygen -q -t ed25519 -N '' -f KEY
            echo "release $(cut -d ' ' -f 1-2 KEY.pub)" > allowed_signers
            themepack feed --first --base-url https://themes.example.org/app/
            themepack sign -f KEY dist/feed.json
            """
        try run(commands)
    }

    private func run(_ commands: String, _ environment: [String: String] = [:]) throws {
        let script = """
            set -eu
            themepack() { "\(Tool.themepack)" "$@"; }
            \(commands)
            """
        let result = try Tool.run("/bin/sh", ["-c", script], in: sandbox.path, environment: environment)
        try #require(result.status == 0, "\(commands)\n\(result)")
    }

    /// The commands of one section of docs/hosting.md, block by block.
    private static func blocks(of section: String) throws -> [String] {
        let text = try String(contentsOfFile: "\(Tool.repository)/docs/hosting.md", encoding: .utf8)
        let rest = try #require(text.components(separatedBy: "\n## \(section)\n").dropFirst().first)
        return rest.components(separatedBy: "\n## ")[0].components(separatedBy: "```sh\n").dropFirst()
            .map { $0.components(separatedBy: "```")[0] }
    }

    /// Checks a published folder as a device does.
    private func expectSound(_ folder: String) throws {
        try run("themepack feed --check \(folder) --signed-by allowed_signers")
        func files(_ folder: String) throws -> Set<String> { Set(try sandbox.listing(of: "\(folder)/sha256").keys) }
        #expect(try files(folder) == files("dist"))
    }

    @Test("A feed that another program signs, as FEED.md says, is sound")
    func otherProgram() throws {
        let text = try String(contentsOfFile: "\(Tool.repository)/docs/formats/FEED.md", encoding: .utf8)
        let command = try #require(text.split(separator: "\n").first { $0.hasPrefix("    ssh-keygen ") })
        try run(["rm dist/feed.json.sig", "cp KEY dist", "cd dist", String(command)].joined(separator: "\n"))
        try expectSound("dist")
    }

    @Test(
        "A folder on a server gets a feed, and the next one",
        .enabled(if: Tool.path(of: "rsync") != nil, "rsync is not installed: make setup-tests installs it"))
    func folder() throws {
        let commands = try #require(try Self.blocks(of: "A folder on a server: nginx").first)
        try run(commands, ["SITE": "\(sandbox.path)/site"])
        try expectSound("site")
        // At once: the second feed can have the length and the second of the first one.
        try run("themepack feed; themepack sign -f KEY dist/feed.json\n\(commands)", ["SITE": "site"])
        try expectSound("site")
        #expect(try sandbox.text("site/feed.json").contains("\"sequence\": 2,"))
        try run("gzip -dc < site/feed.json.gz | cmp - site/feed.json")
    }

    @Test(
        "A job in CI fetches the feed and the packs that deltas start from, and nothing else",
        .enabled(
            if: ["rsync", "jq", "curl"].allSatisfy { Tool.path(of: $0) != nil },
            "rsync, jq or curl is not installed: make setup-tests installs them"))
    func nextRelease() throws {
        let upload = try #require(try Self.blocks(of: "A folder on a server: nginx").first)
        let next = try #require(try Self.blocks(of: "The next release, in CI").first)
        let variables = ["SITE": "\(sandbox.path)/site", "URL": "file://\(sandbox.path)/site"]
        let digests = "jq -r '.channels.stable[0].themes.year | .sha256, .deltas[].base' site/feed.json > digests"
        try run("\(upload)\n\(digests)", variables)
        for (from, to) in [("1.2.0", "1.3.0"), ("1.3.0", "1.4.0")] {
            let manifest = try sandbox.text("themes/year/theme.json")
            try sandbox.write("themes/year/theme.json", manifest.replacing(from, with: to))
            let earlier = try sandbox.text("digests").split(separator: "\n")
            try run("rm -rf dist\nthemepack build -q\n\(next)", variables)
            try run("\(upload)\n\(digests)\nthemepack feed --check site --signed-by allowed_signers", variables)
            #expect(try sandbox.text("digests").split(separator: "\n").dropFirst().sorted() == earlier.sorted())
        }
        // Two packs of year and one of default are fetched; a pack and two deltas are new. The first delta stays away.
        #expect(try sandbox.listing(of: "dist/sha256").count == 6)
        #expect(try sandbox.listing(of: "site/sha256").count == 7)
    }

    @Test("A repository's branch of pages gets a feed in one commit")
    func pages() throws {
        let blocks = try Self.blocks(of: "Pages of a code host")
        try #require(blocks.count == 2)
        let person = Dictionary(
            uniqueKeysWithValues: ["AUTHOR", "COMMITTER"].flatMap {
                [("GIT_\($0)_NAME", "release"), ("GIT_\($0)_EMAIL", "release@example.org")]
            })
        let remote = "file://\(sandbox.path)/remote"
        try run(
            "git init -q --bare remote\n" + blocks.joined(), person.merging(["REMOTE": remote]) { $1 })
        try run("git clone -q --branch pages remote copy")
        try expectSound("copy/app")
        let count = try Tool.run(
            "/usr/bin/env", ["git", "-C", "copy", "rev-list", "--count", "HEAD"], in: sandbox.path)
        #expect(count.output == "2\n")
    }

    @Test("A channel in a folder of its own is a feed of its own")
    func channel() throws {
        try run(try #require(try Self.blocks(of: "A channel of its own").first))
        try expectSound("beta")
        let (all, beta) = (try sandbox.text("dist/feed.json"), try sandbox.text("beta/feed.json"))
        #expect(all.contains("\"stable\"") && !all.contains("\"beta\""))
        #expect(beta.contains("\"beta\"") && !beta.contains("\"stable\""))
    }

    /// Answers as a bucket does to these requests, keeps files, and writes a line for each.
    private static let bucket = """
        import http.server, os, sys
        class Bucket(http.server.BaseHTTPRequestHandler):
            def answer(self, body=b""):
                self.send_response(200)
                self.send_header("ETag", '"0"')
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
            def do_GET(self):
                self.answer(b'<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"></ListBucketResult>')
            def do_PUT(self):
                path = "." + self.path
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "wb") as file:
                    file.write(self.rfile.read(int(self.headers["Content-Length"])))
                with open("log", "a") as log:
                    log.write(self.path + " " + self.headers.get("Cache-Control", "") + "\\n")
                self.answer()
            def log_message(self, *arguments):
                pass
        http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Bucket).serve_forever()

        """

    @Test(
        "A bucket gets immutable files first, the signature last, and how long caches may keep each",
        .enabled(if: Tool.path(of: "aws") != nil && Tool.python != nil, "aws or python3 is not installed"))
    func bucket() throws {
        let port = try LoopbackSocket.freePort()
        try sandbox.write("server.py", Self.bucket)
        let server = try Tool.start(
            try #require(Tool.python), ["\(sandbox.path)/server.py", "\(port)"], in: sandbox.path)
        // The threads of tests block other signals, and the server inherits that.
        defer { kill(server.process.processIdentifier, SIGKILL) }
        try LoopbackSocket.waitUntilListening(port)
        let commands = try #require(try Self.blocks(of: "A bucket").first)
        try run(
            commands,
            [
                "AWS_ENDPOINT_URL": "http://127.0.0.1:\(port)", "AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b",
                "AWS_DEFAULT_REGION": "eu-central-1", "AWS_EC2_METADATA_DISABLED": "true", "BUCKET": "bucket",
                "AWS_REQUEST_CHECKSUM_CALCULATION": "when_required", "AWS_CONFIG_FILE": "/dev/null",
            ])
        try expectSound("bucket/app")
        let lines = try sandbox.text("log").split(separator: "\n")
        #expect(
            lines.suffix(2) == ["/bucket/app/feed.json max-age=300", "/bucket/app/feed.json.sig max-age=300"])
        let files = lines.dropLast(2)
        #expect(try files.count == sandbox.listing(of: "dist/sha256").count)
        #expect(
            files.allSatisfy { $0.hasPrefix("/bucket/app/sha256/") && $0.hasSuffix(" max-age=31536000, immutable") })
    }
}
