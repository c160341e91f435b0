import Foundation
import TestSupport
import Testing

@Suite(
    "Signing, and verifying signatures",
    .enabled(if: Tool.path(of: "ssh-keygen") != nil, "ssh-keygen is not installed"))
struct SignatureCommandTests: ToolTests {
    static let pack = "dist/year-1.2.0.themepack.zip"

    let sandbox: Sandbox

    init() throws {
        sandbox = try Self.soundProject()
        try #require(themepack("build").status == 0)
        try makeKey("key")
        try sandbox.write("signers", "release@example.org namespaces=\"themepack*\" \(sandbox.text("key.pub"))")
    }

    func makeKey(_ name: String, _ type: String = "ed25519") throws {
        let result = try Tool.run(
            try #require(Tool.path(of: "ssh-keygen")), ["-q", "-t", type, "-N", "", "-f", "\(sandbox.path)/\(name)"])
        try #require(result.status == 0, "\(result)")
    }

    @Test("TR5 All packs of dist/ are signed at once, and ssh-keygen verifies them")
    func signs() throws {
        let result = try themepack("sign", "-f", "key")
        #expect(result.status == 0 && result.output == "dist/default-1.0.0.themepack.zip.sig\n\(Self.pack).sig\n")
        #expect(result.errors.isEmpty, "\(result.errors)")
        let other = try Tool.run(
            "/bin/sh",
            [
                "-c",
                "ssh-keygen -Y verify -f signers -I release@example.org -n themepack -s '\(Self.pack).sig' "
                    + "< '\(Self.pack)'",
            ],
            in: sandbox.path)
        #expect(other.status == 0, "\(other)")
        let environment = ["THEMEPACK_SIGNING_KEY": "key"]
        #expect(try themepack("sign", Self.pack, environment: environment).output == "\(Self.pack).sig\n")
        #expect(try themepack("verify", Self.pack, "--signed-by", "signers").status == 0)
        let identity = try themepack(
            "verify", Self.pack, "--signed-by", "signers", "--identity", "release@example.org")
        #expect(identity.status == 0, "\(identity)")
    }

    @Test("TR5 A key of the agent signs")
    func agent() throws {
        let agent = try #require(Tool.path(of: "ssh-agent"))
        let script = "ssh-add -q key && mv key hidden && '\(Tool.themepack)' sign -f key.pub"
        let result = try Tool.run(agent, ["sh", "-c", script], in: sandbox.path)
        #expect(result.status == 0, "\(result)")
        #expect(try themepack("verify", Self.pack, "--signed-by", "signers").status == 0)
    }

    @Test("TR5 A signature that is missing, foreign, revoked, expired or of other bytes is an error of a rule")
    func refused() throws {
        func verify(_ arguments: String...) throws -> Tool.Result {
            try Tool.run(Tool.themepack, ["verify", Self.pack, "-q"] + arguments, in: sandbox.path)
        }
        func expect(_ result: Tool.Result, _ reason: String) {
            #expect(result.status == 1 && result.output.contains(reason), "\(result)")
            #expect(result.output.contains("[pack-signature]\n"), "\(result)")
        }
        expect(try verify("--signed-by", "signers"), "\(Self.pack).sig\n  error: there is no signature")
        try #require(themepack("sign", "-f", "key").status == 0)
        #expect(try verify("--signed-by", "signers").status == 0)
        expect(
            try verify("--signed-by", "signers", "--identity", "ci@example.org"),
            "was signed by 'release@example.org', expected 'ci@example.org'")
        expect(try verify("--signed-by", "signers", "--revoked", "key.pub"), "which is revoked")
        try makeKey("other")
        try sandbox.write("others", "ci@example.org \(sandbox.text("other.pub"))")
        let message = try example(of: "pack-signature").split(separator: "nThbg6kX...")
        expect(try verify("--signed-by", "others"), String(message[0]))
        expect(try verify("--signed-by", "others"), String(message[1]))
        try sandbox.write("old", "release@example.org valid-before=\"20200101Z\" \(sandbox.text("key.pub"))")
        expect(try verify("--signed-by", "old"), "was trusted until 2020-01-01T00:00:00Z")
        try sandbox.write("new", "release@example.org valid-after=\"20991231Z\" \(sandbox.text("key.pub"))")
        expect(try verify("--signed-by", "new"), "is trusted from 2099-12-31T00:00:00Z on")
        try sandbox.write("git", "release@example.org namespaces=\"git\" \(sandbox.text("key.pub"))")
        expect(try verify("--signed-by", "git"), "may not sign for the namespace 'themepack'")
        let signature = try sandbox.text("dist/default-1.0.0.themepack.zip.sig")
        try sandbox.write("\(Self.pack).sig", signature)
        expect(try verify("--signed-by", "signers"), "differs from what was signed")
        try sandbox.write("\(Self.pack).sig", "x")
        expect(try verify("--signed-by", "signers"), "is not a signature")
        let json = try verify("--signed-by", "signers", "--format", "json")
        #expect(json.output.contains("\"rule\": \"pack-signature\""))
    }

    @Test("A list that cannot be used, or a wrong use of it, ends the command")
    func usage() throws {
        try sandbox.write("wrong", "# signers\nrelease@example.org ssh-ed25519\n")
        let wrong = try themepack("verify", Self.pack, "--signed-by", "wrong")
        #expect(wrong.status == 2 && wrong.errors.contains("wrong: error: line 2: expected identities"), "\(wrong)")
        #expect(try themepack("verify", Self.pack, "--signed-by", "absent").status == 2)
        #expect(try themepack("verify", "--signed-by", "signers").status == 64)
        #expect(try themepack("verify", Self.pack, "--identity", "x").status == 64)
    }

    @Test("What cannot be signed or is no pack leaves no signature")
    func unsigned() throws {
        #expect(try themepack("sign").status == 64)
        let absent = try themepack("sign", "-f", "absent")
        #expect(absent.status == 2 && absent.errors.contains("ssh-keygen failed"), "\(absent)")
        try makeKey("rsa", "rsa")
        let rsa = try themepack("sign", "-f", "rsa")
        #expect(rsa.status == 2 && rsa.errors.contains("RSA is not trusted"), "\(rsa)")
        try sandbox.write("dist/a.themepack.zip", "no pack")
        #expect(try themepack("sign", "-f", "key").status == 2)
        #expect(try themepack("sign", "-f", "key", "absent.zip").status == 2)
        #expect(try sandbox.listing(of: "dist").keys.allSatisfy { !$0.hasSuffix(".sig") })
        let path = try themepack("sign", "-f", "key", Self.pack, environment: ["PATH": "/nowhere"])
        #expect(path.status == 2 && path.errors.contains("install OpenSSH"), "\(path)")
    }
}
