import TestSupport
import Testing
import ThemeModel

@Suite("Writing baselines")
struct BaselineCommandTests: ToolTests, SentenceTests {
    static let sentences = "commands-verify"
    let sandbox: Sandbox

    init() throws {
        sandbox = try Self.soundProject()
        try breakImage()
    }

    @Test("RR3 --write-baseline accepts the findings; verify and build then pass until a file gets worse")
    func writes() throws {
        try expect(themepack("verify", "--write-baseline", "baseline.json"), 0, "a new baseline")
        #expect(try themepack("verify").status == 1)
        try sandbox.write("themepack.json", #"{"baseline": "baseline.json"}"#)
        for command in ["verify", "build"] {
            try expect(themepack(command), 0, "\(command) with a baseline")
        }
        try sandbox.write("themes/year/common/year_button@2x.png", PNGFile(92, 44, shade: 9).bytes)
        try expect(themepack("verify"), 1, "an image that is worse than in the baseline")
        // The new baseline has the findings of the old one as well, and the cached run is not used.
        #expect(try themepack("verify", "--write-baseline", "baseline.json").status == 0)
        #expect(try themepack("verify").status == 0)
        try sandbox.write("baseline.json", #"{"version": 1, "findings": []}"#)
        #expect(try themepack("verify").status == 1)
    }

    @Test("A baseline outside of the project cannot be named there, which the message says")
    func outside() throws {
        try #require(themepack("init", "-q", "inner").status == 0)
        for path in ["../b.json", "\(sandbox.path)/c.json"] {
            let result = try Tool.themepack("verify", "--write-baseline", path, in: "\(sandbox.path)/inner")
            let name = path.replacing(sandbox.path, with: "SANDBOX")
            try expect(result, 0, "a baseline outside of the project: \(name)")
        }
    }

    @Test("A baseline that themepack.json already names is written after a run without it")
    func named() throws {
        try sandbox.write("themepack.json", #"{"baseline": "b.json"}"#)
        #expect(try themepack("verify").status == 1)
        let result = try themepack("verify", "--write-baseline", "b.json", "--fail-on", "warning")
        #expect(result.status == 0 && result.output.isEmpty, "\(result)")
    }

    @Test("A file that breaks a structural rule is accepted, left out of its pack, and pinned by its bytes")
    func structural() throws {
        let path = "themes/year/common/year_button@3x.png"
        try sandbox.write(path, [1, 2, 3])
        try sandbox.write("themes/year/common/Year_other.png", PNGFile(2, 2).bytes)
        let result = try themepack("verify", "--write-baseline", "../baseline.json", in: "assets")
        #expect(result.status == 0 && result.output.isEmpty, "\(result)")
        let digest = ContentDigest(of: [1, 2, 3]).description
        #expect(try sandbox.text("baseline.json").contains("\"sha256\": \"\(digest)\""))
        try sandbox.write("themepack.json", #"{"baseline": "baseline.json"}"#)
        for command in ["verify", "build"] {
            try expect(themepack(command), 0, "\(command) with a baseline of two files that are left out")
        }
        let entries = try themepack("inspect", "dist/year-1.2.0.themepack.zip").output
        #expect(entries.contains("common/button") && !entries.contains("@3x") && !entries.contains("other"))
        // Other damage is another finding.
        try sandbox.write(path, [1, 2, 4])
        try expect(themepack("verify"), 1, "a file with other damage than in the baseline")
    }

    @Test("A baseline with a merge conflict is an error, and is written anew")
    func conflict() throws {
        try sandbox.write("themepack.json", #"{"baseline": "baseline.json"}"#)
        let conflict = "{\n<<<<<<< ours\n=======\n>>>>>>> theirs\n}\n"
        try sandbox.write("baseline.json", conflict)
        try expect(themepack("verify"), 2, "a baseline with a merge conflict")
        #expect(try themepack("verify", "--write-baseline", "baseline.json").status == 0)
        #expect(try themepack("verify").status == 0)
        try sandbox.write("baseline.json", conflict)
        #expect(try themepack("verify").status == 2)
    }

    @Test(
        "Where a baseline cannot be written, or what it cannot be written for",
        arguments: [
            (["b.json", "year"], 64), (["b.json", "--select", "image-*"], 64), (["b.json", "--watch"], 64), ([""], 64),
            (["assets/b.json"], 2), (["themepack.json"], 2), (["no/such/b.json"], 2),
        ])
    func refused(_ arguments: [String], _ status: Int) throws {
        let before = try sandbox.listing()
        let result = try Tool.run(Tool.themepack, ["verify", "--write-baseline"] + arguments, in: sandbox.path)
        try expect(result, status, "--write-baseline \(arguments)")
        #expect(try sandbox.listing() == before)
    }
}
