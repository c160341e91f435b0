import Foundation
import TestSupport
import Testing

@Suite("Packs that the project no longer has")
struct PruneTests: ToolTests, SentenceTests {
    static let sentences = "commands-build"
    let sandbox: Sandbox
    static let stray = "dist/year-1.1.0.themepack.zip"

    /// A built project with an older pack, a pack of a theme that is gone, and other files in `dist/`.
    init() throws {
        sandbox = try Self.soundProject()
        #expect(try Tool.themepack("build", "-q", in: sandbox.path).status == 0)
        let pack = try sandbox.read("dist/year-1.2.0.themepack.zip")
        for name in [Self.stray, "dist/gone-1.0.0.themepack.zip", "dist/notes.zip", "dist/x.themepack.zip"] {
            try sandbox.write(name, pack)
        }
        let lines = try ["year-1.1.0.themepack.zip", "gone-1.0.0.themepack.zip", "notes.zip"].map { name in
            "\(try sandbox.text("dist/SHA256SUMS").split(separator: "\n").last?.prefix(64) ?? "")  \(name)\n"
        }
        try sandbox.write("dist/SHA256SUMS", try sandbox.text("dist/SHA256SUMS") + lines.joined())
    }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: "\(sandbox.path)/dist").sorted() }
    }

    @Test("RR8 build --prune deletes packs that the project does not have and says why; other files stay")
    func prune() throws {
        try expect(themepack("build", "--prune"), 0, "--prune")
        #expect(
            try names == [
                "SHA256SUMS", "default-1.0.0.themepack.zip", "notes.zip", "x.themepack.zip", "year-1.2.0.themepack.zip",
            ])
        let sums = try Tool.run("/usr/bin/env", ["sha256sum", "-c", "SHA256SUMS"], in: "\(sandbox.path)/dist")
        #expect(sums.output.split(separator: "\n").count == 3 && !sums.output.contains("gone"), "\(sums)")
        try expect(themepack("build", "--prune"), 0, "--prune without strays")
    }

    @Test("build --check lists strays; with --prune they make it fail; neither deletes")
    func check() throws {
        #expect(try themepack("build").status == 0)
        let before = try sandbox.listing()
        try expect(themepack("build", "--check"), 0, "--check with strays")
        #expect(try themepack("build", "--check", "--fail-on", "warning").status == 1)
        try expect(themepack("build", "--check", "--prune"), 1, "--check --prune with strays")
        #expect(try sandbox.listing() == before)
    }

    @Test("A stray that the project exempts is not listed, and stays; a rule that is off lists none")
    func exempt() throws {
        let exemption = #"{"rule": "pack-stray", "path": "dist/year-*", "reason": "a partner needs it"}"#
        try sandbox.write("themepack.json", #"{"exemptions": [\#(exemption)]}"#)
        for options in [["--check"], ["--check", "--prune"], ["--prune"]] {
            let result = try Tool.run(Tool.themepack, ["build"] + options, in: sandbox.path)
            #expect(!result.output.contains("year-1.1.0") && result.output.contains("gone-1.0.0"), "\(result)")
        }
        #expect(try names.contains("year-1.1.0.themepack.zip") && !(try names.contains("gone-1.0.0.themepack.zip")))
        try sandbox.write("themepack.json", #"{"rules": {"pack-stray": "off"}}"#)
        let check = try themepack("build", "--check", "--fail-on", "warning")
        #expect(check.status == 0 && !check.output.contains("stray"), "\(check)")
    }

    @Test("A build of some themes, or one that fails, prunes nothing")
    func some() throws {
        let before = try names
        try expect(themepack("build", "year", "--prune"), 64, "--prune with one theme")
        try breakImage()
        #expect(try themepack("build", "--prune").status == 1)
        #expect(try names == before)
    }

    @Test("The signature of a stray pack is one as well; that of a current pack stays")
    func signatures() throws {
        let current = "dist/year-1.2.0.themepack.zip.sig"
        for name in ["\(Self.stray).sig", "dist/x-1.0.0.themepack.zip.sig", current, "dist/notes.sig"] {
            try sandbox.write(name, "x")
        }
        try expect(themepack("build", "--check"), 1, "--check with signatures of strays")
        try expect(themepack("build", "--prune"), 0, "--prune of signatures")
        #expect(try names.filter { $0.hasSuffix(".sig") } == ["notes.sig", "year-1.2.0.themepack.zip.sig"])
        #expect(try themepack("clean", "--packs").output.contains("deleted: \(current)\n"))
        #expect(try names.filter { $0.hasSuffix(".sig") } == ["notes.sig"])
    }

    @Test("A link named like a pack is not deleted")
    func link() throws {
        let path = "\(sandbox.path)/dist/link-1.0.0.themepack.zip"
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "notes.zip")
        #expect(try themepack("build", "--prune").status == 0)
        #expect(try names.contains("link-1.0.0.themepack.zip"))
    }
}
