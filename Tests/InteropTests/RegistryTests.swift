import ThemeModel
import Foundation
import TestSupport
import Testing

/// Copies an OCI image layout to a registry on this machine, and back.
@Suite(
    "Registries store packs",
    .enabled(if: Tool.path(of: "skopeo") != nil, "skopeo is not installed"))
struct RegistryTests {
    let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
        try ProjectFiles.sound.write(to: sandbox)
        try Self.build(sandbox, "-v")
    }

    @discardableResult
    static func build(_ sandbox: Sandbox, _ arguments: String...) throws -> Tool.Result {
        let result = try Tool.run(
            Tool.themepack, ["build", "--oci", "layout"] + arguments, in: sandbox.path)
        try #require(result.status == 0, "\(result)")
        return result
    }

    func skopeo(_ arguments: String...) throws -> String {
        // The policy of Debian accepts images without signatures; a machine without one refuses them.
        let result = try Tool.run(
            try #require(Tool.path(of: "skopeo")), ["--insecure-policy"] + arguments, in: sandbox.path)
        try #require(result.status == 0, "\(arguments): \(result)")
        return result.output
    }

    func json(_ text: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test("TR7 Every blob has its digest, and the artifact's types are in the manifest")
    func layout() throws {
        for (path, bytes) in try sandbox.listing(of: "layout/blobs/sha256") where !bytes.isEmpty {
            #expect(ContentDigest(of: bytes).description == path)
        }
        #expect(try sandbox.text("layout/oci-layout") == "{\n  \"imageLayoutVersion\": \"1.0.0\"\n}\n")
        let manifest = try json(try skopeo("inspect", "--raw", "oci:layout:year-1.2.0"))
        #expect(manifest["artifactType"] as? String == "application/vnd.themepack.theme.v1")
        #expect((manifest["annotations"] as? [String: String])?["themepack.theme"] == "year")
        let layer = try #require((manifest["layers"] as? [[String: Any]])?.first)
        #expect(layer["mediaType"] as? String == "application/vnd.themepack.pack.v1+zip")
        let pack = try sandbox.read("dist/year-1.2.0.themepack.zip")
        #expect(layer["digest"] as? String == "sha256:\(ContentDigest(of: pack))")
        #expect(layer["size"] as? Int == pack.count)
    }

    @Test("The same input gives the same layout, and a signature is a layer of its own")
    func reproducible() throws {
        let other = try Sandbox()
        try ProjectFiles.sound.write(to: other)
        try Self.build(other)
        let first = try sandbox.listing(of: "layout")
        #expect(try other.listing(of: "layout") == first)
        try Self.build(sandbox)
        #expect(try sandbox.listing(of: "layout") == first)
        let pack = try sandbox.read("dist/year-1.2.0.themepack.zip")
        let signer = TestSigner()
        try sandbox.write("dist/year-1.2.0.themepack.zip.sig", try signer.sign(pack))
        try Self.build(sandbox)
        _ = try skopeo("copy", "-q", "oci:layout:year-1.2.0", "dir:new")
        let manifest = try json(try sandbox.text("new/manifest.json"))
        let layers = try #require(manifest["layers"] as? [[String: Any]])
        #expect(layers.last?["mediaType"] as? String == "application/vnd.themepack.signature.v1" && layers.count == 2)
        // docs/registry.md: the names of the files are the digests.
        let names = layers.compactMap { ($0["digest"] as? String)?.dropFirst("sha256:".count) }.map { "new/\($0)" }
        try sandbox.write("allowed_signers", signer.line())
        let verify = ["verify", names[0], "--signed-by", "allowed_signers"]
        #expect(try Tool.run(Tool.themepack, verify, in: sandbox.path).status == 1)
        try FileManager.default.moveItem(
            atPath: "\(sandbox.path)/\(names[1])", toPath: "\(sandbox.path)/\(names[0]).sig")
        #expect(try Tool.run(Tool.themepack, verify, in: sandbox.path).status == 0)
        try sandbox.write("dist/year-1.2.0.themepack.zip.sig", try TestSigner().sign(pack.dropLast()))
        let result = try Tool.themepack("build", "--oci", "layout", in: sandbox.path)
        #expect(result.status == 2 && result.errors.contains("is not a signature of this pack"), "\(result)")
    }

    @Test("A folder with other files, or one that the project reads, is refused")
    func folders() throws {
        try sandbox.write("full/file", "x")
        for folder in ["full", "assets/layout", "themes"] {
            let result = try Tool.themepack("build", "--oci", folder, in: sandbox.path)
            #expect(result.status == 2, "\(folder): \(result)")
        }
        #expect(try Tool.themepack("build", "--check", "--oci", "x", in: sandbox.path).status == 64)
        #expect(try sandbox.listing(of: "full") == ["file": Array("x".utf8)])
    }

    @Test(
        "TR7 A registry keeps the digest, and a tag moves from one version to the next",
        .enabled(if: Tool.path(of: "docker-registry") != nil, "docker-registry is not installed"))
    func registry() throws {
        let port = try LoopbackSocket.freePort()
        try sandbox.write(
            "registry.yml",
            """
            version: 0.1
            log: {level: error}
            storage: {filesystem: {rootdirectory: \(sandbox.path)/registry}}
            http: {addr: "127.0.0.1:\(port)"}

            """)
        let server = try Tool.start(
            try #require(Tool.path(of: "docker-registry")), ["serve", "registry.yml"], in: sandbox.path)
        defer { server.process.terminate() }
        let tag = "docker://127.0.0.1:\(port)/themes/year:stable"
        try Self.waitUntilListening(port)
        let first = try push("year-1.2.0", to: tag)
        let manifest = try sandbox.text("themes/year/theme.json")
        try sandbox.write("themes/year/theme.json", manifest.replacing("1.2.0", with: "1.3.0"))
        try Self.build(sandbox)
        let second = try push("year-1.3.0", to: tag)
        #expect(first != second)
        try runDocumentedCommands(port)
        let packs = try sandbox.listing(of: "new").values.filter { $0.starts(with: [0x50, 0x4B, 3, 4]) }
        #expect(try packs == [sandbox.read("dist/year-1.3.0.themepack.zip")])
    }

    /// Runs the commands of docs/registry.md that follow a tag. Only the registry's address is another one.
    func runDocumentedCommands(_ port: UInt16) throws {
        let commands = try String(contentsOfFile: "\(Tool.repository)/docs/registry.md", encoding: .utf8)
            .split(separator: "\n").filter { $0.hasPrefix("       ") }.map { $0.drop { $0 == " " } }
        #expect(commands.count == 2 && commands[0].hasPrefix("DIGEST=") && commands[1].contains("$DIGEST"))
        // On this machine the registry has no TLS, and skopeo perhaps no policy.
        let script = """
            set -eu
            skopeo() { verb=$1; shift; command skopeo --insecure-policy "$verb" $TLS "$@"; }
            TLS=--tls-verify=false
            \(commands[0])
            TLS=--src-tls-verify=false
            \(commands[1])
            """.replacing("REGISTRY", with: "127.0.0.1:\(port)")
        let result = try Tool.run("/bin/sh", ["-c", script], in: sandbox.path)
        try #require(result.status == 0, "\(result)")
    }

    /// Returns the digest of the manifest that the registry has.
    func push(_ name: String, to tag: String) throws -> String {
        _ = try skopeo("copy", "-q", "--preserve-digests", "--dest-tls-verify=false", "oci:layout:\(name)", tag)
        let raw = try skopeo("inspect", "--tls-verify=false", "--raw", tag)
        #expect(try raw == skopeo("inspect", "--raw", "oci:layout:\(name)"))
        return ContentDigest(of: Array(raw.utf8)).description
    }

    private static func waitUntilListening(_ port: UInt16) throws {
        for _ in 0..<400 {
            if let socket = try? LoopbackSocket.connected(to: port) {
                close(socket)
                return
            }
            usleep(50_000)
        }
        Issue.record("the registry does not answer")
    }
}
