import TestSupport
import Testing

@Suite("Writing baselines")
struct BaselineCommandTests: ToolTests {
    let sandbox: Sandbox

    init() throws {
        sandbox = try Self.soundProject()
        try breakImage()
    }

    @Test("RR3 --write-baseline accepts the findings; verify and build then pass until a file gets worse")
    func writes() throws {
        let written = try themepack("verify", "--write-baseline", "baseline.json")
        #expect(written.status == 0 && written.output.isEmpty, "\(written)")
        #expect(written.errors.hasPrefix("wrote 2 findings to baseline.json\nname it in themepack.json: \"baseline\""))
        #expect(try themepack("verify").status == 1)
        try sandbox.write("themepack.json", #"{"baseline": "baseline.json"}"#)
        for command in ["verify", "build"] {
            let result = try themepack(command)
            #expect(result.status == 0 && result.errors.contains(": 0 errors, 0 warnings"), "\(result)")
        }
        try sandbox.write("themes/year/common/year_button@2x.png", PNGFile(92, 44, shade: 9).bytes)
        let worse = try themepack("verify")
        #expect(worse.status == 1 && worse.output.contains("hint: the baseline has '90x44' here\n"), "\(worse)")
        // The new baseline has the findings of the old one as well, and the cached run is not used.
        #expect(try themepack("verify", "--write-baseline", "baseline.json").status == 0)
        #expect(try themepack("verify").status == 0)
        try sandbox.write("baseline.json", #"{"version": 1, "findings": []}"#)
        #expect(try themepack("verify").status == 1)
    }

    @Test("What no baseline can accept is reported, and fails the command")
    func structural() throws {
        try sandbox.write("themes/year/common/year_button@3x.png", [])
        let result = try themepack("verify", "--write-baseline", "../b.json", in: "assets")
        #expect(result.status == 1 && result.output.contains("[image-corrupt]"), "\(result)")
        #expect(!result.output.contains("[image-dimensions]"))
        #expect(result.errors.contains("a baseline cannot accept 1 other finding: fix or exempt them\n"))
        #expect(try sandbox.text("b.json").contains("image-dimensions"))
    }

    @Test(
        "Where a baseline cannot be written, or what it cannot be written for",
        arguments: [
            (["b.json", "year"], 64, "is for all themes of a project"),
            (["b.json", "--select", "image-*"], 64, "is for all rules"),
            (["b.json", "--watch"], 64, "cannot be combined"), ([""], 64, "its path is empty"),
            (["assets/b.json"], 2, "a baseline cannot be written there"),
            (["themepack.json"], 2, "is the project's configuration"),
            (["no/such/b.json"], 2, "no/such/b.json: error: cannot be written: No such file"),
        ])
    func refused(_ arguments: [String], _ status: Int32, _ message: String) throws {
        let before = try sandbox.listing()
        let result = try Tool.run(Tool.themepack, ["verify", "--write-baseline"] + arguments, in: sandbox.path)
        #expect(result.status == status && result.errors.contains(message), "\(result)")
        #expect(try sandbox.listing() == before)
    }
}
