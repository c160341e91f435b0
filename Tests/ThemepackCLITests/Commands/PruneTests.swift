import Foundation
import TestSupport
import Testing

@Suite("Packs that the project no longer has")
struct PruneTests: ToolTests {
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
        let result = try themepack("build", "--prune")
        #expect(
            result.status == 0
                && result.output.hasSuffix(
                    "deleted: dist/gone-1.0.0.themepack.zip (the project has no such theme)\n"
                        + "deleted: \(Self.stray) (the theme has another version now)\n"),
            "\(result)")
        #expect(result.errors.contains("; deleted 2 packs\n"), "\(result)")
        #expect(
            try names == [
                "SHA256SUMS", "default-1.0.0.themepack.zip", "notes.zip", "x.themepack.zip", "year-1.2.0.themepack.zip",
            ])
        let sums = try Tool.run("/usr/bin/env", ["sha256sum", "-c", "SHA256SUMS"], in: "\(sandbox.path)/dist")
        #expect(sums.output.split(separator: "\n").count == 3 && !sums.output.contains("gone"), "\(sums)")
        let again = try themepack("build", "--prune")
        #expect(again.status == 0 && !again.output.contains("deleted") && again.errors.contains("up to date"))
    }

    @Test("build --check lists strays; with --prune they make it fail; neither deletes")
    func check() throws {
        #expect(try themepack("build").status == 0)
        let before = try sandbox.listing()
        let check = try themepack("build", "--check")
        #expect(check.status == 0 && check.output.contains("stray: \(Self.stray) (the theme has"), "\(check)")
        #expect(check.errors.contains("; 2 stray packs\n"), "\(check)")
        #expect(try themepack("build", "--check", "--fail-on", "warning").status == 1)
        let pruning = try themepack("build", "--check", "--prune")
        #expect(pruning.status == 1 && pruning.output.contains("out of date: \(Self.stray)\n"), "\(pruning)")
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
        let result = try themepack("build", "year", "--prune")
        #expect(result.status == 64 && result.errors.contains("--prune needs a build of all themes"), "\(result)")
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
        let check = try themepack("build", "--check")
        #expect(check.errors.contains("; 4 stray files\n") && !check.output.contains(current), "\(check)")
        let result = try themepack("build", "--prune")
        #expect(result.errors.contains("; deleted 4 files\n"), "\(result)")
        #expect(result.output.contains("deleted: \(Self.stray).sig (the theme has another version now)\n"))
        #expect(result.output.contains("deleted: dist/x-1.0.0.themepack.zip.sig (the project has no such theme)\n"))
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
