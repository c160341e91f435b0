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

    @Test("A build of one theme replaces its artifact and keeps those of others")
    func oneTheme() throws {
        let manifest = try sandbox.text("themes/year/theme.json")
        let other = #"{"id": "year-end", "version": "1.2.0", "imageNamePrefix": "end_"}"#
        try sandbox.write("themes/year-end/theme.json", other)
        try Self.build(sandbox)
        try sandbox.write("themes/year/theme.json", manifest.replacing("1.2.0", with: "1.3.0+x"))
        try Self.build(sandbox, "year")
        try Self.build(sandbox, "year")
        let names = try sandbox.text("layout/index.json").matches(of: /ref.name": "([^"]*)"/).map(\.output.1).sorted()
        #expect(names == ["default-1.0.0", "year-1.3.0_x", "year-end-1.2.0"])
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
        try LoopbackSocket.waitUntilListening(port)
        try runDocumentedCommands(port, indented: 4)
        let first = try digest(of: tag)
        let manifest = try sandbox.text("themes/year/theme.json")
        try sandbox.write("themes/year/theme.json", manifest.replacing("1.2.0", with: "1.3.0"))
        try Self.build(sandbox)
        _ = try skopeo("copy", "-q", "--preserve-digests", "--dest-tls-verify=false", "oci:layout:year-1.3.0", tag)
        let second = try digest(of: tag)
        #expect(first != second)
        try runDocumentedCommands(port, indented: 7)
        let packs = try sandbox.listing(of: "new").values.filter { $0.starts(with: [0x50, 0x4B, 3, 4]) }
        #expect(try packs == [sandbox.read("dist/year-1.3.0.themepack.zip")])
    }

    /// Runs the commands of docs/registry.md that publish a pack, or those that follow a tag, at other addresses.
    func runDocumentedCommands(_ port: UInt16, indented count: Int) throws {
        let indent = String(repeating: " ", count: count)
        let commands = try String(contentsOfFile: "\(Tool.repository)/docs/registry.md", encoding: .utf8)
            .split(separator: "\n").filter { $0.hasPrefix(indent) && $0.dropFirst(count).first != " " }
        #expect(commands.count == (count == 4 ? 5 : 2))
        // On this machine the registry has no TLS, and skopeo perhaps no policy.
        let script = """
            set -eu
            themepack() { "\(Tool.themepack)" "$@"; }
            skopeo() {
              verb=$1; shift
              case "$verb $*" in
                inspect*) tls=--tls-verify=false ;;
                *" docker://"*" dir:"*) tls=--src-tls-verify=false ;;
                *) tls=--dest-tls-verify=false ;;
              esac
              command skopeo --insecure-policy "$verb" $tls "$@"
            }
            test -e KEY || ssh-keygen -q -t ed25519 -N '' -f KEY
            \(commands.joined(separator: "\n"))
            """.replacing("registry.example.org", with: "REGISTRY").replacing("REGISTRY", with: "127.0.0.1:\(port)")
        let result = try Tool.run("/bin/sh", ["-c", script], in: sandbox.path)
        try #require(result.status == 0, "\(result)")
    }

    /// Returns the digest of the manifest that the registry has, which is that of the layout.
    func digest(of tag: String) throws -> String {
        let raw = try skopeo("inspect", "--tls-verify=false", "--raw", tag)
        let manifest = try sandbox.listing(of: "layout/blobs/sha256")[ContentDigest(of: Array(raw.utf8)).description]
        #expect(manifest == Array(raw.utf8))
        return ContentDigest(of: Array(raw.utf8)).description
    }
}
