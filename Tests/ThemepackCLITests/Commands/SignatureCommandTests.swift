import Foundation
import TestSupport
import Testing

@Suite(
    "Signing, and verifying signatures",
    .enabled(if: Tool.path(of: "ssh-keygen") != nil, "ssh-keygen is not installed"))
struct SignatureCommandTests: ToolTests, SentenceTests {
    static let sentences = "commands-packs"
    static let pack = "dist/year-1.2.0.themepack.zip"

    let sandbox: Sandbox

    init() throws {
        sandbox = try Self.builtProject()
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
        func verify(_ arguments: [String]) throws -> Tool.Result {
            try Tool.run(Tool.themepack, ["verify", Self.pack, "-q", "--signed-by"] + arguments, in: sandbox.path)
        }
        @discardableResult
        func refuses(_ name: String, _ arguments: String...) throws -> String {
            let result = try verify(arguments)
            try expect(result, 1, "a signature: \(name)")
            #expect(result.output.contains("[pack-signature]\n"), "\(result)")
            return result.output
        }
        try refuses("missing", "signers")
        try #require(themepack("sign", "-f", "key").status == 0)
        #expect(try verify(["signers"]).status == 0)
        try refuses("of another identity", "signers", "--identity", "ci@example.org")
        try refuses("of a revoked key", "signers", "--revoked", "key.pub")
        try makeKey("other")
        try sandbox.write("others", "ci@example.org \(sandbox.text("other.pub"))")
        let message = try example(of: "pack-signature").split(separator: "nThbg6kX...")
        let foreign = try refuses("of another signer", "others")
        #expect(foreign.contains(message[0]) && foreign.contains(message[1]))
        try sandbox.write("old", "release@example.org valid-before=\"20200101Z\" \(sandbox.text("key.pub"))")
        try refuses("of a key that was trusted until 2020", "old")
        try sandbox.write("new", "release@example.org valid-after=\"20991231Z\" \(sandbox.text("key.pub"))")
        try refuses("of a key that is trusted from 2099 on", "new")
        try sandbox.write("git", "release@example.org namespaces=\"git\" \(sandbox.text("key.pub"))")
        try refuses("of a signer for another namespace", "git")
        let signature = try sandbox.text("dist/default-1.0.0.themepack.zip.sig")
        try sandbox.write("\(Self.pack).sig", signature)
        try refuses("of another pack", "signers")
        try sandbox.write("\(Self.pack).sig", "x")
        try refuses("unreadable", "signers")
        let json = try verify(["signers", "--format", "json"])
        #expect(json.output.contains("\"rule\": \"pack-signature\""))
    }

    @Test("A list that cannot be used, or a wrong use of it, ends the command")
    func usage() throws {
        try sandbox.write("wrong", "# signers\nrelease@example.org ssh-ed25519\n")
        try expect(themepack("verify", Self.pack, "--signed-by", "wrong"), 2, "a damaged list of signers")
        try expect(themepack("verify", Self.pack, "--signed-by", "absent"), 2, "an absent list of signers")
        try expect(themepack("verify", "--signed-by", "signers"), 64, "--signed-by without a pack")
        try expect(themepack("verify", Self.pack, "--identity", "x"), 64, "--identity without signers")
    }

    @Test("What cannot be signed or is no pack leaves no signature")
    func unsigned() throws {
        try expect(themepack("sign"), 64, "sign without a key")
        let absent = try themepack("sign", "-f", "absent")
        #expect(absent.status == 2 && absent.errors.contains("ssh-keygen failed"), "\(absent)")
        try makeKey("rsa", "rsa")
        try expect(themepack("sign", "-f", "rsa"), 2, "sign with an RSA key")
        try sandbox.write("dist/a.themepack.zip", "no pack")
        try expect(themepack("sign", "-f", "key"), 2, "sign a file that is no pack")
        try expect(themepack("sign", "-f", "key", "absent.zip"), 2, "sign an absent pack")
        #expect(try sandbox.listing(of: "dist").keys.allSatisfy { !$0.hasSuffix(".sig") })
        let path = try themepack("sign", "-f", "key", Self.pack, environment: ["PATH": "/nowhere"])
        try expect(path, 2, "sign without ssh-keygen")
    }
}
